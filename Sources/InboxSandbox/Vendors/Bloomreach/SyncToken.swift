import InboxModel

/// `sync_token`: how far a customer's list was sent, to which customer and application, in which space and generation.
struct SyncToken {
  /// The number of the newest launch or mark that was sent.
  var sequence: Int64
  /// The generation, and hashes of the customer and of the rest.
  private let scope: [String]

  /// - Parameter space: What tells the space from others that had its name or will; nil for the main space.
  init(generation: Int, sequence: Int64, identity: Identity, application: String, space: String?) {
    self.sequence = sequence
    let place = [application, space].compactMap(\.self).joined(separator: "\n")
    scope = [String(generation), Self.mark(identity.storageKey), Self.mark(place)]
  }

  /// Reads ``text``; nil for anything else.
  init?(_ text: String) {
    var parts = text.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
    guard parts.count == 4, let sequence = Int64(parts.remove(at: 1)), Int(parts[0]) != nil else {
      return nil
    }
    (self.sequence, scope) = (sequence, parts)
  }

  var text: String { "\(scope[0]).\(sequence).\(scope[1]).\(scope[2])" }

  /// Whether the increment since this token can be sent where the other one is current.
  func isContinued(by other: SyncToken) -> Bool { scope == other.scope && sequence >= 0 }

  func isOf(_ identity: Identity) -> Bool { scope[1] == Self.mark(identity.storageKey) }

  private static func mark(_ text: String) -> String { Fingerprint.text("sync\n\(text)", bytes: 8) }
}
