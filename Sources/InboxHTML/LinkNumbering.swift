import InboxModel

/// Numbers the links of a text in reading order.
enum LinkNumbering {
  /// Gives links to a text whose spans say which of the targets they belong to, counted from 1.
  ///
  /// A target that no words lead to gets no number; the same target behind the same words gets one number.
  static func number(_ targets: [String], in text: inout RichText) {
    var words: [Int: String] = [:]
    var worded: Set<Int> = []
    text.blocks.edit { spans in
      for span in spans {
        guard let link = span.link else { continue }
        words[link, default: ""] += span.text
        if !span.isImage, !collapsed(span.text).isEmpty { worded.insert(link) }
      }
      // Words in different blocks do not run together.
      for link in Set(spans.compactMap(\.link)) { words[link]? += " " }
    }
    var links: [RichLink] = []
    var numbers: [[String]: Int] = [:]
    text.blocks.edit { spans in
      for index in spans.indices {
        guard let target = spans[index].link, targets.indices.contains(target - 1) else { continue }
        let url = targets[target - 1]
        let shown = collapsed(words[target] ?? "")
        let number = numbers[[url, shown], default: links.count + 1]
        if number > links.count {
          links.append(
            RichLink(number: number, url: url, text: shown, hasOwnWords: worded.contains(target)))
          numbers[[url, shown]] = number
        } else if worded.contains(target) {
          links[number - 1].hasOwnWords = true
        }
        spans[index].link = number
      }
    }
    text.links = links
  }

  private static func collapsed(_ words: String) -> String {
    words.split { $0 == " " || $0 == "\n" }.joined(separator: " ")
  }
}
