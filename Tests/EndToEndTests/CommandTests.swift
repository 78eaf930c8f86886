import ArgumentParser
import Foundation
import InboxModel
import InboxSandbox
import InboxTestSupport
import Testing

@testable import inbox

/// The commands without a screen, as scripts use them.
@Suite(.serialized, .queued)
struct CommandTests {
  private let program: Program

  init() throws { program = try Program() }

  private func json(_ outcome: Program.Outcome) throws -> JSONValue {
    try JSONValue.parse(Data(outcome.output.utf8))
  }

  @Test("EN-5 list reports no displays, show counts as an open and says so, --peek does not")
  func listAndShow() async throws {
    let sandbox = try await program.startSandbox(Acme.campaigns)
    let list = try await program.run("list", "--profile", "sandbox")
    #expect(list.status == 0)
    #expect(list.output.contains("Primary  4 unread of 4"))
    #expect(!list.output.contains("\u{1B}"))
    let peek = try await program.run("show", "plain", "--peek", "--profile", "sandbox")
    #expect(peek.output.contains("Peeked: no open was reported."))
    #expect(try await sandbox.receipts().engagements.isEmpty)
    let show = try await program.run("show", "rich", "--profile", "sandbox")
    #expect(show.output.contains("The book"))
    #expect(show.output.contains("This was reported as an open."))
    let receipts = try await sandbox.receipts()
    #expect(receipts.engagements.map { "\($0.type) \($0.messageID)" } == ["open rich"])
    let after = try json(await program.run("list", "--profile", "sandbox", "--json", "--offline"))
    #expect(after["centers"]?.elements?.first?["unread"]?.integer == 3)
    await sandbox.stop()
  }

  @Test("FE-2 show keeps the lines and the paragraphs of a message, for people and for programs")
  func paragraphs() async throws {
    let campaign = #"""

      [[campaign]]
      id = "letter"
      kind = "launch-app"
      subject = "A letter"
      message = "Alpha\nBravo\r\n\r\n\nCharlie"
      sent = "-1m"
      """#
    let sandbox = try await program.startSandbox(Acme.campaigns + campaign)
    _ = try await program.run("list", "--profile", "sandbox")
    let text = try await program.run("show", "letter", "--peek", "--profile", "sandbox")
    #expect(text.output.contains("\n\nAlpha\nBravo\n\nCharlie\n\nPeeked:"), "\(text.output) \(text.errors)")
    let json = try json(await program.run("show", "letter", "--peek", "--json", "--profile", "sandbox"))
    #expect(json["text"]?.text == "Alpha\nBravo\n\nCharlie")
    await sandbox.stop()
  }

  @Test("FE-8 MC-17 show says of rich content that nothing in it can be read")
  func nothing() async throws {
    let campaign = #"""

      [[campaign]]
      id = "nothing"
      kind = "open-rich-message"
      subject = "Nothing"
      message = "The preview."
      [campaign.rich]
      html = "<html><head><style>p{}</style></head><body></body></html>"
      """#
    let sandbox = try await program.startSandbox(Acme.campaigns + campaign)
    _ = try await program.run("list", "--profile", "sandbox")
    let show = try await program.run("show", "nothing", "--profile", "sandbox")
    #expect(show.output.contains("\n\nThe rich content has neither words nor pictures.\n"), "\(show)")
    await sandbox.stop()
  }

  @Test("MC-17 EN-5 --peek shows rich content that is kept, and asks for none")
  func peekRich() async throws {
    let sandbox = try await program.startSandbox(
      Acme.campaigns + Acme.once, ["once.html": "<p>Once only</p>"])
    func show(_ id: String, _ options: String...) async throws -> String {
      try await program.run(["show", id, "--profile", "sandbox"] + options).output
    }
    _ = try await program.run("list", "--profile", "sandbox")
    #expect(try await show("rich", "--peek").contains("The book"))
    let unasked = try await show("once", "--peek")
    #expect(unasked.contains("See inside."))
    #expect(unasked.contains("Peeked: no open was reported, and its rich content was not asked for."))
    #expect(try await show("once").contains("Once only"))
    let retained = try await show("once", "--peek")
    #expect(retained.contains("Once only"))
    #expect(retained.contains("Peeked: no open was reported."))
    let receipts = try await sandbox.receipts()
    #expect(receipts.engagements.map { "\($0.type) \($0.messageID)" } == ["open once"])
    await sandbox.stop()
  }

  @Test("FE-6 list --filter finds what / finds, over every center, and says what is wrong with a filter")
  func filter() async throws {
    let sandbox = try await program.startSandbox(Acme.campaigns)
    func list(_ filter: String, _ options: String...) async throws -> Program.Outcome {
      try await program.run(["list", "--filter", filter, "--profile", "sandbox"] + options)
    }
    let sale = try await list("is:unread sale")
    #expect(sale.status == 0)
    #expect(sale.output.contains("Primary  1 unread of 1 that match\n* universal "))
    #expect(sale.output.contains("Offers  0 unread of 0 that match"))
    let offers = try json(await list("center:offers -has:link", "--json", "--offline"))
    #expect(offers["filter"]?.text == "center:offers -has:link")
    let found = offers["centers"]?.elements?.flatMap { $0["messages"]?.elements ?? [] }
    #expect(found?.compactMap { $0["id"]?.text } == ["offer"])
    // A message that was read is found as such by another program's archive, too.
    _ = try await program.run("show", "rich", "--profile", "sandbox")
    #expect(
      try await list("-is:unread \"the book\"", "--offline").output.contains("of 1 that match\n  rich "))
    for (filter, words) in [
      ("is:foo", "“is:foo”: is: takes unread, read, expired"),
      ("before:never", "before: takes a day such as"),
      ("\u{1B}x:y center:nowhere", "center: takes Primary, Offers"),
    ] {
      let wrong = try await list(filter, "--offline")
      #expect(wrong.status == 2 && wrong.errors.hasPrefix("inbox: --filter: "), "\(wrong.errors)")
      #expect(wrong.errors.contains(words) && !wrong.errors.contains("\u{1B}"))
    }
    // As the last words as well, a number that is excluded is no number.
    let excluded = try await program.run(
      ["list", "--offline", "--profile", "sandbox", "--filter", "-2024 is:unread"])
    #expect(excluded.status == 0 && excluded.output.contains(" unread of "), "\(excluded)")
    let held = try await program.run("list", "--held", "send", "--read-only", "--profile", "sandbox")
    #expect(held.status == 2 && held.errors.contains("only --json and --offline"), "\(held)")
    // A center that is none is no message that is none.
    for words in [["show", "rich", "--peek"], ["mark", "read", "rich"], ["stale"]] {
      let unknown = try await program.run(words + ["--center", "Nowhere", "--profile", "sandbox"])
      #expect(unknown.status == 2 && unknown.errors.contains("no message center “Nowhere”"), "\(unknown)")
    }
    let gone = try await program.run("list", "--filter", "x", "--gone", "--profile", "sandbox")
    #expect(gone.status == 2 && gone.errors.contains("cannot go with --gone"))
    await sandbox.stop()
  }

  @Test(
    "MC-1 MC-11 disable removes everything and says how to undo it, list --gone says why, enable restores it"
  )
  func disableAndEnable() async throws {
    let sandbox = try await program.startSandbox(Acme.campaigns)
    _ = try await program.run("list", "--profile", "sandbox")
    let off = try await program.run("disable", "--profile", "sandbox")
    #expect(off.status == 0 && off.output.contains("‘inbox enable’ undoes it"))
    for command in [
      ["list"], ["show", "plain"], ["show", "plain", "--peek"], ["compare", "maria", "device"],
    ] {
      let refused = try await program.run(command + ["--profile", "sandbox"])
      #expect(refused.status == 2 && refused.errors.contains("Message centers are disabled."), "\(command)")
    }
    let gone = try await program.run("list", "--gone", "--profile", "sandbox")
    #expect(gone.output.contains("Primary  plain  removed: message centers were disabled; not in the list"))
    let reasons = try json(await program.run("list", "--gone", "--json", "--profile", "sandbox"))["gone"]
    #expect(reasons?.elements?.count == 5)
    #expect(reasons?.elements?.allSatisfy { $0["gone"]?.text == "disabled" } == true)
    #expect(try await program.run("enable", "--profile", "sandbox").status == 0)
    let list = try await program.run("list", "--profile", "sandbox")
    #expect(list.output.contains("Primary  4 unread of 4"))
    #expect(try await program.run("list", "--gone", "--profile", "sandbox").output.isEmpty)
    await sandbox.stop()
  }

  @Test("EN-5 MC-11 show refuses what is removed from the list and says why; --peek looks without an open")
  func showGone() async throws {
    let sandbox = try await program.startSandbox(Acme.campaigns)
    _ = try await program.run("list", "--profile", "sandbox")
    let deleted = try await program.run(
      "--profile", "sandbox", "--screen", "80x24", "--keys", "d")
    #expect(deleted.status == 0)
    let show = try await program.run("show", "plain", "--profile", "sandbox")
    #expect(
      show.status == 1 && show.errors.contains("deleted by the person. No open was reported. --peek shows"))
    let peek = try await program.run("show", "plain", "--peek", "--profile", "sandbox")
    #expect(peek.status == 0 && peek.output.contains("Peeked: no open was reported."))
    #expect(try await sandbox.receipts(ReceiptFilter(type: "open")).engagements.isEmpty)
    await sandbox.stop()
  }

  @Test("BD-7 badge log says what changed it and where the two numbers differ")
  func badgeLog() async throws {
    let sandbox = try await program.startSandbox(Acme.campaigns)
    _ = try await program.run("badge", "set", "4", "--profile", "sandbox")
    await sandbox.setFault(Fault(.badge, status: 500))
    _ = try await program.run("badge", "reset", "--profile", "sandbox")
    let log = try await program.run("badge", "log", "--profile", "sandbox")
    let lines = log.output.split(separator: "\n").map { $0.drop { $0 != " " }.drop { $0 == " " } }
    let failure = "failed sync: reset, the server's number is unknown"
    #expect(lines == ["app set 4  badge 4 (server 4)", "\(failure)  badge 4 (server unknown)"])
    let ledger = try json(await program.run("badge", "log", "--json", "--profile", "sandbox"))["ledger"]
    #expect(ledger?.elements?.map { $0["cause"]?.text } == ["app set 4", failure])
    await sandbox.stop()
  }

  @Test("BD-1 BD-2 BD-4 BD-8 badge get asks no server, set and reset do, a refusal leaves it")
  func badge() async throws {
    let sandbox = try await program.startSandbox(Acme.campaigns)
    let get = try await program.run("badge", "get", "--profile", "sandbox", "--json")
    #expect(get.output == "{\"local\":0,\"server\":null}\n")
    let set = try await program.run("badge", "set", "120", "--profile", "sandbox", "--json")
    #expect(set.output == "{\"asked\":120,\"capped\":true,\"local\":99,\"server\":99}\n")
    await sandbox.setFault(Fault(.badge, status: 422))
    let failed = try await program.run("badge", "reset", "--profile", "sandbox")
    #expect(failed.status == 1)
    #expect(failed.errors.contains("status 422"))
    await sandbox.clearFaults()
    #expect(try await program.run("badge", "get", "--profile", "sandbox").output == "badge 99 (server 99)\n")
    let negative = try await program.run("badge", "set", "--profile", "sandbox", "--", "-3")
    #expect(negative.status == 2)
    #expect(negative.errors.contains("it must be 0 or more"))
    #expect(try await sandbox.receipts().badge.map(\.asked) == [120])
    await sandbox.stop()
  }

  @Test("UL-1 UL-5 UL-15 resolve follows and counts once, --dry-run sends nothing")
  func resolve() async throws {
    let sandbox = try await program.startSandbox(Acme.campaigns)
    let list = try json(await program.run("list", "--profile", "sandbox", "--json"))
    let messages = list["centers"]?.elements?.first?["messages"]?.elements ?? []
    let link = try #require(messages.first { $0["id"]?.text == "universal" }?["deepLink"]?.text)
    let dry = try await program.run("resolve", link, "--dry-run", "--profile", "sandbox", "--json")
    #expect(try json(dry)["branch"]?.text == "would-resolve")
    #expect(try dry.status == 0 && json(dry)["outcome"]?["kind"]?.text == "unresolved")
    let words = try await program.run("resolve", link, "--dry-run", "--profile", "sandbox")
    #expect(words.status == 0 && words.output.contains("\nunknown  where it leads: nothing was sent\n"))
    #expect(!words.output.contains("browser"), "\(words.output)")
    let inside = try await program.run(
      "resolve", "https://localhost/pub/acc?x=1", "--dry-run", "--branded-domain", "localhost")
    #expect(
      inside.status == 1 && inside.output.contains("branch   address-refused: the link is not requested"),
      "\(inside.output)")
    #expect(try await sandbox.receipts().clicks.isEmpty)
    let trail = try json(await program.run("resolve", link, "--profile", "sandbox", "--json"))
    #expect(trail["branch"]?.text == "deep-link")
    #expect(trail["outcome"]?["url"]?.text == "acme://sale/spring")
    #expect(trail["countedAsClick"]?.text == "yes")
    #expect(try await sandbox.receipts().clicks.count == 1)
    let refused = try await program.run("resolve", "javascript:alert(1)", "--profile", "sandbox")
    #expect(refused.status == 1)
    await sandbox.stop()
  }

  @Test(
    "MC-6 MC-14 what the cache has dropped since the last fetch is said to be, with no request and no screen")
  func retention() async throws {
    let sandbox = try await program.startSandbox(Acme.campaigns)
    _ = try await program.run("list", "--profile", "sandbox")
    for (days, state) in [("14d", "listed"), ("2d", "retention")] {
      #expect(try await program.run("clock", "+\(days)").status == 0)
      let show = try await program.run("show", "plain", "--peek", "--json", "--profile", "sandbox")
      #expect(try json(show)["presence"]?.text == state, "\(show)")
    }
    let list = try json(await program.run("list", "--offline", "--json", "--profile", "sandbox"))
    let states = list["centers"]?.elements?.first?["messages"]?.elements?.map { $0["presence"]?.text }
    #expect(states?.isEmpty == false && states?.allSatisfy { $0 == "retention" } == true, "\(list)")
    // A fetch lists them again.
    let fetched = try json(await program.run("list", "--json", "--profile", "sandbox"))
    let rows = fetched["centers"]?.elements?.first?["messages"]?.elements ?? []
    #expect(rows.contains { $0["presence"]?.text == "listed" }, "\(fetched)")
    await sandbox.stop()
  }

  @Test("MC-14 list --raw gives every response and its request URL")
  func raw() async throws {
    let sandbox = try await program.startSandbox(Acme.campaigns)
    let raw = try await program.run("list", "--raw", "--profile", "sandbox")
    let line = try JSONValue.parse(Data(raw.output.split(separator: "\n")[0].utf8))
    #expect(line["url"]?.text == sandbox.endpoint.httpURL + "/mc/v1/centers/Primary/messages")
    let response = try JSONValue.parse(Data((line["answer"]?.text ?? "").utf8))
    #expect(response["messages"]?.elements?.count == 4)
    await sandbox.setFault(Fault(.messages, body: "{\"messages\":[{\"id\":"))
    let half = try await program.run("list", "--raw", "--center", "Primary", "--profile", "sandbox")
    #expect(half.status == 0)
    #expect(try JSONValue.parse(Data(half.output.utf8))["answer"]?.text == "{\"messages\":[{\"id\":")
    await sandbox.stop()
  }

  @Test("MC-14 MC-15 a center that fails keeps no other from being printed or named")
  func failingCenters() async throws {
    let sandbox = try await program.startSandbox(Acme.campaigns)
    await sandbox.setFault(Fault(.messages, status: 500, times: 1))
    let raw = try await program.run("list", "--raw", "--profile", "sandbox")
    #expect(raw.status == 1 && raw.errors.contains("status 500"))
    // Both are requested at once, and one of them meets the fault.
    #expect(raw.output.contains("/Offers/messages") != raw.output.contains("/Primary/messages"))
    await sandbox.setFault(Fault(.messages, status: 403))
    let list = try await program.run("list", "--refresh", "--profile", "sandbox")
    #expect(list.status == 1)
    for name in ["Primary", "Offers"] { #expect(list.errors.contains("“\(name)” is disabled on the server")) }
    await sandbox.setFault(Fault(.messages, status: 500))
    let same = try await program.run("list", "--refresh", "--profile", "sandbox")
    #expect(same.errors.split(separator: "\n").count == 1)
    await sandbox.stop()
  }

  @Test("MC-16 with the server down the archive is listed and the exit status says so")
  func serverDown() async throws {
    let sandbox = try await program.startSandbox(Acme.campaigns)
    _ = try await program.run("list", "--profile", "sandbox")
    await sandbox.setFault(Fault(.messages, status: 503))
    let list = try await program.run("list", "--refresh", "--profile", "sandbox")
    #expect(list.status == 1)
    #expect(list.output.contains("A plain word"))
    #expect(list.errors.contains("status 503"))
    let due = try await program.run("list", "--profile", "sandbox")
    #expect(due.status == 0, "nothing is due, so nothing is asked")
    await sandbox.stop()
    let gone = try await program.run("list", "--profile", "sandbox")
    #expect(gone.status == 2)
    #expect(gone.errors.contains("‘inbox sandbox’"))
  }

  @Test("FE-2 a frame without a terminal: --screen, --keys and --styles")
  func screen() async throws {
    let frame = try await program.run("demo", "--screen", "80x24", "--keys", "j ? <esc>", "--styles")
    #expect(frame.status == 0)
    #expect(frame.output.contains("1 Primary"))
    #expect(frame.output.contains("-- styles\n"))
    #expect(!frame.output.utf8.contains(0x1B))
    let wrong = try await program.run("demo", "--screen", "80x24", "--keys", "<entr>")
    #expect(wrong.status == 2)
    #expect(wrong.errors.contains("<entr>"))
    let size = try await program.run("demo", "--screen", "80")
    #expect(size.status == 2)
  }

  @Test(
    "VE-13 FE-2 the demonstration of each vendor shows its lists, and its stand-in has what was reported",
    arguments: [
      ("iterable", "2 Placement 1", "trackInAppOpen"), ("bloomreach", "no badge", "campaign/opened"),
    ])
  func vendors(vendor: String, shown: String, event: String) async throws {
    let frame = try await program.run(
      "demo", "--vendor", vendor, "--screen", "120x40", "--keys", "E j <enter> <esc>")
    #expect(frame.status == 0, "\(frame.errors)")
    #expect(frame.output.contains("1 Inbox") && frame.output.contains(shown), "\(frame.output)")
    #expect(frame.output.contains(event) && !frame.output.contains("refused"), "\(frame.output)")
    let proof = try await program.run(
      "demo", "--vendor", vendor, "--keep", "--screen", "120x40", "--keys", "P")
    #expect(proof.output.contains("exactly-once"), "\(proof.output)")
    #expect(!proof.output.contains("missing"), "\(proof.output)")
  }

  @Test(
    "SB-4 a screen on a vendor's stand-in follows the sandbox's clock as that of Responsys does",
    arguments: ["iterable", "bloomreach"])
  func vendorClock(vendor: String) async throws {
    let frame = try await program.run(
      "demo", "--vendor", vendor, "--screen", "120x40", "--keys",
      ": c l o c k <space> + 1 h <enter>")
    #expect(frame.status == 0 && frame.output.contains("clock +1h"), "\(frame)")
  }

  @Test(
    "FE-5 standard output that is not a terminal gets the list as lines, why, and no escape byte; so does --plain"
  )
  func noTerminal() async throws {
    let outcome = try await program.run("demo")
    #expect(outcome.status == 0)
    #expect(outcome.errors.contains("Standard output is not a terminal: this is the list as lines."))
    #expect(outcome.output.contains("* tidemoor-flash-sale  "))
    #expect(!outcome.output.contains("\u{1B}") && !outcome.errors.contains("\u{1B}"))
    #expect(outcome.errors.contains("‘inbox show ID --profile sandbox’ shows a message"))
    let vendor = try await program.run("demo", "--vendor", "iterable")
    #expect(vendor.errors.contains("‘inbox show ID --profile sandbox-iterable’ shows a message"))
    #expect(!vendor.errors.contains("to be sent"))
    let folder = program.home.path + "/own"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    try program.home.write(Acme.campaigns, to: "own/acme.toml")
    let own = try await program.run("demo", "--campaigns", folder)
    #expect(own.errors.contains("With ‘inbox sandbox --campaigns DIR’ in another terminal"), "\(own.errors)")
    let sandbox = try await program.startSandbox(Acme.campaigns)
    let plain = try await program.run("--profile", "sandbox", "--plain")
    #expect(plain.status == 0 && plain.errors.isEmpty)
    let list = try await program.run("list", "--profile", "sandbox")
    #expect(
      plain.output == list.output
        + "\n‘inbox show ID’ shows a message, which counts as an open; with --peek it does not.\n")
    // A list is not a preview.
    #expect(try await sandbox.receipts().engagements.isEmpty)
    let link = try await program.run("--profile", "sandbox", "--plain", "--link", "acme://x")
    #expect(link.status == 2 && link.errors.contains("‘inbox resolve URL’ follows it"))
    let frame = try await program.run("--profile", "sandbox", "--plain", "--screen", "80x24")
    #expect(frame.status == 2 && frame.errors.contains("--plain prints lines"))
    await sandbox.stop()
  }

  @Test("every command has a help text") @MainActor
  func help() async throws {
    let outcome = try await program.run("list", "--help")
    #expect(outcome.status == 0 && outcome.output.contains("USAGE: inbox list"))
    func check(_ command: CommandReference.Command) {
      let words = command.path.split(separator: " ").dropFirst().map(String.init)
      let error = #expect(throws: (any Error).self) {
        var help = try Inbox.parseAsRoot(words + ["--help"])
        try help.run()
      }
      // It is broken into lines.
      let text = (error.map { Inbox.fullMessage(for: $0) } ?? "").split(whereSeparator: \.isWhitespace)
        .joined(separator: " ")
      #expect(text.contains("USAGE: \(command.path)"), "\(command.path)")
      #expect(text.hasPrefix("OVERVIEW: \(command.abstract ?? "?")"), "\(command.path)")
      for each in command.subcommands ?? [] where each.commandName != "help" { check(each) }
    }
    let root = try CommandReference.read(Inbox.self).command
    #expect((root.subcommands ?? []).count > 15)
    check(root)
  }

  @Test("info names the folders and nothing secret")
  func info() async throws {
    try program.configureOffline("mine")
    let outcome = try await program.run("info")
    #expect(outcome.status == 0)
    for path in ["/config/inbox/config.toml", "/state/inbox", "/state/inbox/sandbox", "/config/inbox/themes"]
    {
      #expect(outcome.output.contains("  \(program.home.path)\(path)\n"), "\(path)")
    }
    #expect(!outcome.output.contains("the-app-token") && !outcome.output.contains("the-account-token"))
    try program.home.write("[roles\n", to: "config/inbox/config.toml")
    let broken = try await program.run("info", environment: ["COLORFGBG": "foo"])
    #expect(broken.output.contains("  \(program.home.path)/config/inbox/config.toml\n"))
    #expect(broken.errors.contains("config.toml:1:7: this is not TOML"))
    #expect(broken.output.contains("COLORFGBG is “foo”, which names no background"))
  }

  @Test("MC-15 --json says what went wrong, with the SDK's number")
  func numbers() async throws {
    try program.configureOffline("work")
    let list = try await program.run("list", "--json")
    let value = try JSONValue.parse(Data(list.output.utf8))
    let error = value["centers"]?.elements?.first?["error"]
    #expect(list.status == 1 && error?["number"]?.integer == 5001, "\(list)")
    #expect(error?["text"]?.text?.contains("cannot be reached") == true)
    let badge = try await program.run("badge", "set", "3", "--json")
    let response = try JSONValue.parse(Data(badge.output.utf8))
    #expect(badge.status == 1 && response["error"]?["number"]?.integer == 5001, "\(badge)")
  }

  @Test("BD-5 inbox badge set says that the sandbox's maximum capped it")
  func capped() async throws {
    let sandbox = try await program.startSandbox(Acme.campaigns)
    let text = try await program.run("badge", "set", "500", "--profile", "sandbox")
    #expect(text.output == "badge 99 (server 99): 500 was capped by the server at 99\n", "\(text)")
    // The server took it, as far as its rule goes.
    #expect(text.status == 0 && text.errors.isEmpty, "\(text)")
    let json = try await program.run("badge", "set", "500", "--profile", "sandbox", "--json")
    let value = try JSONValue.parse(Data(json.output.utf8))
    #expect(value["asked"]?.integer == 500 && value["capped"]?.flag == true && value["local"]?.integer == 99)
    let log = try await program.run("badge", "log", "--profile", "sandbox")
    #expect(log.output.contains("app set 500, capped by the server at 99"))
    await sandbox.stop()
  }
}
