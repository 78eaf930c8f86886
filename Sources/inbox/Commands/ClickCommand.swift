import ArgumentParser
import InboxCore
import InboxModel

/// `inbox click ID LINK`: the event alone (VE-5).
struct ClickCommand: ReportingCommand {
  static let configuration = CommandConfiguration(
    commandName: "click", abstract: "Report a click on a link of a message, as the vendor's app would.",
    discussion: "The link itself is not requested: ‘inbox resolve URL’ follows one.")

  @OptionGroup var options: ProfileOptions
  @OptionGroup var recording: RecordOption

  @Argument(help: "The message's id, from ‘inbox list’.", completion: Completions.messages)
  var id: String

  @Argument(help: "The link: its address, or its number as ‘inbox show’ prints it.")
  var link: String

  @Option(help: "The text of the link or button. (default: its own)")
  var label: String?

  @Option(
    help: "The center, where the id is in more than one.", completion: Completions.centers,
    transform: ArgumentValue.filled)
  var center: String?

  @Flag(help: "Print JSON.") var json = false

  func perform() async throws { try await run(on: options.load()) }

  func run(on profile: Profile) async throws {
    try await recording.run(profile, delivers: true) { composition in
      if let problem = composition.problem { Output.complain(problem) }
      let core = composition.center
      try core.capabilities.require(.clicks)
      try await core.start()
      let key = try await core.key(id, in: composition.list(center))
      let (url, words) = try await link(of: key, core)
      await core.connect()
      let why = try await core.clicked(.init(url, label: label ?? words), in: key)
      await core.flushed(within: .seconds(10))
      let outcome = try await GestureOutcome(of: .click, key, core, withheld: why)
      let name = composition.backEnd.eventName.map { $0(.click, key) } ?? core.capabilities.name(of: .click)
      say(url, outcome, name ?? "click")
      if outcome.state == .refused { throw ExitCode(Exit.failed) }
    }
  }

  /// The address of the link, and its label where the message has it.
  ///
  /// - Throws: ``Exit`` for a number that no link of the message has, and for a text that cannot be an address.
  private func link(of key: MessageKey, _ core: MessageCenter) async throws -> (url: String, words: String?) {
    guard let number = Int(link) else {
      if let flaw = await ClickedLink.flaw(of: link, in: key, core) { throw Exit.usage(flaw) }
      return (link, try await core.words(of: link, in: key))
    }
    let links = try await core.links(of: key)
    guard let found = links.first(where: { $0.number == number }) else {
      let known = links.map { "\($0.number)" }.joined(separator: ", ")
      throw Exit.usage(
        known.isEmpty
          ? "“\(id)” has no links."
          : "“\(id)” has no link \(number). It has: \(known). ‘inbox show \(id) --peek’ lists them."
      )
    }
    return (found.url, found.label)
  }

  private func say(_ url: String, _ outcome: GestureOutcome, _ event: String) {
    guard !json else {
      let state = outcome.state
      return Output.json(
        .members([
          "id": id, "url": url, "event": event, "reported": state == .sent,
          "waiting": state == .waiting, "report": state.rawValue, "why": outcome.why,
        ]))
    }
    Output.lines(outcome.lines("a click", as: event))
  }
}

/// What a click may name as its link.
///
/// Whether the message has the link is not checked: an app opens addresses that its HTML does not name as links, from
/// scripts and from its own payload.
nonisolated enum ClickedLink {
  /// Why a text cannot be the address of a link, as a sentence; nil where it can, and where the message has it.
  static func flaw(of link: String, in key: MessageKey, _ core: MessageCenter) async -> String? {
    guard let flaw = flaw(of: link) else { return nil }
    guard !link.isEmpty else { return flaw }
    do {
      let links = try await core.links(of: key)
      return links.contains { $0.url == link } ? nil : flaw
    } catch {
      return flaw
    }
  }

  private static func flaw(of link: String) -> String? {
    if link.allSatisfy(\.isWhitespace) { return "The link is empty: give its address." }
    let isWhole = link.unicodeScalars.allSatisfy { $0.value > 0x20 && $0.value != 0x7F }
    let scheme = link.utf8.prefix { $0 != UInt8(ascii: ":") }
    return isWhole && scheme.isURLScheme && scheme.count < link.utf8.count
      ? nil : "“\(link)” is not the address of a link: it begins like “https://” or “app://”, without blanks."
  }
}
