import ArgumentParser
import Foundation
import InboxCore
import InboxEvidence
import InboxModel
import InboxStore
import InboxTOML
import InboxTUI
import InboxTap

/// Reports whether each display and open reached the server exactly once.
struct ReportCommand: ReportingCommand {
  static let configuration = CommandConfiguration(
    commandName: "report",
    abstract: "Prove that each display and open reached the server exactly once.",
    discussion: """
      Prints a row for each person (or --user alone), session and message: attempts, those suppressed and \
      why, how often it was sent, and whether it was acknowledged. A sandbox's receipts are compared by \
      event id; other back ends give no receipts, so their acknowledgements count. Verdicts: exactly-once, \
      duplicated (the receiver can tell by the id), suppressed (nothing to report), waiting, held (made for \
      another account than the profile's), unknown (sent, no response), not-stored (the archive could not \
      store it), lost, missing, repeated. Each followed tracked link of a message has a row as well: counted-once, \
      repeated (each gesture is a click), uncounted, unjudged (the server has let its receipts go), unknown (no \
      response), missing; the last two are problems. Exit status 0 when there are no problems, \
      1 when there are, 2 when there is nothing to prove, as nothing was ever fetched.

      With --server, the server is asked what it recorded, and each event has a row with both: what was sent \
      and what is there. This takes a key of its own in the profile, which reads and never writes: \
      server-key for Iterable (of the type Server-side; a mobile key cannot read), private-key for \
      Bloomreach (KEY_ID:SECRET); a sandbox needs none. Verdicts: matched, missing, twice, not-taken \
      (nothing shows that the server accepted it, and it is not there), too-early (the server accepted it \
      less than --settle seconds ago), foreign (another device or tool sent it: not a problem). For \
      Iterable, inbox visits, with the rows seen in them, and deletions have rows too. A recording that is \
      damaged, has no end or holds no event proves nothing: exit status 2.
      """)

  @Argument(
    help: ArgumentHelp(
      "A recording, such as ‘inbox tap --record’ makes: reports what was sent and acknowledged in it. With --server, "
        + "the profile's server is asked about the people in it."), completion: .file()
  )
  var file: String?

  @OptionGroup var options: ProfileOptions

  @Flag(help: "Ask the server what it recorded, and compare that with what was sent, event for event.")
  var server = false

  @Option(
    help: ArgumentHelp(
      "With --server: how long the server may take to list an event; otherwise 120 for Iterable, 60 for Bloomreach (both our choice, as the vendors publish no figure), 0 for a sandbox.",
      valueName: "seconds"), transform: { try ArgumentValue.read($0, in: 0...604_800) })
  var settle: Int?

  @Option(
    help: ArgumentHelp("With --server: write the rows as JUnit XML.", valueName: "file"), completion: .file())
  var junit: String?

  @Option(
    help: ArgumentHelp(
      "Also write the rows as an HTML page for a ticket; a file with content is never overwritten.",
      valueName: "file"), completion: .file())
  var html: String?

  @Flag(
    help:
      "Only rows that are neither exactly-once nor suppressed, and clicks that are neither counted-once nor uncounted; with --server, only rows that did not match."
  )
  var odd = false

  @Flag(help: "Print JSON.") var json = false

  func validate() throws {
    guard server || settle == nil && junit == nil else {
      throw ValidationError("--settle and --junit say how --server reports. Give --server as well.")
    }
    guard file == nil || server || options.user == nil && options.profile == nil else {
      throw ValidationError(
        "A recording is reported on without a profile. Leave --profile and --user out, or give --server as well."
      )
    }
  }

  func perform() async throws {
    try TextFile.requireDistinct([("--junit", junit), ("--html", html)], from: file.map { [$0] } ?? [])
    try EvidenceFile.prepare(html, for: "--html")
    // What is missing in it is said once, at the end.
    let recording = try file.map { try RecordingText.read($0, reportsGaps: false) }
    let app = recording.map { AppDeliveries($0) }
    if let file, let app, app.vendor == nil {
      let nothing =
        "\(TextFile.name(of: file)) holds no request of a vendor that is known here: ‘inbox export --markdown’ shows what is in it."
      throw Exit.notReady([nothing, recording?.damage].compactMap(\.self).joined(separator: " "))
    }
    do {
      if let app, !server {
        let report = app.report
        if report.isEmpty { throw nothing(app.sent.isEmpty ? "event" : "display, open or click", in: report) }
        try finish(report)
      } else {
        try await run(on: options.load(), recording, of: app?.vendor?.vendor)
      }
    } catch is ExitCode where recording?.damage != nil {
      // The missing lines may settle what the rows show against it.
    }
    // The missing lines may hold something against it.
    if let damage = recording?.damage { throw Exit.notReady(damage) }
  }

  /// - Parameters:
  ///   - recording: Of an app, for a comparison with what the server has.
  ///   - recorded: The vendor that it is of, for a sentence.
  func run(
    on profile: Profile, _ recording: Recording? = nil, of recorded: String? = nil
  ) async throws {
    let report: DeliveryReport? = try await RunRecording()(profile, mayOnlyRead: true) { composition in
      // Events that an earlier version stored under another spelling of the person are that person's as well.
      try await composition.center.start()
      let person = options.user == nil ? nil : await composition.center.identity
      if server {
        let app = try recording.map {
          try deliveries($0, of: recorded, to: composition.backEnd.capabilities.vendor, profile.name)
        }
        if let app { try requireEvent(of: person, in: app) }
        try await runServer(composition, of: person, app)
        return nil
      }
      let own = try await composition.center.deliveryReport(
        of: person, receipts: composition.services.receipts)
      if own.isEmpty { try await requireTrace(of: person, composition) }
      return own
    }
    if let report { try finish(report) }
  }

  /// For a report that is empty.
  ///
  /// - Throws: ``Exit`` where the archive has no list of the person either, or of anyone: of a name that was misspelt
  ///   nothing is missing, nor of a profile that was never used.
  func requireTrace(of person: Identity?, _ composition: Composition) async throws {
    let people = try await composition.database.people()
    guard !(person.map { people.contains($0) } ?? !people.isEmpty) else { return }
    let whom = person.map { " for \($0.label)" } ?? ""
    let known = person == nil ? [] : people.map(\.label)
    throw Exit.notReady(
      "Nothing was fetched yet\(whom), so there is nothing to prove."
        + NearestName.hintOrList(
          person?.label ?? "", among: known, none: "‘inbox list’ fetches it.", most: 12))
  }

  /// What an app sent to the vendor of a profile.
  ///
  /// - Throws: ``Exit`` where the recording is of other vendors only.
  private func deliveries(
    _ recording: Recording, of recorded: String?, to vendor: String, _ profile: String
  ) throws -> AppDeliveries {
    let app = AppDeliveries(recording, of: vendor)
    guard app.vendor == nil, let recorded else {
      if app.leftOut > 0 {
        Output.complain(
          "Left out: \(app.leftOut.counted("request")) of other vendors than \(vendor), of which the profile “\(profile)” is."
        )
      }
      return app
    }
    throw Exit.usage(
      "The recording is of \(recorded), and the profile “\(profile)” is of \(vendor). Name a profile of \(recorded) with --profile."
    )
  }

  /// - Parameter person: Whose events are judged; nil for everyone's.
  ///
  /// - Throws: ``Exit`` where an app sent nothing of it, so that nothing would be judged; what was refused or cannot be
  ///   read speaks against the app all the same.
  private func requireEvent(of person: Identity?, in app: AppDeliveries) throws {
    let (people, report) = (app.sent.map(\.identity), app.report)
    let isThere = person.map { people.contains($0) } ?? !people.isEmpty
    guard !isThere, report.refused.isEmpty, report.unreadable.isEmpty else { return }
    guard let person else { throw nothing("event", in: report) }
    let known = Set(people.map(\.label)).sorted()
    let sentence =
      "The recording holds no event of \(person.label)."
      + NearestName.hintOrList(person.label, among: known, none: "It holds none of anyone.")
    throw Exit.usage([sentence, report.damage].compactMap(\.self).joined(separator: " "))
  }

  /// That a recording holds nothing that is judged, whatever else is in it.
  func nothing(_ what: String, in report: DeliveryReport) -> Exit {
    let sentence =
      "The recording holds no \(what), so it proves nothing: ‘inbox export --markdown’ shows what is in it."
    return Exit.usage([sentence, report.damage].compactMap(\.self).joined(separator: " "))
  }

  private func finish(_ report: DeliveryReport) throws {
    if json { Output.json(report.json(problemsOnly: odd)) } else { print(report) }
    if let html {
      try EvidenceFile.write(ReportPage.text(report, problemsOnly: odd), to: html, for: "--html")
    }
    if !report.isProven { throw ExitCode(Exit.failed) }
  }

  private func print(_ report: DeliveryReport) {
    for row in report.lines(problemsOnly: odd) {
      let head = row.verdict.padding(toLength: 14, withPad: " ", startingAt: 0)
      let texts = ["\(row.title) · \(row.person)", row.facts.joined(separator: " · ")]
      Output.hanging(head, texts, width: 80)
    }
    Output.lines(report.remarks)
  }
}
