import Foundation
import InboxCore
import InboxModel

/// The lines of the detail pane at one width: everything about the message (FE-2).
package struct DetailLayout: Equatable, Sendable {
  /// Everything that the lines depend on: with an equal key they are the same.
  package struct Key: Equatable, Sendable {
    var width: Int
    /// The characters that they consist of.
    var repertoire = Repertoire.unicode
    var link: Int?
    var rowVersion: ArchivedMessage
    var history: MessageHistory?
    var isOpen: Bool
    /// Whether it comes from captured responses or from an app.
    var isCaptured = false
    /// Whether it comes from an app behind a tap.
    var isTapped = false
    /// Whether an audience reads it.
    var isPresented = false
    var domains: [String] = []
    /// The relative times as shown.
    var times: [String]
    var zone = DisplayZone.utc
    var keys = KeyMap.standard
    /// The key that opens it.
    var open: String
    var content: DetailState.Content
    var pictures: PictureShelf.Message?
    /// The colours that they are shown in.
    var depth = ColorDepth.truecolor
    var pictureRows = PictureCells.mostRows
    /// Whether the person could ask for pictures.
    var mayAsk = false
    /// What the back end has.
    var vendor: Capabilities
    var followsOnOpen = false

    /// What there is for the words of a line, and for the rows of a picture.
    var room: Size { Size(columns: width, rows: pictureRows) }

    var area: TextArea { TextArea(width, repertoire) }

    func lines(of text: RichText) -> PictureLines {
      PictureLines(pictures, of: text, depth: depth, rows: pictureRows)
    }
  }

  package let key: Key?
  package let lines: [DetailLine]

  package static let empty = DetailLayout()

  private init() {
    key = nil
    lines = []
  }

  init(_ detail: DetailState, key: Key, now: Date) {
    self.key = key
    guard !key.isPresented else {
      lines = PresentedMessage.lines(detail, key, now: now)
      return
    }
    var lines = Self.head(detail, key, now: now)
    lines.append(DetailLine())
    lines += Self.body(detail, key)
    lines += Self.links(detail, key)
    lines += Self.facts(detail, key, now: now)
    lines += Self.custom(detail.row.message, key)
    lines += Self.history(detail, key)
    self.lines = lines
  }

  /// The relative times of a message as shown, and the year that its dates leave out.
  static func times(of message: Message, at now: Date, in zone: DisplayZone) -> [String] {
    [TimeLabel.age(of: message.sent, at: now, in: zone), "\(TimeLabel.year(of: now, in: zone))"]
      + [message.expiry.map { TimeLabel.end($0, at: now, in: zone) }].compactMap { $0 }
  }

  /// A line by what stands above it, which is the same however wide the lines are.
  struct Place: Equatable, Sendable {
    var letters: Int
    /// How many lines without letters, such as rows of a picture, stand between those letters and it; nil for all that
    /// there are, as it has letters itself.
    var bare: Int?
  }

  func place(of line: Int) -> Place {
    let above = lines.prefix(line)
    let hasLetters = lines.indices.contains(line) && lines[line].letters > 0
    return Place(
      letters: above.reduce(0) { $0 + $1.letters },
      bare: hasLetters ? nil : above.reversed().prefix { $0.letters == 0 }.count)
  }

  /// The line at a place; where fewer lines without letters stand there, the one behind them.
  func line(at place: Place) -> Int {
    var (letters, bare) = (place.letters, place.bare)
    return lines.firstIndex { line in
      guard letters > 0 || bare != 0 else { return true }
      if letters == 0, let left = bare { bare = left - 1 }
      letters -= line.letters
      return letters < 0
    } ?? max(0, lines.count - 1)
  }

  func line(ofLink number: Int) -> Int? {
    lines.firstIndex { $0.runs.contains { $0.link == number } }
  }

  /// Whether one of these lines has a link, which may stand in the text and in the list below; before it is laid out,
  /// any.
  func shows(link number: Int, in places: Range<Int>) -> Bool {
    lines.isEmpty
      || lines[places.clamped(to: lines.indices)].contains { $0.runs.contains { $0.link == number } }
  }

  func firstLink(from line: Int) -> Int? { Self.links(lines.dropFirst(line)).first }

  func lastLink(before line: Int) -> Int? { Self.links(lines.prefix(line)).last }

  private static func links(_ lines: ArraySlice<DetailLine>) -> [Int] {
    lines.flatMap { $0.runs.compactMap(\.link) }
  }

  /// What a reader looks for first; everything else stands below the text.
  private static func head(_ detail: DetailState, _ key: Key, now: Date) -> [DetailLine] {
    let message = detail.row.message
    let subject = message.subject.shownSubject
    var when = [TimeLabel.full(message.sent, at: now, in: key.zone)]
    let age = TimeLabel.age(of: message.sent, at: now, in: key.zone)
    if when.first?.hasPrefix(age) != true { when.append(age) }
    var runs: [DetailLine.Run] = [.init(when.joined(separator: " · "), .muted)]
    if let expiry = message.expiry {
      let style = TimeLabel.style(ofEnd: expiry, at: now)
      runs += [
        .init(" · ", .muted),
        .init(TimeLabel.end(expiry, at: now, in: key.zone), style.role, attributes: style.attributes),
      ]
    }
    // Up here, as the offered link may stand far below.
    if detail.isOpen, let number = detail.link {
      let what = key.isCaptured ? "says what [\(number)] is" : "follows [\(number)]"
      runs += [.init(" · ", .muted), .init("\(key.keys.name(of: .followLink)) \(what)", .accent)]
    }
    return key.area.wrap([.init(subject, .title, attributes: .bold)]) + key.area.wrap(runs)
      + key.lines(of: detail.text).icon(width: key.width)
  }

  private static func facts(_ detail: DetailState, _ key: Key, now: Date) -> [DetailLine] {
    let message = detail.row.message
    var lines = [DetailLine(), DetailLine("About this message", .detailLabel)]
    if key.vendor.lists != .one {
      lines += field(key.vendor.list.capitalizedFirst, key.vendor.name(of: message.center), key)
    }
    lines += field("Id", "\(message.id)", key)
    lines += field("Kind", message.kind.words(followsOnOpen: key.followsOnOpen), key)
    lines += field("State", detail.stateWords(now: now, isCaptured: key.isCaptured && !key.isTapped), key)
    if let expiry = message.expiry {
      lines += field(
        "Expires",
        TimeLabel.full(expiry, at: now, in: key.zone)
          + " (\(TimeLabel.end(expiry, at: now, in: key.zone)))", key)
    }
    for (label, words) in PictureFacts.lines(detail, key) { lines += field(label, words, key) }
    return lines
  }

  private static func field(_ label: String, _ value: String, _ key: Key) -> [DetailLine] {
    key.area.field(label, value, column: 9)
  }

  private static func body(_ detail: DetailState, _ key: Key) -> [DetailLine] {
    var lines: [DetailLine] = []
    switch detail.content {
    case .loading:
      let stop = key.keys.name(of: .stopWaiting)
      let once = key.vendor.servesRichContentOnce ? ", which is served only once" : ""
      lines += key.area.wrap("Fetching the rich content\(once)… \(stop) continues without it.", .muted)
    case .failed(_, let error):
      // Only lists are fetched again by themselves.
      let reason =
        if case .noNetwork(let why) = error { "The content could not be loaded (\(why))." } else {
          error.sentence(key.keys, again: "")
        }
      // The key says it better than the error's own words.
      let again = key.isCaptured ? "" : " \(key.keys.name(of: .retryRich)) tries again."
      lines += key.area.wrap(reason + again, .noticeError)
      lines.append(DetailLine())
    case .rich where detail.text.blocks.isEmpty: lines += key.area.wrap(RichText.nothing, .muted)
    case .text, .rich: break
    }
    lines += RichLayout.lines(
      detail.text.reduced(to: key.repertoire), width: key.width, selected: detail.link,
      pictures: key.lines(of: detail.text))
    if !detail.isOpen, !key.isCaptured, let hint = detail.row.message.kind.previewHint(key) {
      lines.append(DetailLine())
      lines += key.area.wrap(hint, .muted)
    }
    return lines
  }

  private static func links(_ detail: DetailState, _ key: Key) -> [DetailLine] {
    guard !detail.links.isEmpty else { return [] }
    var lines = [DetailLine(), DetailLine("Links", .detailLabel)]
    for link in detail.links {
      let role: ThemeRole = link.number == detail.link ? .detailLinkSelected : .detailLink
      let lead = "[\(link.number)] "
      let rest = String(repeating: " ", count: lead.count)
      // The label of a button appears nowhere else.
      let isButton = detail.row.message.actions.contains { $0.title == link.text && $0.url == link.url }
      let text = isButton ? "\(link.text) · \(link.url)" : link.url
      lines += key.area.wrap([.init(text, role, link: link.number)], first: lead, rest: rest)
    }
    return lines
  }

  private static func custom(_ message: Message, _ key: Key) -> [DetailLine] {
    guard !message.custom.isEmpty else { return [] }
    return [DetailLine(), DetailLine("Custom data", .detailLabel)]
      + message.custom.sorted { $0.key < $1.key }
      .flatMap { key.area.wrap([.init("\($0.key) = \($0.value)")], rest: "  ") }
  }

  private static func history(_ detail: DetailState, _ key: Key) -> [DetailLine] {
    guard let history = detail.history, !history.lines.isEmpty else { return [] }
    return [DetailLine(), DetailLine("History on this device", .detailLabel)]
      + history.lines.flatMap { field(TimeLabel.clock($0.time, in: key.zone), $0.text, key) }
  }
}

extension DetailLine {
  /// How many letters and digits it has: blanks, bars and rules depend on the width.
  fileprivate var letters: Int { text.count { $0.isLetter || $0.isNumber } }
}

extension MessageKind {
  /// What the detail pane says of it.
  func words(followsOnOpen: Bool) -> String {
    switch self {
    case .launchApp: "launch app: opening it shows it"
    case .openURL where followsOnOpen: "open URL: opening it follows its link"
    case .openURL: "open URL: opening it offers its link"
    case .openRichMessage: "rich message: opening it shows the content"
    }
  }

  func previewHint(_ key: DetailLayout.Key) -> String? {
    switch self {
    case .launchApp: nil
    case .openURL where key.followsOnOpen: "\(key.open) opens the message and follows its deep link."
    case .openURL:
      "\(key.open) opens the message; \(key.keys.name(of: .followLink)) then follows its deep link."
    case .openRichMessage: "\(key.open) opens the message and shows its rich content."
    }
  }
}

extension DetailState {
  /// Its state here, in words.
  func stateWords(now: Date, isCaptured: Bool) -> String {
    guard !isCaptured else {
      // A response does not say whether the message was read, and its expired messages stay in the list.
      return (["captured, read-only"] + [row.removal(at: now)?.reason.words].compactMap { $0 })
        .joined(separator: ", ")
    }
    var words = [row.read == nil ? "unread" : "read"]
    if let removal = row.removal(at: now) {
      words.append(removal.reason.words + (removal.staysInList ? "; kept here" : "; removed from the list"))
    }
    switch row.rich {
    case .none: break
    case .stored: words.append("rich content stored")
    case .lost: words.append("rich content lost")
    }
    return words.joined(separator: ", ")
  }
}
