extension RichText {
  /// What a reader of a message can follow, in the order of its numbers: the links of its text, then its buttons, then
  /// its deep link unless one of them leads there.
  public func links(of message: Message) -> [RichLink] {
    var links = links
    for action in message.actions {
      let isNamed = !action.title.isEmpty
      let text = isNamed ? action.title : action.url
      guard !links.contains(where: { $0.url == action.url && $0.text == text }) else { continue }
      links.append(
        RichLink(number: links.count + 1, url: action.url, text: text, hasOwnWords: isNamed))
    }
    if let deepLink = message.deepLink, !links.contains(where: { $0.url == deepLink }) {
      links.append(
        RichLink(number: links.count + 1, url: deepLink, text: "deep link", hasOwnWords: false))
    }
    return links
  }
}
