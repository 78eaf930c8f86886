import Foundation
import InboxSandbox
import InboxTestSupport
import Testing

@testable import inbox

/// Scenarios that ask for what cannot be, or name what there is not.
@Suite(.queued)
struct BrokenScenarioTests {
  private let program: Program

  init() throws { program = try Program() }

  private static let head = """
    [scenario]
    name = "A try & more"

    \(ScenarioText.acme)


    """

  /// Checks scenarios in one run, each in a file of its own.
  private func check(_ scenarios: [String]) async throws -> Program.Outcome {
    let files = scenarios.indices.map { "\(program.home.path)/scenario-\($0).toml" }
    for (number, text) in scenarios.enumerated() {
      try program.home.write(text, to: "scenario-\(number).toml")
    }
    return try await program.run(["check"] + files)
  }

  /// Checks scenarios that are all broken.
  ///
  /// - Returns: what is said of each, in their order.
  private func reasons(_ scenarios: [String]) async throws -> [String] {
    let outcome = try await check(scenarios)
    #expect(outcome.status == 2)
    let reasons = outcome.output.components(separatedBy: "BROKEN ").dropFirst()
    try #require(reasons.count == scenarios.count, "\(outcome.output)")
    return Array(reasons)
  }

  @Test(
    "VE-2 QA-5 what a vendor has no receipts of cannot be expected, and its badge is the one that its app shows"
  )
  func withoutReceipts() async throws {
    let scenarios = ["iterable", "bloomreach"].flatMap { vendor in
      ["opens", "displays", "badges", "rich", "duplicates", "order"].map { expected in
        Self.head.replacing("[brand]", with: "vendor = \"\(vendor)\"\nuser = \"maria@acme.example\"\n[brand]")
          + "[[step]]\nexpect = \"\(expected)\"\n\(expected == "order" ? "is = []" : "exactly = 0")\n"
      }
    }
    for reason in try await reasons(scenarios) {
      #expect(reason.contains("no client opens the stand-in of Responsys"))
    }
  }

  @Test(
    "VE-2 QA-5 BD-7 a badge that the app counts is how many are unread, and one that there is not is never 0")
  func otherBadge() async throws {
    let outcome = try await check(
      [("iterable", 1), ("iterable", 0), ("bloomreach", 0)].map { vendor, local in
        Self.head.replacing("[brand]", with: "vendor = \"\(vendor)\"\nuser = \"maria@acme.example\"\n[brand]")
          + "[[step]]\nexpect = \"badge\"\nlocal = \(local)\n"
      })
    #expect(outcome.status == 1 && outcome.output.hasPrefix("ok "), "\(outcome)")
    let failed = outcome.output.components(separatedBy: "FAIL ").dropFirst()
    #expect(failed.first?.contains("local is 1, expected 0") == true, "\(outcome.output)")
    #expect(failed.count == 2 && failed.last?.contains("Bloomreach") == true, "\(outcome.output)")
  }

  private static let mistakes = [
    ("[[step]]\npress = \"<nokey>\"", ":16:1: [[step]] 1, press: "),
    ("[[step]]\nclock = \"tomorrow\"", "“tomorrow” is not a change of the clock"),
    ("[[step]]\nfault = \"moon 500\"", "“moon” is not an endpoint"),
    ("[[step]]\nexpect = \"miracles\"", "“miracles” is unknown"),
    (
      "[[step]]\nexpect = \"lens\"\nmessage = \"one\"\nrule = \"responsis\"",
      "“responsis” is not a rule of the lens"
    ),
    ("[[step]]\nexpect = \"lens\"\nrule = \"iterable\"", "message: it is missing"),
    (
      "[[step]]\nexpect = \"lens\"\nmessage = \"two\"\nrule = \"iterable\"\nexactly = 0",
      "there is no message “two”"
    ),
    (
      "[[step]]\nexpect = \"opens\"\nmessage = \"one-2\"\nexactly = 0",
      "there is no message “one-2”. There are: one."
    ),
    (
      "[[step]]\nlaunch = \"one\"\n[[step]]\nexpect = \"opens\"\nmessage = \"one-3\"\nexactly = 0",
      "there is no message “one-3”. There are: one."
    ),
    (
      "[[step]]\nlaunch = \"one\"\n[[step]]\nexpect = \"opens\"\nmessage = \"one-02\"\nexactly = 0",
      "there is no message “one-02”"
    ),
    ("[[step]]\nexpect = \"badge\"\ncolour = 1", "the key is unknown"),
    ("[[step]]\npress = \"j\"\nclock = \"+1m\"", "it has two verbs"), ("[[step]]\n", "it has no verb"),
    ("[[step]]\nexpect = \"opens\"\nat-least = 5\nat-most = 2", "no number is both"),
    ("[[step]]\nexpect = \"opens\"\nexactly = 0\nat-least = 5", "it is enough"),
    ("[[step]]\nexpect = \"badge\"", "it expects nothing"), ("", "there is no [[step]]"),
    ("[[step]]\nexpect = \"why\"\ncontains = \"\"", ":17:1: [[step]] 1, contains: it is empty."),
    (
      "[[step]]\nexpect = \"screen\"\nshows = [\"\"]",
      "one of its texts is empty, which is found everywhere"
    ),
    ("[[step]]\nexpect = \"opens\"\nidentity = \"maria\"", "“maria” is not a person. Write user:NAME"),
    (
      "[[step]]\nexpect = \"opens\"\nwithin = 86400",
      ":17:1: [[step]] 1, within: it is 86400, but a number from 1 to 600 is expected."
    ),
    ("[[step]]\nexpect = \"order\"\nidentity = \"user:a\"", "it expects nothing: write is = […]."),
    (
      "[[step]]\nexpect = \"order\"\nis = [\"open one\", \"click one\"]",
      "“click one” has no order that is promised"
    ),
    ("[[step]]\nfault = \"messages 200\"", "200 is the status of a good response, so it is not a fault"),
    ("[[step]]\nclient = \"start\"", ":15: client = “start”: the inbox is already running."),
    (
      "[[step]]\npress = \"Q\"\n[[step]]\npress = \"j\"",
      ":17: press = “j”: the inbox has quit by then. Start it with app = \"start\"; without"
    ),
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
      "[[step]]\nexpect = \"session-starts\"\nmessage = \"one\"\nexactly = 0",
      ":17:1: [[step]] 1, message: receipts of session-starts name no message"
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
    ("[[step]]\nlaunch = \"oen\"", ":15: launch = “oen”: there is no campaign “oen”. Did you mean “one”?"),
    ("[[step]]\nrefresh = \"Ofers\"", ":15: refresh = “Ofers”: there is no center “Ofers”."),
    ("[[step]]\nopen = \"one\"\ncenter = \"Primry\"", "there is no center “Primry”. Did you mean “Primary”?"),
    ("[[step]]\npres = \"j\"", ":16:1: [[step]] 1, pres: the key is unknown. Did you mean “press”?"),
    ("[[step]]\nexpect = \"badg\"", ":16:1: [[step]] 1, expect: “badg” is unknown."),
    (
      "[[step]]\nexpect = \"link\"\nbranch = \"web-lnk\"",
      ":17:1: [[step]] 1, branch: no link has the branch “web-lnk”. Did you mean “web-link”?"
    ),
    (
      "[[step]]\nexpect = \"link\"\nclick = \"maybe\"",
      "no link has the click “maybe”. There are: yes, queued"
    ),
    ("[[step]]\nresize = \"wide\"", ":16:1: [[step]] 1, resize: “wide” is not a size."),
    (
      "[[step]]\nresize = \"600x20\"",
      "is not a size. Write it like 100x30: from 1 to 500 columns and from 1 to 200"
    ),
    (
      "[[routes]]\npattern = \"offers\"\nscreen = \"A\"",
      ":16:1: [[routes]] 1, pattern: it has no scheme."
    ),
    ("[[step]]\nsignal = \"TREM\"", ":16:1: [[step]] 1, signal: “TREM” is unknown."),
    ("[[step]]\nsuspend = \"soon\"", ":16:1: [[step]] 1, suspend: write true, or how long"),
    ("[[step]]\nmouse = \"click\"", ":16:1: [[step]] 1, mouse: it is nowhere."),
    ("[[step]]\nmouse = \"click\"\nat = [3]", ":17:1: [[step]] 1, at: it is a column and a row"),
    (
      "[[step]]\nexpect = \"opens\"\nproperties = { a = 1 }",
      ":17:1: [[step]] 1, properties: receipts of opens name no properties"
    ),
    ("[[step]]\nexpect = \"opens\"\nat = \"noon\"", ":17:1: [[step]] 1, at: “noon” is not a time."),
    (
      "[[step]]\nopen = \"one\"\nclient = \"phone\"", ":17:1: [[step]] 1, client: there is no client “phone”."
    ),
    ("[[step]]\nuse = \"login\"", ":16:1: [[step]] 1, use: there are no shared steps “login”."),
    (
      "[[step]]\nexpect = \"opens\"\nat-least = 0",
      ":17:1: [[step]] 1, at-least: it is 0, which always holds."
    ),
    (
      "[[step]]\nexpect = \"screen\"\nshows = []",
      ":17:1: [[step]] 1, shows: it is empty, which always holds."
    ),
    ("[[step]]\nexpect = \"list\"\nhides = []", ":17:1: [[step]] 1, hides: it is empty, which always holds."),
    (
      "[[step]]\nexpect = \"list\"\nshows = [\"One\"]\nhides = [\"One\"]",
      ":18:1: [[step]] 1, hides: “One” is under shows too"
    ),
    ("[[step]]\nexpect = \"list\"\ncenter = \"Primary\"", ":16:1: [[step]] 1, expect: it expects nothing"),
    (
      "[[step]]\nexpect = \"opens\"\nsince = \"+2m\"\nuntil = \"+1m\"\nexactly = 0",
      ":17:1: [[step]] 1, since: since is after until"
    ),
    (
      "[[step]]\nexpect = \"opens\"\nsince = \"2099-01-01T00:00:00Z\"\nuntil = \"+1m\"\nexactly = 0",
      ":15: expect = “opens”: since is after until"
    ),
    (
      "[[step]]\nexpect = \"events\"\nkind = \"open\"\nexactly = 0",
      ":15: expect = “events”: no client opens the stand-in of another vendor than Responsys"
    ),
    (
      "[[step]]\nexpect = \"screen\"\nhides = [\"O\\u0000\"]",
      ":17:12: the text: it holds a NUL character, which nothing shows, finds or sends."
    ),
    ("[[step]]\nexpect = \"opens\"\nexactly = 1000001", "a whole number from 0 to 1000000 is expected."),
    ("[[step]]\npress = \"Q\"\n[[step]]\nopen = \"one\"", ":17: open = “one”: the inbox has quit by then."),
  ]

  @Test("SB-5 a broken scenario is reported with line and column, and status 2")
  func broken() async throws {
    let scenarios = Self.mistakes.map { text, sentence in
      let isWhole = text.isEmpty || sentence.contains("expects nothing, so")
      return Self.head + text + (isWhole ? "" : "\n[[step]]\nexpect = \"outbox\"\n")
    }
    for (mistake, reason) in zip(Self.mistakes, try await reasons(scenarios)) {
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
          launch = "one"

          [[step]]
          switch = "ben"
          """, to: "known.toml")
    let outcome = try await program.run("check", program.home.path + "/known.toml")
    #expect(outcome.status == 0, "\(outcome.output)\(outcome.errors)")
  }

  @Test("SB-5 SB-2 what a key or the palette launches has a message that can be named")
  func launchedByKeys() async throws {
    let outcome = try await check(
      [["L", "<enter>"], [": launch <space> one <enter>"]].map { keys in
        Self.head + keys.map { "[[step]]\npress = \"\($0)\"\n\n" }.joined() + """
          [[step]]
          expect = "list"
          total = 2

          [[step]]
          expect = "opens"
          message = "one-2"
          exactly = 0
          """
      })
    #expect(outcome.status == 0, "\(outcome.output)\(outcome.errors)")
  }

  @Test(
    "VE-13 SB-5 events that no client's vendor is sent cannot come, so that to expect none proves nothing")
  func otherEvents() async throws {
    let head = Self.head.replacing(
      "name = \"A try & more\"", with: "name = \"x\"\nvendor = \"bloomreach\"\nuser = \"maria\"")
    let expectations = [
      "vendor = \"iterable\"", "kind = \"display\"", "vendor = \"bloomreach\"\nkind = \"display\"",
    ]
    let reasons = try await reasons(
      expectations.map { "\(head)[[step]]\nexpect = \"events\"\n\($0)\nexactly = 0\n" })
    #expect(
      reasons[0].contains(
        ":17: expect = “events”: no client opens the stand-in of iterable, so that no event of it can come. "
          + "There are: bloomreach."), "\(reasons)")
    for reason in reasons.dropFirst() {
      #expect(
        reason.contains(
          "bloomreach has no event “display”, so none can arrive. It has: click, open, read."), "\(reason)")
    }
  }

  @Test("SB-5 a file that is not text is one broken file, and the others run")
  func notText() async throws {
    let latin = program.home.path + "/latin.toml"
    try Data("[scenario]\nname = \"caf".utf8 + [0xE9, 0x22, 0x0A]).write(to: URL(fileURLWithPath: latin))
    let good = Self.head + "[[step]]\nexpect = \"displays\"\nmessage = \"one\"\n"
    try program.home.write(good, to: "good.toml")
    try program.home.write("include = [\"latin.toml\"]\n" + good, to: "includes.toml")
    let files = ["latin", "includes", "good"].map { "\(program.home.path)/\($0).toml" }
    for jobs in ["1", "3"] {
      let outcome = try await program.run(["check"] + files + ["--jobs", jobs])
      #expect(outcome.status == 2 && outcome.errors.isEmpty, "\(outcome)")
      let sentence = "\(latin):2:12: this is not UTF-8 (byte offset 22). Save the file as UTF-8 text."
      #expect(
        outcome.output == """
          BROKEN \(files[0])
                \(sentence)
          BROKEN \(files[1])
                \(sentence)
          ok    A try & more (1 step)
          1 passed, 0 failed, 2 broken.

          """, "\(outcome.output)")
    }
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
}
