import InboxModel
import InboxTOML

extension TOMLFields {
  /// Refuses an expectation that has none of some keys.
  nonisolated func requireAny(of known: [String]) throws(TOMLFileError) {
    guard !keys.contains(where: known.contains) else { return }
    throw error("expect", "it expects nothing: say what must be so.")
  }

  /// The texts that must be there and those that must not; empty texts are refused.
  nonisolated func showsAndHides() throws(TOMLFileError) -> (shows: [String], hides: [String]) {
    let shows = try filledTexts("shows")
    let hides = try filledTexts("hides")
    for (key, texts) in [("shows", shows), ("hides", hides)] where texts?.isEmpty ?? false {
      throw error(key, "it is empty, which always holds. Write what you mean, or leave \(key) out.")
    }
    if let both = hides?.first(where: { shows?.contains($0) ?? false }) {
      throw error("hides", "“\(both)” is under shows too: it cannot be there and not be there.")
    }
    return (shows ?? [], hides ?? [])
  }

  /// The person as receipts write it.
  nonisolated func identity() throws(TOMLFileError) -> String? {
    guard let text = try filledText("identity") else { return nil }
    guard Identity(storageKey: text) != nil else {
      throw error("identity", "“\(text)” is not a person. Write user:NAME or device:ID.")
    }
    return text
  }
}
