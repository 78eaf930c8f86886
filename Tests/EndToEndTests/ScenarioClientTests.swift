import InboxCore
import InboxTUI
import Testing

@testable import inbox

/// Several clients of a scenario, as they are read.
struct ScenarioClientTests {
  private static let head = """
    [scenario]
    name = "x"
    user = "maria"
    size = "80x24"
    refresh-interval = 60

    [client.phone]

    [client.tablet]
    user = "ben"
    vendor = "bloomreach"
    read-only = true
    displays = "at-session-end"
    session-ends-on-open = true
    retention-days = 3
    session-timeout = 90


    """
  private static let end = "\n[[step]]\nexpect = \"duplicates\"\n"

  private func read(_ text: String) throws -> Scenario {
    let file = try ScenarioReader.read(text: text, path: "two.toml")
    return try #require(file.scenarios.first)
  }

  @Test("QA-5 each client has what the scenario says, and what it says itself")
  func settings() throws {
    let clients = try read(Self.head + Self.end).clients
    #expect(clients.map(\.name) == ["phone", "tablet"])
    #expect(clients.map(\.user) == ["maria", "ben"])
    #expect(clients.map(\.vendor) == [nil, SandboxVendor(rawValue: "bloomreach")])
    #expect(clients.map(\.size.columns) == [80, 80])
    #expect(clients.map(\.refreshInterval) == [60, 60])
    #expect(clients.map(\.readsOnly) == [false, true])
    #expect(clients.map(\.displays) == [.asShown, .atSessionEnd])
    #expect(clients.map(\.sessionEndsOnOpen) == [false, true])
    #expect(clients.map(\.retentionDays) == [nil, 3])
    #expect(clients.map(\.sessionTimeout) == [nil, 90])
  }

  @Test("QA-5 VE-1 a client can read from the default vendor where the others do not")
  func defaultVendor() throws {
    let head = "[scenario]\nname = \"x\"\nuser = \"maria\"\nvendor = \"iterable\"\n"
    let clients = try read(head + "[client.a]\n[client.b]\nvendor = \"responsys\"\n" + Self.end).clients
    #expect(clients.map(\.vendor?.rawValue) == ["iterable", nil])
  }

  @Test(
    "QA-5 a step is of the client that it names, shared steps of that of their use, and the sandbox of none")
  func steps() throws {
    let steps = try read(
      Self.head + """
        [[steps.look.step]]
        press = "j"

        [[steps.look.step]]
        press = "k"
        client = "tablet"

        [[step]]
        use = "look"
        client = "phone"

        [[step]]
        clock = "+5m"

        [[step]]
        expect = "why"
        contains = "x"
        """ + Self.end
    ).steps
    #expect(steps.map(\.client) == ["phone", "tablet", nil, nil, nil])
  }

  private static let mistakes = [
    (
      "[[step]]\npress = \"j\"",
      "[[step]] 1, press: it does not say which client. Write client = \"…\" with one of: phone,"
    ),
    ("[[step]]\nexpect = \"badge\"\nlocal = 1", "[[step]] 1, expect: it does not say which client."),
    ("[[step]]\npress = \"j\"\nclient = \"phne\"", "there is no client “phne”. Did you mean “phone”?"),
    (
      "[[step]]\nclient = \"restart\"",
      "[[step]] 1, client: there are several. Write app = \"…\" and the name of one"
    ),
    ("[[step]]\nclock = \"+5m\"\nclient = \"phone\"", "all clients share one sandbox"),
    ("[[step]]\nexpect = \"opens\"\nclient = \"phone\"", "all clients share one sandbox"),
    ("[client.watch]\nsise = \"80x24\"", "[client.watch], sise: the key is unknown. Did you mean “size”?"),
    (
      "[client.watch]\nvendor = \"iterable\"\nsession-timeout = 60",
      "session-timeout: it is about sessions of"
    ),
    ("[client.\"my watch\"]", "“my watch” is not a name of a client."),
  ]

  @Test(
    "QA-5 a client that is not there, or is not named where there are several, is reported with its place")
  func mistakes() throws {
    for (text, sentence) in Self.mistakes {
      do {
        _ = try read(Self.head + text + Self.end)
        Issue.record("\(text) was taken")
      } catch { #expect("\(error)".contains(sentence), "\(text)\n\(error)") }
    }
  }
}
