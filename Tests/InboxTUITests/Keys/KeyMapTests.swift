import Foundation
import InboxEvidence
import InboxModel
import InboxTestSupport
import InboxTUI
import Testing

/// Keys of a person's own.
struct KeyMapTests {
  private typealias Override = KeyMap.Override

  @Test("FE-6 a map takes what it is given, an empty list takes every key, the rest stays")
  func made() {
    let (map, flaws) = KeyMap.made(of: [
      Override(.toggleRead, [.character("ä"), .control("t"), .character("ä")]),
      Override(.events, []),
    ])
    #expect(flaws == [])
    #expect(map.keys(of: .toggleRead) == [.character("ä"), .control("t")])
    #expect(map.action(for: .control("t"), in: .list)?.id == .toggleRead)
    #expect(map.action(for: .character("m"), in: .list) == nil)
    #expect(map.action(for: .character("E"), in: .list) == nil && map.keys(of: .events) == [])
    #expect(map.action(for: .character("d"), in: .list)?.id == .delete)
    #expect(map.name(of: .toggleRead) == "ä" && map.name(of: .events) == "‘Toggle event pane’")
    #expect(KeyMap.made(of: [Override(.delete, [.character("d")])]).map == .standard)
  }

  @Test("FE-6 a key of another action is refused with both names, and what is left of the request applies")
  func conflicts() throws {
    var (map, flaws) = KeyMap.made(of: [Override(.toggleRead, [.character("d"), .character("ä")])])
    #expect(map.keys(of: .toggleRead) == [.character("ä")] && map.keys(of: .delete) == [.character("d")])
    #expect(flaws.count == 1 && flaws.first?.action == .toggleRead)
    #expect(
      flaws.first?.problem
        == "“d” is the key of message.delete already (message list). Give one of them another key, such as "
        + "\"message.delete\" = [\"…\"]; until then message.toggle-read has ä.")
    // Nothing is left of it: the keys that it came with.
    (map, flaws) = KeyMap.made(of: [Override(.toggleRead, [.character("d")])])
    #expect(map == .standard && flaws.first?.problem.hasSuffix("message.toggle-read has m.") == true)
    // Two entries for one key: the first counts; two that change places do not get in each other's way.
    (map, flaws) = KeyMap.made(of: [
      Override(.refresh, [.character("ä")]),
      Override(.toggleRead, [.character("ä"), .character("ö")]),
    ])
    #expect(map.keys(of: .refresh) == [.character("ä")] && map.keys(of: .toggleRead) == [.character("ö")])
    #expect(flaws.map(\.action) == [.toggleRead])
    (map, flaws) = KeyMap.made(of: [
      Override(.toggleRead, [.character("d")]), Override(.delete, [.character("m")]),
    ])
    #expect(flaws == [] && map.action(for: .character("m"), in: .list)?.id == .delete)
    // One key may do different things in contexts that never meet.
    #expect(KeyMap.made(of: [Override(.browse, [.character("b")])]).flaws == [])
  }

  @Test(
    "FE-13 FE-6 the key that ends presenting is given to no look, nor a look's to it",
    arguments: [ActionID.nextLook, .nextAppearance, .nextPhone])
  func endOfPresenting(_ look: ActionID) throws {
    var (map, flaws) = KeyMap.made(of: [Override(look, [.function(5)])])
    let own = try #require(ActionRegistry[look].keys.first)
    #expect(map == .standard)
    #expect(
      flaws.map(\.problem) == [
        "“<f5>” is the key of present.toggle already (while presenting). Give one of them another key, such as "
          + "\"present.toggle\" = [\"…\"]; until then \(look.rawValue) has \(own.notation)."
      ])
    (map, flaws) = KeyMap.made(of: [Override(.present, [own])])
    #expect(map == .standard && flaws.map(\.action) == [.present])
    // Each may have the key that the other one gives up.
    (map, flaws) = KeyMap.made(of: [Override(look, [.function(5)]), Override(.present, [.function(6)])])
    #expect(flaws == [])
    var state = try PresentingFixture.state(120, 40)
    state.keys = map
    for key in [Key.function(5), .function(6)] { _ = state.reduce(.keyPressed(key)) + state.settle() }
    #expect(state.presenting == nil)
  }

  @Test("FE-6 lines that are typed into keep Enter and Esc, and no one is lost without a word")
  func fixed() throws {
    var (map, flaws) = KeyMap.made(of: [Override(.runCommand, [.character("ä")])])
    #expect(map == .standard)
    #expect(flaws.first?.problem == "it belongs to a text field, where Enter is fixed.")
    (map, flaws) = KeyMap.made(of: [Override(.back, [.character("ä")])])
    #expect(flaws == [] && map.action(for: .escape, in: .user)?.id == .back)
    #expect(
      map.action(for: .escape, in: .help) == nil && map.action(for: .character("ä"), in: .help)?.id == .back)
    (map, flaws) = KeyMap.made(of: [Override(.redraw, [.enter])])
    #expect(map == .standard && flaws.count == 1)
    (map, flaws) = KeyMap.made(of: [
      Override(.quit, []), Override(.quitNow, []), Override(.help, []),
      Override(.back, []),
    ])
    #expect(flaws.map(\.action) == [.quit, .help, .back])
    #expect(map.keys(of: .quit) == [] && map.keys(of: .help) == [])
    #expect(KeyMap.made(of: [Override(.quit, [])]).flaws == [])
  }

  @Test(
    "FE-14 Esc leaves every picker and question whatever keys back has, and no other action gets it there",
    arguments: [ActionContext.themes, .launch, .faults, .disabling, .deleting])
  func wayOut(_ context: ActionContext) throws {
    for keys in [[Key.character("b")], [.character("b"), .left], []] {
      let map = KeyMap.made(of: [Override(.back, keys)]).map
      #expect(map.action(for: .escape, in: context)?.id == .back, "\(keys)")
    }
    // Of two entries the first counts, but not for a key that the second cannot give up.
    let taking: [(ActionID, ActionContext)] = [(.disable, .disabling), (.clearFaults, .faults)]
    for (action, place) in taking where place == context {
      let (map, flaws) = KeyMap.made(of: [
        Override(action, [.escape]), Override(.back, [.function(9)]),
      ])
      #expect(map.keys(of: action) == ActionRegistry[action].keys && map.keys(of: .back) == [.function(9)])
      #expect(flaws.map(\.action) == [action])
      #expect(flaws.first?.problem.contains("pane.back") == true)
    }
  }

  @Test(
    "FE-6 a key that arrives as another, or does something before the map is asked, is refused with its name")
  func unable() {
    for (key, name) in [
      (Key.control("i"), "<tab>"), (.control("m"), "<enter>"), (.control("h"), "<bs>"),
      (.control("["), "<esc>"),
    ] {
      let (map, flaws) = KeyMap.made(of: [Override(.undo, [key, .function(7)])])
      #expect(map.keys(of: .undo) == [.function(7)] && flaws.count == 1 && flaws.first?.action == .undo)
      let notice = "“\(key.notation)” arrives as \(name): a terminal sends the same for both. Write \(name) "
      #expect(flaws.first?.problem.hasPrefix(notice) == true)
      #expect(KeyMap.made(of: [Override(.undo, [key])]).map == .standard)
    }
    let (map, flaws) = KeyMap.made(of: [
      Override(.undo, [.control("z")]), Override(.suspend, [.function(9)]),
    ])
    #expect(map.keys(of: .undo) == [.character("u")] && map.keys(of: .suspend) == [.function(9)])
    #expect(
      flaws.map(\.problem) == [
        "“<c-z>” suspends the program, whatever the map says. Give message.undo another key."
      ])
    #expect(KeyMap.made(of: [Override(.suspend, [.control("z"), .function(9)])]).flaws == [])
    // What the badge dialog's own line takes would set the badge rather than reset it.
    for key in [Key.character("5"), .character("-"), .backspace, .control("u")] {
      let (map, flaws) = KeyMap.made(of: [Override(.resetBadge, [key])])
      #expect(map == .standard)
      #expect(
        flaws.map(\.problem) == [
          "“\(key.notation)” goes into the line that is typed there. Give badge.reset another key."
        ])
    }
    #expect(KeyMap.made(of: [Override(.resetBadge, [.character("z"), .tab])]).flaws == [])
  }

  @Test("FE-6 whatever is asked for, no key means two things in one context, and no fixed key is lost")
  func random() throws {
    let seed = UInt64.random(in: 0...UInt64.max)
    var random = SeededGenerator(seed: seed)
    let keys = ActionRegistry.actions.flatMap(\.keys)
    for _ in 0..<200 {
      let actions = ActionRegistry.actions.map(\.id).shuffled(using: &random).prefix(
        Int.random(in: 1...12, using: &random))
      let overrides = actions.map { action in
        Override(
          action,
          (0..<Int.random(in: 0...3, using: &random)).compactMap { _ in keys.randomElement(using: &random) })
      }
      let map = KeyMap.made(of: overrides).map
      for context in ActionContext.allCases {
        var owners: [Key: [ActionID]] = [:]
        for action in ActionRegistry.actions where action.contexts.contains(context) {
          // No letter leaves a list to choose from.
          let stays =
            [ActionContext.themes, .launch, .faults].contains(context)
            && [ActionID.back, .quit, .quitNow].contains(action.id)
          for key in map.keys(of: action.id) {
            if stays, case .character = key { continue }
            owners[key, default: []].append(action.id)
          }
        }
        #expect(!owners.isEmpty)
        for (key, ids) in owners where ids.count > 1 {
          Issue.record("seed \(seed), \(key.notation) in \(context): \(ids)")
        }
      }
      for action in ActionRegistry.actions where action.isFixed {
        #expect(map.keys(of: action.id) == action.keys, "seed \(seed)")
      }
    }
  }

  @Test("FE-6 hints, help, palette, clicks and sentences name the keys that work")
  func everywhere() throws {
    var state = try StateFixture.inbox(100, 60)
    state.keys =
      KeyMap.made(of: [
        Override(.undo, [.character("ü")]), Override(.help, [.character("ß")]),
        Override(.open, [.character("ö")]),
        Override(.refresh, []), Override(.tabNumber, [.function(6), .function(7)]),
      ]).map
    func press(_ keys: String) throws -> [AppEffect] {
      try Key.sequence(keys).flatMap { state.reduce(.keyPressed($0)) }
    }
    func shows(_ text: String) -> Bool {
      _ = state.settle()
      return MainView.draw(state, .mono).lines.contains { $0.contains(text) }
    }
    #expect(shows("ö open") && shows("ß help") && !shows("r refresh"))
    #expect(shows("ö opens the message; Enter then follows its deep link."))
    _ = try press("?")
    #expect(shows("? does nothing here; ß lists all keys."))
    _ = try press("d")
    _ = state.reduce(.marking(.deletedSet(.numbered(1), true)))
    #expect(shows("Deleted · ü restores it"))
    _ = try press("<f7>")
    #expect(state.center == CenterName("Offers"))
    _ = try press("<f6> ß")
    #expect(shows(" ü ") && shows(" ß "))
    _ = try press("<esc>")
    let hint = try #require(MainView.draw(state, .mono).lines.last?.firstRange(of: "ß help"))
    let column = MainView.draw(state, .mono).lines.last.map {
      $0.distance(from: $0.startIndex, to: hint.lowerBound)
    }
    _ = state.reduce(
      .keyPressed(.mouse(MouseEvent(kind: .press, button: 1, x: try #require(column), y: 59))))
    #expect(state.context == .help)
  }

  @Test(
    "FE-3 a recording keeps the whole map and the zone; one from before has the program's own keys and UTC")
  func recorded() throws {
    let inbox = try StateFixture.inbox(80, 24)
    var state = inbox
    state.keys =
      KeyMap.made(of: [
        Override(.toggleRead, [.character(" ")]), Override(.pageDown, [.pageDown]),
        Override(.events, []),
      ])
      .map
    state.zone = DisplayZone([.init(start: 0, offset: 3_600, name: "CET")])
    var transcript = FrontTranscript()
    guard case .event(_, let payload) = transcript.content(of: .began(FrontStart(state))) else {
      Issue.record("A start is an event.")
      return
    }
    let data = Data(payload.serialized.utf8)
    let start = try JSONDecoder().decode(FrontStart.self, from: data)
    #expect(start.bindings == state.keys && start.zone == state.zone)
    #expect(start.bindings.action(for: .character(" "), in: .list)?.id == .toggleRead)
    guard case .object(var members) = payload else { return #expect(Bool(false), "it is not an object") }
    members["bindings"] = nil
    members["zone"] = nil
    let before = try JSONDecoder().decode(
      FrontStart.self, from: Data(JSONValue.object(members).serialized.utf8))
    #expect(before == FrontStart(inbox))
    // What a later program has added is not a key in a recording that does not know it.
    members["bindings"] = .array([.string("message.delete d"), .string("message.fly z")])
    let short = try JSONDecoder().decode(
      FrontStart.self, from: Data(JSONValue.object(members).serialized.utf8))
    #expect(short.bindings.keys(of: .delete) == [.character("d")] && short.bindings.keys(of: .open) == [])
  }
}
