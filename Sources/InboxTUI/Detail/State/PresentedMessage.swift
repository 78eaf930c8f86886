import Foundation
import InboxCore
import InboxModel

/// The lines of an opened message for an audience: the content and where its links lead, in words.
enum PresentedMessage {
  static func lines(_ detail: DetailState, _ key: DetailLayout.Key, now: Date) -> [DetailLine] {
    let message = detail.row.message
    let subject = Redaction.text(message.subject.shownSubject)
    var lines = key.area.wrap([.init(subject, .title, attributes: .bold)]) + [DetailLine()]
    switch detail.content {
    case .loading: lines += key.area.wrap("The content is on its way…", .muted)
    case .failed: lines += key.area.wrap("The content could not be loaded.", .muted) + [DetailLine()]
    case .text, .rich: break
    }
    lines += RichLayout.lines(
      detail.text.redacted.reduced(to: key.repertoire), width: key.width, selected: detail.link,
      pictures: key.lines(of: detail.text), isPhone: true)
    // The links of the text are shown in it.
    for link in detail.links.dropFirst(detail.text.links.count) {
      let text = key.area.reduced(link.label.map(Redaction.text) ?? "Open")
      lines += [DetailLine(), RichLayout.button(text, link.number, detail.link, key.width)]
    }
    return lines
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
    return domains.contains(host) ? "tracked link: counts a click" : "leads to \(host)"
  }
}
