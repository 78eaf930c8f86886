import InboxModel

/// What a OneLink's text says (`https://SUB.onelink.me/TEMPLATE[/SHORT]?…`).
enum OneLink {
  /// Whether it carries no parameters: then only AppsFlyer's server knows what it stands for.
  static func isShort(_ link: String) -> Bool {
    guard let web = WebLink(valid: link) else { return false }
    return web.items.items.isEmpty && web.path.split(separator: "/").count > 1
  }
}
