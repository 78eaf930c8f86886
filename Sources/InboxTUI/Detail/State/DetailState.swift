import struct Foundation.Date
package import InboxModel

/// The message beside or over the list: as a preview while the selection moves, in full after Enter.
package struct DetailState: Equatable, Sendable {
  /// What is known of the content.
  package enum Content: Equatable, Sendable {
    /// The text of the notification.
    case text(RichText)
    /// Rich content is on its way.
    case loading
    case rich(RichText)
    /// Rich content cannot be had; the text is shown with the reason.
    case failed(RichText, InboxError)

    var text: RichText {
      switch self {
      case .text(let text), .rich(let text), .failed(let text, _): text
      case .loading: RichText()
      }
    }
  }

  package var row: ArchivedMessage { didSet { keepLink(of: content, oldValue.message) } }
  /// Whether it was opened, or is only previewed (EN-5).
  package var isOpen = false
  /// Whether it was already open before: leaving it then reports no close.
  var isShownAgain = false
  package var content: Content { didSet { keepLink(of: oldValue, row.message) } }
  /// Whether it has to be read, as it was selected or has changed.
  var isStale = false
  /// What happened to it; nil before it is loaded.
  package var history: MessageHistory?
  /// The first line on the screen.
  package var scroll = 0 { didSet { if scroll != oldValue { place = nil } } }
  /// The place of the first line when it was laid out anew for another room; nil once a person has scrolled since.
  var place: DetailLayout.Place?
  /// The number of the selected link.
  package var link: Int? { didSet { isLinkOffered = false } }
  /// Whether opening the message selected the link, and no key has since.
  var isLinkOffered = false
  /// Digits typed so far for a link number.
  package var digits = ""
  /// When the last digit was typed.
  var lastDigit: Date?
  /// What is found in it.
  package var narrowing = Narrowing()
  /// The lines at a width, made once and not for every frame.
  package var layout = DetailLayout.empty

  package init(row: ArchivedMessage) {
    self.row = row
    content = .text(RichText.plain(row.message.body))
  }

  package var text: RichText { content.text }

  /// The links that can be selected: those of the text, then the buttons and the deep link of the message.
  package var links: [RichLink] { text.links(of: row.message) }

  /// The selected link stays selected under the number that it has now; where it is gone, no other takes its place
  /// (UL-5).
  private mutating func keepLink(of content: Content, _ message: Message) {
    guard let link else { return }
    let url = content.text.links(of: message).first { $0.number == link }?.url
    guard links.first(where: { $0.number == link })?.url != url else { return }
    let isOffered = isLinkOffered
    self.link = links.first { $0.url == url }?.number
    isLinkOffered = isOffered
  }
}
