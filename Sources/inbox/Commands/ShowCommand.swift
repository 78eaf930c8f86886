import ArgumentParser
import Foundation
import InboxCore
import InboxHTML
import InboxModel
import InboxTUI

/// Prints one message without a screen.
struct ShowCommand: ReportingCommand {
  static let configuration = CommandConfiguration(
    commandName: "show",
    abstract: "Show a message in full. This counts as an open, unless --peek is given.")

  @Argument(help: "The message's id, from ‘inbox list’.", completion: Completions.messages)
  var id: String

  @OptionGroup var options: ProfileOptions
  @OptionGroup var captured: CaptureOption
  @OptionGroup var recording: RecordOption

  @Option(
    help: "The center, where the id is in more than one.", completion: Completions.centers,
    transform: ArgumentValue.filled)
  var center: String?

  @Flag(help: "Only look: report no open, fetch no rich content, leave it unread.")
  var peek = false

  @Flag(help: "Print JSON.") var json = false

  /// Captured responses are read-only.
  private var isPeek: Bool { peek || captured.isUsed }

  func perform() async throws { try await run(on: captured.load(options)) }

  func run(on profile: Profile) async throws {
    try await recording.run(profile, delivers: !isPeek, mayOnlyRead: isPeek) { composition in
      if let problem = composition.problem { Output.complain(problem) }
      try await show(composition)
    }
  }

  private func show(_ composition: Composition) async throws {
    let core = composition.center
    try await core.start()
    try await core.requireEnabled()
    if captured.isUsed { await core.refreshAll() }
    try await core.retireDue()
    let key: MessageKey
    do { key = try await core.key(id, in: composition.list(center)) } catch InboxError.unknownMessage
      where captured.isUsed
    {
      throw Exit.failed(
        "“\(id)” is not among the captured messages that could be read. ‘inbox list --capture’ shows those.")
    }
    var row = try await core.message(key)
    var content: String?
    var problem: InboxError?
    var withheld: String?
    if let removal = row?.removal(at: composition.services.time.now()),
      !removal.staysInList, !isPeek || removal.reason == .disabled
    {
      let hint = removal.reason == .disabled ? "" : " --peek shows what the archive keeps of it."
      throw Exit.failed("“\(id)” \(removal.words). No open was reported.\(hint)")
    }
    if isPeek {
      // Stored content needs no server. Without libxml2 there is the preview, as before.
      if let row, row.message.kind == .openRichMessage, row.hasRichContent, HTMLReader.isReady {
        content = try await core.richContent(key)
      }
    } else {
      // This is checked before it counts as an open.
      if row?.message.kind == .openRichMessage { try HTMLReader.require() }
      await core.connect()
      (row, withheld) = try await core.opening(key)
      if row?.message.kind == .openRichMessage {
        do { content = try await core.richContent(key) } catch { problem = error }
      }
      // The message is closed at once, as an app's screen closes when the person goes back.
      if core.capabilities.closes { try await core.closed(key, .back) }
      await core.flushed(within: .seconds(5))
    }
    guard let row else { throw InboxError.unknownMessage(id) }
    let outcome =
      isPeek ? nil : try await GestureOutcome(of: .open, key, core, withheld: withheld)
    printMessage(row, content, outcome, core.capabilities, at: composition.services.time.now())
    if let problem { throw Exit(problem) }
    if outcome?.state == .refused { throw ExitCode(Exit.failed) }
  }

  private func printMessage(
    _ row: ArchivedMessage, _ html: String?, _ outcome: GestureOutcome?, _ vendor: Capabilities, at now: Date
  ) {
    let text = html.map { HTMLReader.read($0) } ?? RichText.plain(row.message.body)
    guard !json else {
      var fields = MessageJSON.value(row, at: now)
      fields["content"] = html?.json
      fields["text"] = .string(text.text)
      fields["links"] = text.links(of: row.message).map(\.url).json
      fields["countedAsOpen"] = .bool(outcome?.counts ?? false)
      fields["report"] = outcome?.state.rawValue.json
      fields["why"] = outcome?.why?.json
      return Output.json(.object(fields))
    }
    Output.line(row.message.subject.shownSubject)
    Output.line(
      "Sent \(WireDate.format(row.message.sent)) · \(vendor.name(of: row.message.center)) · \(row.message.id)"
    )
    if let removal = row.removal(at: now), !removal.staysInList, !captured.isUsed {
      Output.line("It \(removal.words).")
    }
    Output.line()
    let isNothing = html != nil && text.blocks.isEmpty
    Output.text(isNothing ? RichText.nothing : text.text)
    for note in text.notes { Output.line(note) }
    for link in text.links(of: row.message) {
      // A link that is not in the text needs a label.
      let label = link.number > text.links.count && link.text != link.url ? "\(link.text): " : ""
      Output.line("[\(link.number)] \(label + link.url)")
    }
    Output.line()
    if captured.isUsed {
      Output.line("Captured elsewhere, read-only: no open was reported.")
    } else if peek {
      Output.line("Peeked: no open was reported\(html == nil ? withoutContent(row) : "").")
    } else if let outcome {
      Output.lines(outcome.lines("an open"))
    }
  }

  /// Why a peek shows only the preview of a rich message.
  private func withoutContent(_ row: ArchivedMessage) -> String {
    guard row.message.kind == .openRichMessage else { return "" }
    return row.hasRichContent
      ? ". Its rich content is kept, and libxml2 is not there to read it"
      : ", and its rich content was not asked for"
  }
}
