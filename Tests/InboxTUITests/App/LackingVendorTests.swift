import Foundation
import InboxModel
import InboxTestSupport
import InboxVendors
import Testing

@testable import InboxTUI

/// Every action and every screen over a back end that has one list, increments, no display event and no badge: what is
/// not there is said, and no word of Responsys is (VE-2).
struct LackingVendorTests {
  private static let oneList = "Boxline has one list."
  private static let noBadge = "Boxline has no badge."
  private static let noSwitch = "Boxline has no switch that turns its inbox off."

  /// What cannot be done, and what is said then.
  private static let lacking: [ActionID: String] = [
    .badge: noBadge, .setBadge: noBadge, .resetBadge: noBadge, .nextTab: oneList, .previousTab: oneList,
    .tabNumber: oneList, .everywhere: oneList, .findEverywhere: oneList, .refreshAll: oneList,
    .switchFeature: noSwitch, .disable: noSwitch, .keep: noSwitch,
  ]

  private func inbox(_ columns: Int = 80, _ rows: Int = 24) throws -> AppState {
    var state = try StateFixture.inbox(columns, rows, centers: [])
    state.profile.capabilities = OneListBackEnd.capabilities
    state.profile.retention = nil
    _ = state.settle()
    return state
  }

  @discardableResult
  private func press(_ state: inout AppState, _ keys: String) throws -> [AppEffect] {
    var effects: [AppEffect] = []
    for key in try Key.sequence(keys) {
      effects += state.reduce(.keyPressed(key))
      effects += state.settle()
    }
    return effects
  }

  /// Words that are Responsys' alone.
  private static let foreign = [
    "badge", "center", "never told", "served only once", "user_identifier", "primary", "notifications",
  ]

  /// The words of Responsys in a text, where the sentence that says that it is not there does not stand beside them.
  private func foreign(in text: String) -> [String] {
    text.split(separator: "\n").flatMap { line -> [String] in
      guard !line.contains("Boxline has") else { return [] }
      let words = line.lowercased().replacing("no badge", with: "")
      return Self.foreign.filter(words.contains)
    }
  }

  private func text(_ state: AppState) -> String {
    MainView.draw(state, .standard).lines.joined(separator: "\n")
  }

  @Test("VE-2 every action says what it does in this inbox, or which thing the vendor does not have")
  func actions() throws {
    let state = try inbox()
    for action in ActionRegistry.actions {
      #expect(action.lack(in: state) == Self.lacking[action.id], "\(action.id.rawValue)")
      if let lack = Self.lacking[action.id] {
        #expect(action.whyDisabled(state) == lack, "\(action.id.rawValue)")
      } else {
        let words = [action.title(in: state), action.hint ?? "", action.hintNow(state) ?? ""]
        #expect(foreign(in: words.joined(separator: "\n")) == [], "\(action.id.rawValue)")
      }
    }
  }

  @Test(
    "VE-2 the key of what the vendor does not have says so, and asks for nothing", arguments: lacking.keys)
  func keys(id: ActionID) throws {
    var state = try inbox()
    let action = ActionRegistry[id]
    // The dialogs that the others are for cannot be reached.
    guard action.contexts.contains(.list) || id == .findEverywhere else { return }
    if id == .findEverywhere { try press(&state, "/") }
    let key = try #require(state.keys.keys(of: id).last)
    let before = state
    let effects = state.reduce(.keyPressed(key))
    #expect(effects == [])
    #expect(state.notice?.text == Self.lacking[id])
    #expect(state.layer == nil && state.center == before.center && state.isEverywhere == false)
    #expect(text(state).contains(Self.lacking[id] ?? ""))
  }

  @Test(
    "VE-2 no screen and no layer speaks of what is not there",
    arguments: [
      "", "<enter>", "E", "E E", "E E f", "E E f f", "E E f f f f f", "U", "i", "P", "D", "T", "/ x",
      "/ i s :",
      "/ x y z <enter>", "x", "V j", "A", "m", "d", "d u", "r", "C", "z", "|", "<f5>", "v", "j <enter> 1",
    ], StateFixture.sizes)
  func screens(keys: String, size: (Int, Int)) throws {
    var state = try inbox(size.0, size.1)
    try press(&state, keys)
    #expect(foreign(in: text(state)) == [], "\(keys) \(size)\n\(text(state))")
  }

  @Test("VE-2 the title line says that there is no badge, and a click there does nothing")
  func titleLine() throws {
    var state = try inbox()
    #expect(text(state).split(separator: "\n").first?.contains(" no badge") == true)
    let mark = try #require(MainView.draw(state, .standard).marks.first { $0.target == .badge })
    let click = MouseEvent(kind: .press, button: 1, x: mark.rect.x + 1, y: mark.rect.y)
    #expect(state.reduce(.keyPressed(.mouse(click))) == [])
    #expect(state.layer == nil && state.notice?.text == Self.noBadge)
    #expect(!text(try inbox(40, 12)).contains("badge"))
  }

  @Test("VE-2 VE-10 MC-18 where a deletion is kept is said of the message, whichever list is shown")
  func placementMarks() throws {
    var state = try inbox()
    state.profile.capabilities = IterableBackEnd.capabilities(placements: [7])
    let placed = MessageKey(center: CenterName("7"), id: MessageID("e1"))
    for (key, words) in [(MessageKey.numbered(1), "Also at Iterable."), (placed, "On this device only.")] {
      #expect(DeletingQuestion(keys: [key]).paragraphs(state).last?.hasPrefix(words) == true, "\(key)")
    }
    #expect(ActionRegistry[.delete].title(in: state) == "Delete (also at Iterable)")
  }

  @Test(
    "VE-4 MC-18 marks are said to go to the server, in the title and in the question before many are deleted")
  func marks() throws {
    var state = try inbox()
    #expect(ActionRegistry[.toggleRead].title(in: state) == "Toggle read (also at Boxline)")
    #expect(ActionRegistry[.delete].title(in: state) == "Delete (also at Boxline)")
    state.layer = .deleting((1...30).map { .numbered($0) })
    #expect(text(state).contains("Also at Boxline."))
    #expect(
      DeletingQuestion(keys: [.numbered(1)]).paragraphs(state).last?.hasSuffix(
        "comes back on this device only.") == true
    )
    #expect(foreign(in: text(state)) == [])
  }

  @Test("VE-2 the help and the palette list what is not there with the reason")
  func lists() throws {
    var state = try inbox(200, 60)
    state.layer = .help(HelpState())
    for entry in HelpEntry.matching(state) where entry.why?.hasPrefix("Boxline has") != true {
      guard let lack = Self.lacking[entry.action.id] else {
        #expect(foreign(in: entry.title.replacing("badge dialog", with: "")) == [], "\(entry.title)")
        continue
      }
      // In its dialog it is for another place, which no one comes to.
      #expect(entry.isElsewhere && !lack.isEmpty, "\(entry.title)")
    }
    state.layer = nil
    for match in PaletteEntry.matching(state, "") {
      #expect(foreign(in: match.entry.title(in: state)) == [])
    }
    for (line, sentence) in [("badge 5", Self.noBadge), ("center 2", Self.oneList)] {
      var state = try inbox()
      let effects = try press(
        &state, ": " + line.map { $0 == " " ? "<space>" : "\($0)" }.joined(separator: " ") + " <enter>")
      #expect(!effects.contains { if case .setBadge = $0 { true } else { false } })
      #expect(text(state).contains(sentence), "\(text(state))")
    }
  }

  @Test("VE-2 a filter that names a center says that there is one list")
  func filter() throws {
    var state = try inbox()
    try press(&state, "/ c e n t e r : x <enter>")
    #expect(
      state.notice?.text.contains("there is one list, so that “center:” has nothing to choose from.") == true)
  }

  @Test(
    "VE-2 a captured page and the page about the list say nothing of caps, caches and places in a response")
  func about() throws {
    var state = try inbox()
    try press(&state, "i")
    _ = state.reduce(.center(.goneLoaded(.primary, [])))
    let shown = text(state)
    #expect(shown.contains("Inbox") && shown.contains("No messages have left the inbox."))
    for word in ["cache", "at most", "in an answer"] { #expect(!shown.contains(word), "\(shown)") }
  }

  @Test("VE-2 an audience sees that there is no display event, and that no banner can come")
  func presented() throws {
    var state = try inbox(120, 40)
    try press(&state, "<f5>")
    state.notice = nil
    let shown = text(state)
    #expect(shown.contains("Boxline has no display event"))
    #expect(shown.contains("Boxline sends no push banner here."), "\(shown)")
    #expect(!shown.contains("Displayed:"))
  }
}
