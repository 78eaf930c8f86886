extension RichText {
  /// What a reader of a message can follow, in the order of its numbers: the links of its text, then its buttons, then its
  /// deep link unless one of them leads there.
  public func links(of message: Message) -> [RichLink] {
    var links = links
    for action in message.actions {
      let text = action.title.isEmpty ? action.url : action.title
      guard !links.contains(where: { $0.url == action.url && $0.text == text }) else { continue }
      links.append(RichLink(number: links.count + 1, url: action.url, text: text))
    }
    if let deepLink = message.deepLink, !links.contains(where: { $0.url == deepLink }) {
      links.append(RichLink(number: links.count + 1, url: deepLink, text: "deep link"))
    }
    return links
  }
}

extension RichLink {
  /// The words that the sender gave it, as an event of a click names them; nil where they are ours.
  public func label(in message: Message) -> String? {
    text == "deep link" && url == message.deepLink ? nil : text
  }
}
