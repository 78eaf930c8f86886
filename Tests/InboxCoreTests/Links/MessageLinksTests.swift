import InboxModel
import InboxTestSupport
import Testing

/// What can be followed out of a message, by number.
struct MessageLinksTests {
  @Test("VE-5 VE-9 links of the text come first, then buttons, then the deep link unless one leads there")
  func order() {
    var message = Message.numbered(1, deepLink: "shop://a")
    message.actions = [
      MessageAction(title: "Shop", url: "https://e.example"), MessageAction(title: "", url: "x://y"),
      MessageAction(title: "Shop", url: "https://e.example"),
    ]
    let text = RichText.plain("See https://t.example now")
    let links = text.links(of: message)
    #expect(links.map(\.url) == ["https://t.example", "https://e.example", "x://y", "shop://a"])
    #expect(links.map(\.number) == [1, 2, 3, 4])
    // What has no words of the sender is named by none in an event.
    #expect(links.map(\.label) == ["https://t.example", "Shop", nil, nil])
    message.actions.append(MessageAction(title: "App", url: "shop://a"))
    #expect(text.links(of: message).map(\.text) == ["https://t.example", "Shop", "x://y", "App"])
  }
}
