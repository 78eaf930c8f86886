import Foundation
import InboxCore
import InboxModel
import InboxTestSupport
import InboxTUI
import Testing

@testable import InboxDomains
@testable import InboxTUI

/// Frames of the screens that need more than a key to come to, and the proof that no screen goes without frames.
struct ScreenFrameTests {
  private func check(_ state: AppState, _ context: ActionContext, named name: String) {
    #expect(state.context == context)
    let frame = MainView.draw(state, state.shownTheme)
    expectFrame(frame, named: "\(name)-\(state.size.columns)x\(state.size.rows)")
  }

  private func press(_ state: inout AppState, _ keys: String) throws {
    for key in try Key.sequence(keys) {
      _ = state.reduce(.keyPressed(key))
      _ = state.settle()
    }
  }

  @Test("FE-6 the palette: what is typed picks, a command takes its argument", arguments: StateFixture.sizes)
  func palette(columns: Int, rows: Int) throws {
    var state = try StateFixture.inbox(columns, rows)
    state.profile.hasSandbox = true
    try press(&state, ": r e a <down>")
    check(state, .command, named: "palette")
    try press(&state, "<c-u> t h e m e <space> n o")
    check(state, .command, named: "palette-argument")
  }

  @Test("FE-6 the help, narrowed by what is typed", arguments: StateFixture.sizes)
  func help(columns: Int, rows: Int) throws {
    var state = try StateFixture.inbox(columns, rows)
    try press(&state, "? / b a d g e")
    check(state, .narrow, named: "help-find")
    try press(&state, "<c-u> x y z z y")
    check(state, .narrow, named: "help-nothing")
  }

  @Test(
    "FE-14 a text that is found in a message, and another that narrows the events",
    arguments: StateFixture.sizes)
  func found(columns: Int, rows: Int) throws {
    var state = try StateFixture.inbox(columns, rows)
    try press(&state, "<enter>")
    let row = try #require(state.list.selectedRow)
    _ = state.reduce(.message(.opened(row.key, row)))
    try press(&state, "/ e <enter> n")
    check(state, .found, named: "found")
    for (number, why) in ["acknowledged", "suppressed: already displayed in session 2"].enumerated() {
      _ = state.reduce(
        .coreUpdated(
          .journal([
            JournalEntry(
              number: number, time: StateFixture.now.addingTimeInterval(0.25),
              kind: .display(number == 0 ? .sent : .suppressed), message: .numbered(number + 1), why: why)
          ])))
    }
    try press(&state, "<esc> <esc> E E / s e s s i o n")
    check(state, .narrow, named: "events-narrowed")
  }

  @Test("FE-6 the question before many messages are deleted", arguments: StateFixture.sizes)
  func deleting(columns: Int, rows: Int) throws {
    var state = try StateFixture.inbox(columns, rows)
    state.layer = .deleting((1...30).map { .numbered($0) })
    check(state, .deleting, named: "deleting")
  }

  @Test("UL-9 the check of a branded domain, with what to do", arguments: StateFixture.sizes)
  func domain(columns: Int, rows: Int) throws {
    var state = try StateFixture.inbox(columns, rows)
    state.profile.domains = ["news.acme.example"]
    try press(&state, "D")
    check(state, .domain, named: "domain-looking")
    let certificate = CertificateFacts(
      subject: "news.acme.example", issuer: "Acme CA", names: ["news.acme.example"],
      notBefore: StateFixture.now.addingTimeInterval(-86_400),
      notAfter: StateFixture.now.addingTimeInterval(86_400 * 9), signature: .sha2(256), key: .rsa(1_024))
    let facts = DomainFacts(
      nameServers: .found(raw: ["ns1.responsys.net.", "ns.elsewhere.example."]),
      tls: .success(
        TLSFacts(
          version: .tls13, modernVersion: .met, forwardSecrecy: .met, certificate: certificate,
          chain: .trusted)),
      association: AssociationFacts(
        place: "https://news.acme.example/.well-known/apple-app-site-association",
        appIDs: ["TEAM.example.acme"], appPath: .init(verdict: .match, rule: "/pub/acc"),
        webPath: .init(verdict: .noMatch, rule: "the app's rule does not match")),
      entitlement: AssociatedDomain.covering(host: "news.acme.example", in: ["applinks:news.acme.example"]),
      appID: "TEAM.example.acme", appLink: "https://news.acme.example/pub/acc")
    let check = DomainCheck(host: "news.acme.example", facts: facts, now: StateFixture.now)
    _ = state.reduce(.link(.domainChecked(check)))
    self.check(state, .domain, named: "domain")
  }

  @Test("SB-3 the sandbox's faults, one on", arguments: StateFixture.sizes)
  func faults(columns: Int, rows: Int) throws {
    var state = try StateFixture.inbox(columns, rows)
    state.profile.hasSandbox = true
    _ = state.reduce(.sandbox(.faultsChanged([SandboxCommand.faults[2]])))
    try press(&state, "F j")
    check(state, .faults, named: "faults")
  }

  @Test("FE-3 EN-9 one line of the event pane, whole", arguments: StateFixture.sizes)
  func event(columns: Int, rows: Int) throws {
    var state = try StateFixture.inbox(columns, rows)
    let why = "suppressed: already displayed in session 2; a second one would be told by its id, m1"
    _ = state.reduce(
      .coreUpdated(
        .journal([
          JournalEntry(
            number: 1, time: StateFixture.now, kind: .display(.suppressed), message: .numbered(1), why: why)
        ])
      ))
    try press(&state, "E <tab>")
    while state.focus != .events { try press(&state, "<tab>") }
    try press(&state, "<enter>")
    check(state, .event, named: "event")
  }

  @Test("FE-7 the themes, the selected one tried", arguments: StateFixture.sizes)
  func themes(columns: Int, rows: Int) throws {
    var state = try StateFixture.inbox(columns, rows)
    try press(&state, "T")
    _ = state.reduce(
      .theme(
        .themesListed(
          try ThemeFixture.names.map { name in
            let definition = try ThemeFixture.definition(name)
            return ThemeChoice(definition.theme(at: .truecolor), variant: definition.variant)
          })))
    try press(&state, "g j")
    check(state, .themes, named: "themes")
  }

  @Test("SB-2 the campaigns that can be launched", arguments: StateFixture.sizes)
  func launch(columns: Int, rows: Int) throws {
    var state = try PresentingFixture.state(columns, rows)
    state.profile.hasSandbox = true
    try press(&state, "L j")
    check(state, .launch, named: "launch")
  }

  @Test("FE-8 what is waited for is reported, and leaving too", arguments: StateFixture.sizes)
  func waiting(columns: Int, rows: Int) throws {
    var state = try StateFixture.inbox(columns, rows)
    try press(&state, "r")
    state.now = StateFixture.now.addingTimeInterval(7)
    check(state, .list, named: "waiting")
    _ = state.reduce(.screen(.leaving))
    state.now += 1
    #expect(MainView.draw(state, .mono).lines.joined(separator: " ").contains("any key quits now"))
  }

  /// What the frames of a context are called.
  private func frames(of context: ActionContext) -> String {
    switch context {
    case .list: "App/Frames/inbox"
    case .find: "App/Frames/find-typing"
    case .detail: "App/Frames/reader"
    case .events: "App/Frames/events"
    case .help: "App/Frames/help"
    case .narrow: "App/Frames/help-find"
    case .found: "App/Frames/found"
    case .badge: "App/Frames/badge"
    case .user: "App/Frames/user"
    case .disabling: "App/Frames/disabling"
    case .deleting: "App/Frames/deleting"
    case .center: "App/Frames/center"
    case .domain: "App/Frames/domain"
    case .command: "App/Frames/palette"
    case .faults: "App/Frames/faults"
    case .outcome: "App/Frames/outcome"
    case .event: "App/Frames/event"
    case .proof: "App/Frames/proof"
    case .lens: "Lens/Frames/lens"
    case .reason: "Lens/Frames/reason"
    case .stale: "Lens/Frames/stale"
    case .themes: "App/Frames/themes"
    case .tour: "Presenting/Frames/tour"
    case .launch: "App/Frames/launch"
    case .looks: "Presenting/Frames/plain"
    case .comparing: "App/Frames/comparing"
    case .comparison: "App/Frames/comparison"
    case .notices: "App/Frames/notices"
    case .card: "App/Frames/card"
    }
  }

  @Test("FE-5 no screen goes without a frame at any of the sizes", arguments: ActionContext.allCases)
  func complete(context: ActionContext) throws {
    let tests = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    for (columns, rows) in StateFixture.sizes {
      let file = tests.appendingPathComponent("\(frames(of: context))-\(columns)x\(rows).txt")
      let text = try String(contentsOf: file, encoding: .utf8)
      #expect(text.split(separator: "\n", omittingEmptySubsequences: false).count > 2 * rows)
    }
  }
}
