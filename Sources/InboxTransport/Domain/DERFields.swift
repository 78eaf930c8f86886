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

  /// What is left.
  var rest: [ASN1Node] { Array(nodes) }

  /// Whether the next field is of a kind.
  func isNext(_ identifier: ASN1Identifier) -> Bool { nodes.first?.identifier == identifier }

  /// Takes the next field.
  mutating func next() throws -> ASN1Node {
    guard let node = nodes.popFirst() else { throw Missing() }
    return node
  }
}
