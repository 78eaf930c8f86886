import CHTML
public import InboxCore

/// Turns the HTML of a marketing mail into text to read, without loading or running anything.
public enum HTMLReader {
  /// Whether libxml2 is there, without which nothing of a mail can be read; loads it.
  public static var isReady: Bool { chtml_has_library() != 0 }

  /// The file of libxml2 that is loaded with the first mail.
  public static var library: String { String(cString: chtml_library_file()) }

  /// Debian's package of it; the number came with the name's.
  public static var package: String { library == "libxml2.so.2" ? "libxml2" : "libxml2-16" }

  /// What a person would read of the mail, from top to bottom, with numbered links.
  ///
  /// Any input gives an answer, in time proportional to its length; what had to be left out is said in `notes`.
  public static func read(_ html: String) -> RichText {
    let source = HTMLSource(html)
    let tree = HTMLTree(source.bytes)
    var composer = BlockComposer(tree: tree)
    composer.composeDocument()
    var text = RichText(blocks: composer.blocks, pictures: composer.pictures)
    LinkNumbering.number(composer.links, in: &text)
    if source.isCut {
      text.notes.append("The message is longer than \(HTMLSource.limit >> 20) MiB; the rest was left out.")
    }
    if !isReady {
      text.notes.append("HTML cannot be read here: \(library) is not installed (Debian: \(package)).")
    } else if tree.isCut {
      text.notes.append("The message is nested too deeply in too many places; the rest was left out.")
    }
    return text
  }
}
