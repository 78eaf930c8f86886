import Foundation
import InboxCore
import InboxSandbox
import InboxTestSupport
import Testing

@testable import inbox

/// Scenarios through the real binary.
@Suite(.queued, .timeLimit(.minutes(10)))
struct CheckTests {
  private let program: Program

  init() throws { program = try Program() }

  @Test("SB-2 SB-3 SB-4 SB-5 every shipped scenario passes, twice with the same result, byte for byte")
  func shipped() async throws {
    var results: [String] = []
    for name in ["a", "b"] {
      let file = program.home.path + "/" + name
      let outcome = try await program.run("check", "--jsonl", file)
      #expect(outcome.status == 0, "\(outcome.output)\(outcome.errors)")
      results.append(try String(contentsOfFile: file, encoding: .utf8) + outcome.output)
    }
    #expect(results[0] == results[1])
    #expect(results[0].split(separator: "\n").count { $0.contains(#""result":"passed""#) } >= 15)
  }

  @Test("SB-2 a scenario names its campaign files from its own folder, or from the root")
  func campaignFiles() throws {
    try program.home.write(Self.head.replacing(/\[scenario\]\nname = .*\n/, with: ""), to: "brand.toml")
    for name in ["brand.toml", program.home.path + "/brand.toml"] {
      try program.home.write(
        "[scenario]\nname = \"x\"\ncampaigns = [\"\(name)\"]\n[[step]]\nexpect = \"outbox\"\n",
        to: "named.toml")
      let file = try ScenarioReader.read(program.home.path + "/named.toml")
      #expect(file.scenarios.flatMap(\.campaigns).flatMap(\.campaigns).map(\.id) == ["one"])
    }
  }

  private static let head = """
    [scenario]
    name = "A try & more"

    [brand]
    name = "Acme"
    domain = "news.acme.example"
    scheme = "acme"

    [[campaign]]
    id = "one"
    kind = "launch-app"
    subject = "One"
    message = "The first."


    """

  @Test(
    "SB-5 what is not as expected is told with its line and the nearest misses; JUnit and JSON lines say the same"
  )
  func failing() async throws {
    try program.home.write(
      Self.head + """
        [[step]]
        expect = "displays"
        message = "one"
        exactly = 2

        [[step]]
        expect = "why"
        contains = "suppressed: nobody looked"

        [[step]]
        expect = "badge"
        local = 3

        [[step]]
        expect = "list"
        unread = 1
        shows = ["One"]
        """, to: "failing.toml")
    let file = program.home.path + "/failing.toml"
    let outcome = try await program.run(
      "check", file, "--junit", program.home.path + "/junit", "--jsonl", program.home.path + "/jsonl")
    #expect(outcome.status == 1)
    #expect(
      outcome.output.contains(
        "\(file):15: expect = “displays”: wanted exactly 2 of one, came 1. Nearest: display one by "))
    #expect(outcome.output.contains("\(file):20: expect = “why”: wanted at least 1, came 0. Nearest: "))
    #expect(outcome.output.contains("\(file):24: expect = “badge”: local is 0, wanted 3"))
    #expect(outcome.output.hasSuffix("0 passed, 1 failed, 0 broken.\n"))
    let junit = try String(contentsOfFile: program.home.path + "/junit", encoding: .utf8)
    #expect(junit.contains(#"tests="1" failures="1" errors="0""#) && junit.contains("A try &amp; more"))
    let lines = try String(contentsOfFile: program.home.path + "/jsonl", encoding: .utf8).split(
      separator: "\n")
    #expect(lines.count == 4)
    #expect(try lines.map { try JSONValue.parse(Data($0.utf8))["line"]?.integer } == [nil, 15, 20, 24])
  }

  private static let mistakes = [
    ("[[step]]\npress = \"<nokey>\"", ":16:1: [[step]] 1, press: "),
    ("[[step]]\nclock = \"tomorrow\"", "“tomorrow” is no change of the clock"),
    ("[[step]]\nfault = \"moon 500\"", "“moon” is no endpoint"),
    ("[[step]]\nexpect = \"miracles\"", "“miracles” is unknown"),
    ("[[step]]\nexpect = \"badge\"\ncolour = 1", "the key is unknown"),
    ("[[step]]\npress = \"j\"\nclock = \"+1m\"", "it has two verbs"), ("[[step]]\n", "it has no verb"),
    ("[[step]]\nexpect = \"opens\"\nat-least = 5\nat-most = 2", "no number is both"),
    ("[[step]]\nexpect = \"opens\"\nexactly = 0\nat-least = 5", "it says it all"),
    ("[[step]]\nexpect = \"badge\"", "it expects nothing"), ("", "there is no [[step]]"),
    ("[[step]]\nexpect = \"why\"\ncontains = \"\"", ":17:1: [[step]] 1, contains: it is empty."),
    (
      "[[step]]\nexpect = \"screen\"\nshows = [\"\"]",
      "one of its texts is empty, which is found everywhere"
    ),
    ("[[step]]\nexpect = \"opens\"\nidentity = \"maria\"", "“maria” is nobody. Write user:NAME"),
    ("[[step]]\nexpect = \"opens\"\nwithin = 86400", ":17:1: [[step]] 1, within: it is 86400 s, but"),
    ("[[step]]\nexpect = \"order\"\nidentity = \"user:a\"", "it expects nothing: write is = […]."),
    (
      "[[step]]\nexpect = \"order\"\nis = [\"open one\", \"click one\"]",
      "“click one” has no order that is promised"
    ),
    ("[[step]]\nfault = \"messages 200\"", "200 is the status of a good response, so it is no fault"),
    ("[[step]]\nclient = \"start\"", ":15: client = “start”: the inbox runs already."),
    ("[[step]]\npress = \"Q\"\n[[step]]\npress = \"j\"", ":17: press = “j”: the inbox has quit by then."),
    ("[[step]]\npress = \"q j\"", ":15: press = “q j”: the inbox has quit by then."),
    (
      "[[step]]\npress = \"Q\"\n[[step]]\nclient = \"kill\"",
      ":17: client = “kill”: the inbox has quit by then."
    ),
    (
      "[[step]]\npress = \"Q\"\n[[step]]\nexpect = \"list\"\nunread = 1",
      ":17: expect = “list”: the inbox has quit"
    ),
    ("[[step]]\npress = \"j\"", ":1:1: [scenario]: it expects nothing, so it would always pass."),
    (
      "[[step]]\nexpect = \"opens\"\nmessage = \"oen\"\nexactly = 0",
      ":15: expect = “opens”: there is no message “oen”."
    ),
    (
      "[[step]]\nexpect = \"why\"\ncontains = \"x\"\nmessage = \"one-x\"\nexactly = 0",
      ":15: expect = “why”: there is no message “one-x”."
    ),
    (
      "[[step]]\nexpect = \"order\"\nis = [\"display two\"]",
      ":15: expect = “order”: there is no message “two”."
    ),
    (
      "[[step]]\nexpect = \"displays\"\nidentity = \"user:maria\"\nexactly = 0",
      ":15: expect = “displays”: there is no person “user:maria”."
    ),
    (
      "[[step]]\nexpect = \"badges\"\nidentity = \"device:other\"\nat-most = 3",
      "there is no person “device:other”. There are: device:scenario-device."
    ),
    (
      "[[step]]\nexpect = \"list\"\ncenter = \"Ofers\"\ntotal = 0",
      ":15: expect = “list”: there is no center “Ofers”. There are: Primary."
    ),
    (
      "[[step]]\nexpect = \"list\"\nhides = [\"on\"]",
      ":15: expect = “list”: there is no message with the subject “on”."
    ),
    (
      "[[step]]\nexpect = \"fetches\"\nmessage = \"one\"\nexactly = 0",
      ":17:1: [[step]] 1, message: receipts of fetches name no message"
    ),
    (
      "[[step]]\nexpect = \"clicks\"\nidentity = \"device:scenario-device\"\nexactly = 0",
      ":17:1: [[step]] 1, identity: receipts of clicks name no identity"
    ),
    (
      "[[step]]\nexpect = \"events\"\nkind = \"opened\"",
      ":17:1: [[step]] 1, kind: “opened” is unknown. Known are: display, open, click"
    ),
    (
      "[[step]]\nexpect = \"events\"\nvendor = \"itreable\"",
      ":17:1: [[step]] 1, vendor: “itreable” is unknown. Known are: bloomreach, iterable."
    ),
    (
      "[[step]]\nexpect = \"events\"\nmessage = \"two\"\nexactly = 0",
      ":15: expect = “events”: there is no message “two”."
    ),
    (
      "[[step]]\nexpect = \"events\"\nidentity = \"user:maria\"\nexactly = 0",
      ":15: expect = “events”: there is no person “user:maria”."
    ),
    ("[[step]]\nopen = \"oen\"", ":15: open = “oen”: there is no message “oen”."),
    ("[[step]]\nclick = \"one\"", "[[step]] 1, url: it is missing."),
    (
      "[[step]]\nclose = \"one\"\nurl = \"https://acme.example/\"",
      ":17:1: [[step]] 1, url: only by = \"link\" has one."
    ),
    ("[[step]]\nmark = \"one\"\nas = \"seen\"", ":17:1: [[step]] 1, as: “seen” is unknown."),
    ("[[step]]\ndelete = \"one\"\nopen = \"one\"", "it has two verbs"),
    ("[[step]]\npress = \"Q\"\n[[step]]\nopen = \"one\"", ":17: open = “one”: the inbox has quit by then."),
  ]

  @Test("SB-5 a broken scenario is told with line and column, and status 2")
  func broken() async throws {
    var files: [String] = []
    for (number, mistake) in Self.mistakes.enumerated() {
      let end =
        mistake.0.isEmpty || mistake.1.contains("expects nothing, so")
        ? "" : "\n[[step]]\nexpect = \"outbox\"\n"
      try program.home.write(Self.head + mistake.0 + end, to: "broken-\(number).toml")
      files.append("\(program.home.path)/broken-\(number).toml")
    }
    let outcome = try await program.run(["check"] + files)
    #expect(outcome.status == 2)
    let reasons = outcome.output.components(separatedBy: "BROKEN ").dropFirst()
    #expect(reasons.count == files.count, "\(outcome.output)")
    for (mistake, reason) in zip(Self.mistakes, reasons) {
      #expect(reason.contains(mistake.1), "\(mistake.0)\n\(reason)")
    }
  }

  @Test("SB-5 what there can be, is named: another launch's message, who comes later, whose campaign it is")
  func known() async throws {
    try program.home.write(
      Self.head.replacing(
        "message = \"The first.\"", with: "message = \"The first.\"\naudience = [\"everyone\", \"user:eve\"]")
          + """
          [[step]]
          expect = "opens"
          message = "one-2"
          identity = "user:ben"
          exactly = 0

          [[step]]
          expect = "opens"
          identity = "user:eve"
          exactly = 0

          [[step]]
          switch = "ben"
          """, to: "known.toml")
    let outcome = try await program.run("check", program.home.path + "/known.toml")
    #expect(outcome.status == 0, "\(outcome.output)\(outcome.errors)")
  }

  private static let vendorHeads = [
    ("vendor = \"iterble\"\nuser = \"maria\"", ":3:1: [scenario], vendor: “iterble” is unknown."),
    ("vendor = \"iterable\"", ":3:1: [scenario], vendor: iterable has no inbox for a device. Say who reads"),
    ("user = \"\"\nvendor = \"bloomreach\"", ":3:1: [scenario], user: it is empty."),
  ]

  @Test("VE-9 VE-10 a scenario of a vendor names one that the sandbox plays, and who reads")
  func vendors() throws {
    for (head, sentence) in Self.vendorHeads {
      let text = Self.head.replacing("name = \"A try & more\"", with: "name = \"x\"\n\(head)")
      do {
        _ = try ScenarioReader.read(
          text: text + "[[step]]\nexpect = \"outbox\"\n", path: "vendor.toml")
        Issue.record("\(head) was taken")
      } catch {
        #expect("\(error)".hasPrefix("vendor.toml\(sentence)"), "\(error)")
      }
    }
  }

  @Test(
    "VE-9 VE-13 events that are not as expected are told with the nearest ones, and a gesture that is refused"
  )
  func vendorFailing() async throws {
    try program.home.write(
      Self.head.replacing(
        "name = \"A try & more\"", with: "name = \"x\"\nvendor = \"bloomreach\"\nuser = \"maria\"")
          + """
          [[step]]
          open = "one"

          [[step]]
          expect = "events"
          vendor = "bloomreach"
          kind = "open"
          message = "one"
          within = 60

          [[step]]
          expect = "events"
          kind = "click"
          message = "one"

          [[step]]
          open = "one-2"
          """, to: "events.toml")
    let file = program.home.path + "/events.toml"
    let outcome = try await program.run("check", file)
    #expect(outcome.status == 1, "\(outcome)")
    #expect(
      outcome.output.contains(
        "\(file):27: expect = “events”: wanted at least 1 click of one, came 0. Nearest: bloomreach "),
      "\(outcome.output)")
    #expect(outcome.output.contains("\(file):32: open = “one-2”: "), "\(outcome.output)")
  }

  @Test("SB-5 a step that the sandbox refuses fails with its sentence; a file that is missing is broken")
  func refused() async throws {
    try program.home.write(
      Self.head
        + "[[step]]\nwithdraw = \"one\"\n[[step]]\nwithdraw = \"one\"\n[[step]]\nexpect = \"outbox\"\n",
      to: "refused.toml")
    let outcome = try await program.run(
      "check", program.home.path + "/refused.toml", program.home.path + "/missing.toml")
    #expect(outcome.status == 2 && outcome.output.contains("No message of a campaign “one” is out."))
    #expect(outcome.output.contains("there is no such file") && outcome.output.contains("1 failed, 1 broken"))
  }

  @Test("SB-3 SB-4 a broken push line and the end of the calendar end a scenario, they do not hang it")
  func ends() async throws {
    try program.home.write(
      Self.head + """
        [[step]]
        fault = "pushes truncated"

        [[step]]
        client = "restart"

        [[step]]
        clock = "9998-12-31T23:59:59Z"

        [[step]]
        clock = "+5w"

        [[step]]
        expect = "displays"
        message = "one"
        exactly = 2
        """, to: "ends.toml")
    let outcome = try await program.run("check", program.home.path + "/ends.toml")
    #expect(
      outcome.status == 1 && outcome.output.contains("The clock cannot be put there"), "\(outcome.output)")
  }

  @Test("SB-5 a scenario runs against a sandbox that is there already, with its campaigns and its clock")
  func against() async throws {
    let sandbox = try await program.startSandbox(Acme.campaigns)
    try program.home.write(
      """
      [scenario]
      name = "Against"

      [[step]]
      press = "<enter>"

      [[step]]
      expect = "opens"
      message = "plain"
      exactly = 1

      [[step]]
      clock = "+1h"

      [[step]]
      expect = "screen"
      shows = ["clock +1h"]
      """, to: "against.toml")
    let outcome = try await program.run(
      "check", program.home.path + "/against.toml", "--against", sandbox.endpoint.httpURL)
    #expect(outcome.status == 0, "\(outcome.output)\(outcome.errors)")
    #expect(try await sandbox.receipts().engagements.count { $0.type == "open" } == 1)
    let other = try await program.run(
      "check", program.home.path + "/against.toml", "--against", "http://127.0.0.1:1")
    #expect(other.status == 2 && other.errors.contains("Nothing responds at http://127.0.0.1:1."))
    await sandbox.stop()
  }

  @Test(
    "SB-2 SB-3 SB-4 SB-5 clock, faults, campaigns and receipts of a running sandbox from the command line")
  func control() async throws {
    let sandbox = try await program.startSandbox(Self.campaigns)
    #expect(
      try await program.run("clock", "+5m").output.hasSuffix("the clock runs 5 m ahead of the machine's\n"))
    #expect(try await program.run("clock", "soon").status == 2)
    #expect(
      try await program.run("fault", "set", "messages", "503", "retry-after", "5").output
        == "messages 503 retry-after 5\n")
    #expect(try await program.run("fault").output == "messages 503 retry-after 5\n")
    #expect(try await program.run("fault", "set", "moon", "500").status == 2)
    #expect(try await program.run("fault", "clear", "messages").output == "No fault is on.\n")
    try program.home.write("<p>Hello</p>", to: "hello.html")
    try program.home.write(
      Self.campaigns.replacing("first", with: "second").replacing("launch-app", with: "open-rich-message")
        + "[campaign.rich]\nfile = \"hello.html\"\n",
      to: "more.toml")
    let file = program.home.path + "/more.toml"
    #expect(try await program.run("campaign", "check", file).output == "\(file): Acme, 1 campaign\n")
    #expect(try await program.run("campaign", "launch", file).output == "launched second in Primary\n")
    #expect(try await program.run("campaign", "launch", "first").output == "launched first-2 in Primary\n")
    let list = try await program.run("list", "--profile", "sandbox", "--json")
    #expect(list.output.contains(#""id":"second""#) && list.output.contains(#""id":"first-2""#))
    #expect(
      try await program.run("campaign", "withdraw", "first").output == "withdrew first\nwithdrew first-2\n")
    let none = try await program.run("campaign", "withdraw", "first")
    #expect(none.status == 1 && none.errors.contains("No message of a campaign “first” is out."))
    let receipts = try await program.run("receipts", "--wait", "1", "--of", "fetches")
    #expect(try JSONValue.parse(Data(receipts.output.utf8))["fetches"]?.elements?.isEmpty == false)
    #expect(try await program.run("receipts", "--reset").output == "{\"generation\":2}\n")
    try program.home.write("[brand]\nname = 3\n", to: "bad.toml")
    let bad = try await program.run("campaign", "check", program.home.path + "/bad.toml")
    #expect(bad.status == 2 && bad.errors.contains("bad.toml:1:1"))
    #expect(try await program.run("clock", "--to", "http://example.com").status == 2)
    await sandbox.stop()
    #expect(try await program.run("clock").status == 2)
  }

  private static let campaigns = """
    [brand]
    name = "Acme"
    domain = "news.acme.example"
    scheme = "acme"

    [[campaign]]
    id = "first"
    kind = "launch-app"
    subject = "One"
    message = "A first."

    """

  @Test("SB-4 FE-3 a scenario's recording, over a kill and a new start, gives the same pictures again")
  func recorded() async throws {
    let folder = try #require(ShippedScenarios.folder)
    for name in ["killed.toml", "mail-link.toml"] {
      let file = program.home.path + "/\(name).jsonl"
      let run = try await program.run("check", folder + "/" + name, "--record", file)
      #expect(run.status == 0, "\(run)")
      let replay = try await program.run("replay", "--check", file)
      #expect(replay.status == 0, "\(replay.output)")
      let text = try String(contentsOfFile: file, encoding: .utf8)
      // What a link names, not where the sandbox plays it.
      #expect(!text.contains(#""url":"https://click.acme.example:"#))
    }
    let many = try await program.run("check", "--record", program.home.path + "/many.jsonl")
    #expect(many.status == 2 && many.errors.contains("Name one of them."))
  }
}
