import Foundation
import InboxCore

/// The lines of an opened message for an audience: the content and where its links lead, in words.
enum PresentedMessage {
  static func lines(_ detail: DetailState, _ key: DetailLayout.Key, now: Date) -> [DetailLine] {
    let message = detail.row.message
    func wrap(_ text: String, _ role: ThemeRole, _ attributes: Attributes = []) -> [DetailLine] {
      RichLayout.wrap([.init(text, role, attributes: attributes)], key.width, first: "", rest: "")
    }
    let subject = message.subject.isEmpty ? "(no subject)" : Redaction.text(message.subject)
    var lines = key.lines(of: detail.text).icon(width: key.width) + wrap(subject, .title, .bold)
    if !detail.isOpen {
      lines += wrap(notYet(message.kind, key), .muted)
    }
    lines.append(DetailLine())
    switch detail.content {
    case .loading: lines += wrap("The content is on its way…", .muted)
    case .failed(_, let error): lines += wrap(Redaction.text(error.description), .noticeError)
    case .text, .rich: break
    }
    lines += RichLayout.lines(
      detail.text.redacted, width: key.width, selected: detail.link, pictures: key.lines(of: detail.text))
    for link in detail.links {
      lines.append(DetailLine())
      lines += self.lines(link, of: detail, key)
    }
    return lines
  }

  private static func notYet(_ kind: MessageKind, _ layout: DetailLayout.Key) -> String {
    let key = layout.keys.name(of: .open)
    return switch kind {
    case .launchApp: "\(key) opens it, and that is reported."
    case .openURL where layout.followsOnOpen:
      "\(key) opens it, and that is reported; then its link is followed."
    case .openURL: "\(key) opens it, and that is reported; its link is offered."
    case .openRichMessage: "\(key) opens it, and that is reported; then the rich content is here."
    }
  }

  /// A link as a call to action: what it says, and where it leads.
  private static func lines(_ link: RichLink, of detail: DetailState, _ key: DetailLayout.Key) -> [DetailLine]
  {
    let isSelected = detail.link == link.number
    let isOwn = link.url == detail.row.message.deepLink
    let text = isOwn || link.text == link.url ? "Open" : Redaction.text(link.text)
    return RichLayout.wrap(
      [
        .init(
          " \(text) ", isSelected ? .detailLinkSelected : .detailLink, attributes: .bold, link: link.number),
        .init(" [\(link.number)] ", .detailLabel, link: link.number),
        .init(Self.target(link.url, tracked: key.domains), .muted),
      ], key.width, first: "▸ ", rest: "  ")
  }

  /// Where a link leads, before it is followed.
  static func target(_ url: String, tracked domains: [String]) -> String {
    guard url.contains("://") else {
      return url.hasPrefix("mailto:")
        ? "writes a mail" : url.hasPrefix("tel:") ? "makes a call" : "leads elsewhere"
    }
    guard LinkOutcome.isForBrowsers(url) else {
      let path = Redaction.path(url)
      return path.isEmpty ? "opens the app" : "opens the app at \(path)"
    }
    let host = Redaction.place(url)
    return domains.contains(host) ? "a tracked link: following it is the click" : "leads to \(host)"
  }
}
