import CHTML
package import InboxModel

/// Turns the HTML of a marketing mail into text to read, without loading or running anything.
package enum HTMLReader {
  /// Whether libxml2 is there, without which nothing of a mail can be read; loads it.
  package static var isReady: Bool { chtml_has_library() != 0 }

  /// Debian's package of it.
  package static var package: String { String(cString: chtml_library_package()) }

  package static var missing: String {
    "HTML cannot be read: \(String(cString: chtml_library_file())) is not there. Install the Debian package \(package)."
  }

  /// What can be found in the mail; nil where it cannot be read at all.
  package static func words(_ html: String) -> RichText? { isReady ? read(html) : nil }

  /// What a person would read of the mail, from top to bottom, with numbered links.
  ///
  /// Any input gives a result, in time proportional to its length; what had to be left out is said in `notes`.
  package static func read(_ html: String) -> RichText {
    let source = HTMLSource(html)
    let tree = HTMLTree(source.bytes)
    var composer = BlockComposer(tree: tree)
    composer.composeDocument()
    var text = RichText(blocks: composer.blocks, pictures: composer.pictures)
    text.take(composer.looks)
    text.page = tree.nodes.lazy.compactMap(\.element).first { $0.name == "body" }?.ground?.rich
    LinkNumbering.number(composer.links, in: &text)
    if source.isCut {
      text.notes.append("The message is longer than \(HTMLSource.limit >> 20) MiB; the rest was left out.")
    }
    if !isReady {
      text.notes.append(missing)
    } else if tree.isCut {
      text.notes.append("The message is nested too deeply in too many places; the rest was left out.")
    }
    return text
  }
}
