import SwiftASN1

/// The fields of a DER sequence, taken one after the other.
struct DERFields {
  private var nodes: ArraySlice<ASN1Node>

  /// - Throws: When the node has no fields.
  init(_ node: ASN1Node) throws {
    guard case .constructed(let collection) = node.content else { throw Missing() }
    nodes = Array(collection)[...]
  }

  /// A field that should be there is not.
  struct Missing: Error {}

  var rest: [ASN1Node] { Array(nodes) }

  func isNext(_ identifier: ASN1Identifier) -> Bool { nodes.first?.identifier == identifier }

  /// Throws ``Missing`` behind the last field.
  mutating func next() throws -> ASN1Node {
    guard let node = nodes.popFirst() else { throw Missing() }
    return node
  }
}
