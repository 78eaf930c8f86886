import InboxModel

/// `sync_token`: how far a customer's list was sent, to which customer and application, in which space and generation.
struct SyncToken: Hashable, Sendable {
  var generation: Int
  /// The number of the newest launch or mark that was sent.
  var sequence: Int64
  private let customer: String
  private let application: String

  /// - Parameter space: What tells the space from others that had its name or will; nil for the main space.
  init(generation: Int, sequence: Int64, identity: Identity, application: String, space: String?) {
    self.generation = generation
    self.sequence = sequence
    customer = Self.mark(identity.storageKey)
    self.application = Self.mark([application, space].compactMap(\.self).joined(separator: "\n"))
  }

  /// Reads ``text``; nil for anything else.
  init?(_ text: String) {
    let parts = text.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
    guard parts.count == 4, let generation = Int(parts[0]), let sequence = Int64(parts[1]) else { return nil }
    (self.generation, self.sequence) = (generation, sequence)
    (customer, application) = (parts[2], parts[3])
  }

  var text: String { "\(generation).\(sequence).\(customer).\(application)" }

  /// Whether the increment since this token can be sent where the other one is current.
  func isContinued(by other: SyncToken) -> Bool {
    (generation, customer, application) == (other.generation, other.customer, other.application)
      && sequence >= 0
  }

  func isOf(_ identity: Identity) -> Bool { customer == Self.mark(identity.storageKey) }

  private static func mark(_ text: String) -> String { Fingerprint.text("sync\n\(text)", bytes: 8) }
}
