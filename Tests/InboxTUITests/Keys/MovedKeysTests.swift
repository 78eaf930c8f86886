import Foundation
import InboxCore
import InboxModel
import InboxTestSupport
import InboxTUI
import Testing

@testable import InboxTUI

/// An inbox in which every key is another: nothing may name or need the one that the program comes with.
struct MovedKeysTests {
  /// Every key that can be changed is a letter of another script.
  private static let moved: KeyMap = {
    var letters = (UInt32(0x400)...0x481).compactMap(Unicode.Scalar.init).map { Key.character(Character($0)) }
    letters += (UInt32(0x490)...0x52F).compactMap(Unicode.Scalar.init).map { Key.character(Character($0)) }
    var next = letters.makeIterator()
    var changed: [ActionID: [Key]] = [:]
    for action in ActionRegistry.actions where !action.isFixed {
      changed[action.id] = action.keys.compactMap { _ in next.next() }
    }
    return KeyMap(changed: changed)
  }()

  private static let verbs =
    "ends|goes|opens|leaves|begins|tries|shows|takes|gives|switches|follows|brings|quits|stops|fetches|asks|"
    + "cancels|clears|lists|filters|turns|loads|undoes|restores|hides|marks|searches|enables|"
    + "narrows|reads|does|in the inbox|closes|again|lists|checks|copies"

  /// Keys of the standard map that a text names.
  private func old(_ text: String, fixed: Bool) throws -> [String] {
    try old(text, Self.search(fixed: fixed))
  }

  private func old(_ text: String, _ search: Regex<AnyRegexOutput>) throws -> [String] {
    text.matches(of: search).map { String(text[$0.range]) }
  }

  private static func search(fixed: Bool) throws -> Regex<AnyRegexOutput> {
    let named = fixed ? "F5|Space" : "F5|Space|Enter|Esc"
    return try Regex("(^|[^\\w‘“<-])((\(named))\\b|([b-zB-Z?]|\\^[A-Z]) (\(Self.verbs))\\b)")
  }

  private func states() throws -> [(name: String, state: AppState)] {
    var states: [(String, AppState)] = []
    states.append(("inbox", try StateFixture.inbox(120, 40)))
    states.append(("presenting", try PresentingFixture.state(120, 40, tour: PresentingFixture.tour)))
    var reading = try PresentingFixture.state(120, 40)
    let row = try #require(reading.list.selectedRow)
    _ = reading.reduce(.message(.opened(row.key, row)))
    states.append(("presented message", reading))
    reading.presenting = nil
    states.append(("message", reading))
    var late = try PresentingFixture.state(120, 40, tour: PresentingFixture.tour)
    _ = late.nextCaption() + late.settle() + late.nextCaption() + late.settle()
    _ = late.reduce(.presenting(.tourWaitedLong))
    states.append(("late", late))
    _ = late.nextCaption()
    states.append(("the end", late))
    var disabled = try StateFixture.inbox(120, 40)
    disabled.snapshot?.disabled = .disabled(byProfile: false)
    for name in disabled.lists.keys { disabled.lists[name]?.forget() }
    states.append(("disabled", disabled))
    states.append(
      (
        "starting",
        AppState(
          size: Size(columns: 120, rows: 40), profile: ProfileFacts(name: "acme"),
          centers: try CenterList([]),
          now: StateFixture.now)
      ))
    return states
  }

  @Test(
    "FE-6 a sentence with an old key is found",
    arguments: [
      "F5 ends presenting.", "It is left; t goes on with it.", "Enter opens it, and that is reported.",
      "this did not come; Space goes on", "or X in the inbox, switches", "ends; r tries to store it.",
      "^G cancels it",
    ])
  func finds(_ text: String) throws {
    #expect(try old(text, fixed: false).count == 1)
  }

  @Test("FE-6 with every key moved no screen and no sentence names an old one")
  func sentences() throws {
    let searches = [false: try Self.search(fixed: false), true: try Self.search(fixed: true)]
    // Most of a picture is that of another action.
    var seen: [Bool: Set<String>] = [:]
    func clean(_ text: String, fixed: Bool = false) throws -> Bool {
      guard seen[fixed, default: []].insert(text).inserted, let search = searches[fixed] else { return true }
      return try old(text, search).isEmpty
    }
    for (name, start) in try states() {
      var first = start
      first.keys = Self.moved
      _ = first.settle()
      for action in ActionRegistry.actions {
        if let why = action.whyDisabled(first) {
          #expect(try clean(why), "\(name), \(action.id): \(why)")
        }
        var state = first
        if state.isHere(action) || [.tour, .list, .detail].contains(where: action.contexts.contains) {
          _ = state.act(action.id)
        }
        _ = state.settle()
        let notice = state.notice?.text ?? ""
        #expect(try clean(notice), "\(name), \(action.id): \(notice)")
        // The help lists the keys that are fixed; a line that is typed into has them, and so has what asks.
        let fixed = state.context.isTextField || state.context.asks || state.context == .help
        let lines = MainView.draw(state, .mono).lines
        for line in lines { #expect(try clean(line, fixed: fixed), "\(name), \(action.id): \(line)") }
      }
      for title in ActionRegistry.actions.map(\.title) { #expect(try clean(title)) }
    }
    let errors: [InboxError] = [
      .disabled(byProfile: false), .disabled(byProfile: true),
      .richContentNotStored(MessageID("m1"), reason: "Full."),
    ]
    for error in errors {
      #expect(
        try old(error.description, fixed: false) == [] && old(error.sentence(Self.moved), fixed: false) == [])
    }
    #expect(
      InboxError.disabled(byProfile: false).sentence(.standard)
        == "Message centers are disabled. X enables them.")
  }

  @Test("FE-6 of numbered keys the others keep their numbers where one is refused, in a recording too")
  func numbers() throws {
    // In a message the second is the key of another action, and a terminal sends the fourth as Tab.
    let asked: [Key?] = [.character("a"), .character("n"), nil, .control("i"), .character("f")]
    let (map, flaws) = KeyMap.made(of: [.init(.linkNumber, asked), .init(.undo, [nil, .character("ü")])])
    #expect(flaws.count == 2 && map.keys(of: .linkNumber) == [.character("a"), .character("f")])
    let read = try JSONDecoder().decode(KeyMap.self, from: JSONEncoder().encode(map))
    #expect(read == map)
    for map in [map, read] {
      #expect(map.number(of: .character("a"), for: .linkNumber) == 1)
      #expect(map.number(of: .character("f"), for: .linkNumber) == 5)
      #expect(map.action(for: .character("f"), in: .detail)?.id == .linkNumber)
      #expect(map.action(for: .character("n"), in: .detail)?.id == .nextLink)
    }
    // Nothing is left of it, and another action was given one of the keys that it came with.
    let three = KeyMap.made(of: [
      .init(.linkNumber, [.character("n")]), .init(.openNext, [.character("3")]),
    ]).map
    #expect(three.number(of: .character("4"), for: .linkNumber) == 4)
  }

  private func click(_ state: inout AppState, _ target: MouseTarget) throws -> [AppEffect] {
    _ = state.settle()
    let mark = try #require(MainView.draw(state, .mono).marks.last { $0.target == target })
    let mouse = MouseEvent(kind: .press, button: 1, x: mark.rect.x, y: mark.rect.y)
    return state.reduce(.keyPressed(.mouse(mouse)))
  }

  @Test("FE-6 a click does what it is on, whichever key that has, or none")
  func clicks() throws {
    for keys in [
      Self.moved, KeyMap(changed: [.open: [], .followLink: [], .showEvent: [], .launchCampaign: []]),
    ] {
      var state = try StateFixture.inbox(120, 40)
      state.keys = keys
      let row = try #require(state.list.selectedRow)
      #expect(try click(&state, .row(row.key)).contains(.open(row.key)))
      _ = state.reduce(.message(.opened(row.key, row)))
      _ = state.settle()
      state.links.resolving = nil
      state.detail?.link = 1
      #expect(try click(&state, .link(1)).contains { if case .resolve = $0 { true } else { false } })
      state = try PresentingFixture.state(120, 40)
      state.keys = keys
      _ = state.showCampaigns()
      #expect(try click(&state, .layerLine(0)) == [.askSandbox("launch m2")])
    }
    // What cannot be done is refused as its key would be.
    var state = try StateFixture.inbox(120, 40)
    let key = try #require(state.list.selectedRow).key
    state.waits = [Wait(kind: .opening(key), since: state.now)]
    #expect(try click(&state, .row(key)) == [])
  }

  @Test(
    "FE-6 a line that is typed into hints at no key that would type a letter, and a click on a hint types none"
  )
  func hints() throws {
    var state = try StateFixture.inbox(100, 30)
    state.keys = KeyMap.made(of: [.init(.back, [.character("h"), .escape])]).map
    func last() -> String {
      _ = state.settle()
      return MainView.draw(state, .mono).lines.last ?? ""
    }
    _ = state.reduce(.keyPressed(.character(":")))
    #expect(last().contains("Esc back") && last().contains("F1 help") && !last().contains("h back"))
    _ = try click(&state, .hint(.back))
    #expect(state.layer == nil)
    state.keys = .standard
    _ = state.reduce(.keyPressed(.character("/")))
    #expect(last().contains("F1 help") && !last().contains("? help"))
    _ = try click(&state, .hint(.help))
    #expect(state.context == .help && state.find.text.isEmpty)
    // The badge takes digits alone: its letter is a key.
    state = try StateFixture.inbox(100, 30)
    _ = state.reduce(.keyPressed(.character("b")))
    #expect(last().contains("r reset") && last().contains("? help"))
  }
}
