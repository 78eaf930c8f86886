package import struct Foundation.Data
package import InboxModel

/// A response to `GET /sandbox/receipts`, whose records are read one by one: there may be hundreds of thousands.
package struct ReceiptPage: Sendable {
  /// The records, by the name of their list.
  package let lists: [String: [JSONPiece]]
  /// Which generation of the receipts it is, and what that holds.
  package internal(set) var generation: ReceiptGeneration
  private let facts: JSONValue

  /// Splits a body.
  ///
  /// - Throws: ``InboxError/invalidPayload(_:)`` when it is not such a response.
  package init(_ body: Data) throws(InboxError) {
    var (lists, facts): ([String: [JSONPiece]], [String: JSONValue]) = ([:], [:])
    for (name, member) in try JSONPiece(body).members() ?? [:] {
      if let list = try member.elements() { lists[name] = list } else { facts[name] = try member.value() }
    }
    guard lists["engagements"] != nil, let generation = ReceiptGeneration(.object(facts)) else {
      throw .invalidPayload("the receipts lack engagements or generation")
    }
    (self.lists, self.generation, self.facts) = (lists, generation, .object(facts))
  }

  /// How many of a kind the sandbox has let go since the generation began (TS-6).
  package func expired(_ kind: String) -> Int { facts["expired"]?[kind]?.integer ?? 0 }

  /// Where the next page begins; nil for the last one.
  var next: String? { facts["next"]?.text }
}
