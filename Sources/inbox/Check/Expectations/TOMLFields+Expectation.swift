import InboxCore
import InboxTOML

extension TOMLFields {
  /// Refuses an expectation without any of some keys.
  nonisolated func requireAny(of known: [String]) throws(TOMLFileError) {
    guard !keys.contains(where: known.contains) else { return }
    throw error("expect", "it expects nothing: say what must be so.")
  }

  /// Whose, as receipts write it.
  nonisolated func identity() throws(TOMLFileError) -> String? {
    guard let text = try filledText("identity") else { return nil }
    guard Identity(storageKey: text) != nil else {
      throw error("identity", "“\(text)” is nobody. Write user:NAME or device:ID.")
    }
    return text
  }
}
