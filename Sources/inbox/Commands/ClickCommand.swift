import ArgumentParser
import InboxCore
import InboxHTML

/// `inbox click ID LINK`: the event alone (VE-5).
struct ClickCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "click", abstract: "Report a click on a link of a message, as the vendor's app would.",
    discussion: "The link itself is not asked: ‘inbox resolve URL’ follows one.")

  @OptionGroup var options: ProfileOptions
  @OptionGroup var recording: RecordOption

  @Argument(help: "The message's id, from ‘inbox list’.", completion: Completions.messages)
  var id: String

  @Argument(help: "The link: its address, or its number as ‘inbox show’ prints it.")
  var link: String

  @Option(help: "The words of the link or button. (default: its own, where it is given by its number)")
  var label: String?

  @Option(help: "The center, where the id is in more than one.", completion: Completions.centers)
  var center: String?

  @Flag(help: "Print JSON.")
  var json = false

  func run() async throws { try await reporting(json: json) { try await run(on: options.load()) } }

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
      say(url, outcome, core.capabilities)
      if case .refused = outcome { throw ExitCode(Exit.failed) }
    }
  }

  /// The address of the link, and its words where it is given by its number.
  ///
  /// - Throws: ``Exit`` for a number that the message has no link for.
  private func link(of key: MessageKey, _ core: MessageCenter) async throws -> (url: String, words: String?) {
    guard let number = Int(link) else { return (link, nil) }
    guard let row = try await core.message(key) else { throw InboxError.unknownMessage(id) }
    var text = RichText.plain(row.message.body)
    if row.hasRichContent {
      try HTMLReader.require()
      text = HTMLReader.read(try await core.richContent(key))
    }
    let links = text.links(of: row.message)
    guard let found = links.first(where: { $0.number == number }) else {
      let known = links.map { "\($0.number)" }.joined(separator: ", ")
      throw Exit(
        Exit.usage,
        known.isEmpty
          ? "“\(id)” has no links."
          : "“\(id)” has no link \(number). It has: \(known). ‘inbox show \(id) --peek’ lists them."
      )
    }
    return (found.url, found.label(in: row.message))
  }

  private func say(_ url: String, _ outcome: GestureOutcome, _ vendor: Capabilities) {
    let event = vendor.name(of: .click)
    guard !json else {
      var members: [String: JSONValue] = [
        "id": .string(id), "url": .string(url), "event": .string(event),
        "reported": .bool(outcome.state == "sent"), "waiting": .bool(outcome.state == "waiting"),
        "report": .string(outcome.state),
      ]
      members["why"] = outcome.why.map { .string($0) }
      return Output.raw(JSONValue.object(members).serialized)
    }
    switch outcome {
    case .sent: Output.line("This was reported as \(event).")
    case .waiting(let error):
      Output.line(
        "This counts as a click: it is stored and goes out as \(event) when the back end takes it.")
      if let error { Output.line(Output.oneLine(error.description)) }
    case .refused(let reason):
      Output.line("This was to be reported as \(event), and was refused: \(Output.oneLine(reason))")
    case .withheld(let reason):
      Output.line("Nothing was reported as \(event): \(Output.sentence(reason))")
    }
  }
}
