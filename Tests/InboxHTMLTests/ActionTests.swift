import InboxHTML
import Testing

/// The buttons of Bloomreach's editor, which are links by attributes of their own.
struct ActionTests {
  @Test(
    "VE-9 an element with data-link is a link, in the order of the document, and one that closes is none",
    arguments: [
      (
        "<div data-link='shop://a'>Shop</div> <a href='https://e.example'>Web</a>",
        "[Shop](1)\n[Web](2)\n(1) shop://a “Shop”\n(2) https://e.example “Web”"
      ),
      (
        "<button data-actiontype='deep-link' data-link=' shop://a '>Go</button>", "[Go](1)\n(1) shop://a “Go”"
      ),
      (
        "<a href='https://old.example' data-link='https://new.example'>x</a>",
        "[x](1)\n(1) https://new.example “x”"
      ),
      (
        "<span data-link='#' data-actiontype='CLOSE'>Close</span> <a href='#' data-actiontype='close'>×</a>",
        "Close ×"
      ),
      ("<img data-link='shop://p' src='p.png' alt='Picture'>", "[{Picture}](1)\n(1) shop://p “Picture”"),
      ("<input type='button' data-link='shop://i' value='In'>", "[In](1)\n(1) shop://i “In”"),
      ("<p data-link=''>words</p>", "words"),
    ])
  func links(html: String, expected: String) {
    #expect(outline(HTMLReader.read(html)) == expected)
  }
}
