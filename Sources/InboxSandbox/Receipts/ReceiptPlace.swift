/// A place in the receipts of a space, where a page of them begins: `0`, then as each page names it.
struct ReceiptPlace: Hashable, Sendable {
  /// The last receipt that is behind, of each kind that goes on; empty for the first page.
  let last: [ReceiptKind: Int64]

  init(last: [ReceiptKind: Int64]) { self.last = last }

  /// Reads `0`, or `clicks.77-events.5000`; nil for what is neither.
  init?(_ text: String) {
    var last: [ReceiptKind: Int64] = [:]
    let parts = text == "0" ? [] : text.split(separator: "-", omittingEmptySubsequences: false)
    for part in parts {
      let words = part.split(separator: ".", omittingEmptySubsequences: false)
      guard words.count == 2, let kind = ReceiptKind(rawValue: String(words[0])), kind.key == nil,
        let place = Int64(words[1])
      else { return nil }
      last[kind] = place
    }
    self.init(last: last)
  }

  /// As the next page is asked for; nil where there is none.
  var text: String? {
    last.isEmpty ? nil : last.map { "\($0.rawValue).\($1)" }.sorted().joined(separator: "-")
  }

  /// The kinds that a page there has: what keeps a count for each key is on the first one alone.
  var kinds: [ReceiptKind] { last.isEmpty ? ReceiptKind.allCases : Array(last.keys) }
}
