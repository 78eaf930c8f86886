import Foundation
import InboxCore
import InboxEvidence
import InboxModel
import InboxTestSupport
import Testing

@testable import InboxTUI

/// Recordings, replayed.
///
/// With `REPLAY=1` in the environment every test that ends its ``TestInbox`` replays what it did as well.
@Suite(.queued)
struct ReplayTests {
  /// A run with a bit of everything: tabs, an open, rich content, a link, a badge, layers, a resize, a log-in.
  private static let recorded = Task { @MainActor in
    let inbox = try await TestInbox.start(Acme.campaigns, columns: 80, rows: 24)
    try await inbox.press("j <enter> <enter> <esc> ] [ b 5 <enter> <esc> E ? <esc> i <esc>")
    inbox.program.receive(.screen(.resized(Size(columns: 120, rows: 40))))
    inbox.program.receive([.paste("pasted \u{1B}[31m text"), .focusLost])
    try await inbox.press("j j <enter> <enter> <esc> U m a r i a <enter> X y X")
    await inbox.end()
    return try inbox.recording()
  }

  @Test("FE-3 a recorded run, lived through again, gives the same pictures, forwards, backwards and by jumps")
  func samePictures() async throws {
    var player = try ReplayPlayer(try await Self.recorded.value)
    #expect(player.count > 25 && player.flaws.isEmpty)
    var pictures: [Frame] = []
    for position in 0..<player.count {
      player.show(position)
      #expect(player.picture.isSame, "picture \(position + 1)")
      pictures.append(player.picture.frame)
    }
    for position in [player.count - 2, player.count / 2, player.count / 2 - 1, -5, player.count + 5] {
      player.show(position)
      #expect(player.picture.frame == pictures[min(max(0, position), player.count - 1)])
    }
    #expect(Set(pictures.map(\.size)).count == 2)
  }

  @Test("FE-3 a recording that was changed shows where it differs, and one that cannot be read says so")
  func differences() async throws {
    let recording = try await Self.recorded.value
    let lines = recording.lines.map(\.text)
    // Another text of a message is another picture than the one that was on the screen.
    var player = try ReplayPlayer(try read(lines.map { $0.replacing("A plain word", with: "A plain wort") }))
    let differing = (0..<player.count).filter { position in
      player.show(position)
      return !player.picture.isSame
    }
    #expect(player.flaws.isEmpty && !differing.isEmpty && differing.count < player.count)
    #expect(player.gaps == recording.gaps && player.gaps.count == 1)

    let hostile = try read(
      lines.map { $0.replacing(#""columns":120,"rows":40"#, with: #""columns":-5,"rows":99999999"#) }
        .map { $0.replacing(#""total":4}"#, with: #""total":9223372036854775807}"#) })
    player = try ReplayPlayer(hostile)
    player.show(player.count - 1)
    #expect(
      player.flaws.contains { $0.hasSuffix("the event cannot be read; pictures from here on may differ.") })

    let vast = try read(
      lines.map { $0.replacing(#""columns":120,"rows":40"#, with: #""columns":3000,"rows":40"#) })
    player = try ReplayPlayer(vast)
    player.show(player.count - 1)
    #expect(player.flaws.contains { $0.contains("the event cannot be read") }, "\(player.flaws)")

    let broken = try read(lines.map { $0.replacing(#""windowLoaded""#, with: #""windowLost""#) })
    player = try ReplayPlayer(broken)
    player.show(player.count - 1)
    #expect(
      player.flaws.first?.hasSuffix("the event cannot be read; pictures from here on may differ.") == true)
    let bare = try read(lines.filter { !$0.contains(#""type":"frame""#) })
    #expect(throws: InboxError.self) { try ReplayPlayer(bare) }
  }

  @Test("FE-3 SB-3 a recording of before, whose pictures of the core hold the faults, shows them")
  func formerFaults() async throws {
    let lines = try await Self.recorded.value.lines.map(\.text)
    // Keys of a picture are in the order of the alphabet.
    let former = lines.map {
      $0.replacing(#""identity":{"device""#, with: #""faults":["badge 500"],"identity":{"device""#)
    }
    #expect(former != lines)
    var player = try ReplayPlayer(try read(former))
    player.show(1)
    #expect(player.flaws.isEmpty && player.picture.frame.lines.joined().contains("fault: badge 500"))
  }

  private func read(_ lines: [String]) throws -> Recording {
    try RecordingReader.read(Data(lines.joined(separator: "\n").utf8))
  }

  @Test("FE-3 FE-6 stepping: pictures, keys, ends, what happened, the recorded text, and quitting")
  func stepping() async throws {
    let player = try ReplayPlayer(try await Self.recorded.value)
    var state = ReplayState(player, size: Size(columns: 80, rows: 24))
    func press(_ keys: String) throws -> Bool {
      try Key.sequence(keys).map { state.pressed($0) }.last ?? true
    }
    func shows(_ text: String) -> Bool {
      ReplayView.draw(state).lines.joined(separator: "\n").contains(text)
    }
    #expect(shows(" 1/\(player.count) · "))
    #expect(try press("k") && shows("This is the first picture."))
    #expect(try press("n") && shows("key j"))
    let first = state.player.position
    #expect(try press("n") && shows("key <enter>") && state.player.position > first)
    #expect(try press("p") && state.player.position == first)
    #expect(try press("n e") && shows("Before picture") && shows("│ key <enter>"))
    #expect(try press("<esc> ?") && shows("The picture after the next key"))
    #expect(try press("q G l") && shows("This is the last picture."))
    #expect(try press("x") && shows("x does nothing here"))
    state.repertoire = .ascii
    #expect(try press("g") && shows(" 1/\(player.count) . "))
    state.repertoire = .unicode
    // Smaller than the recording, and without any room.
    state.size = Size(columns: 50, rows: 10)
    #expect(try press("g") && shows("cut: it was 80×24"))
    #expect(try press("n") && shows("1 Primary") && !shows("this device"))
    // The rest of it is a few keys away.
    #expect(try press("J J J J") && shows("this device") && !shows("1 Primary"))
    #expect(try press("K K K K L L") && shows("badge") && !shows("1 Primary"))
    #expect(try press("H H") && shows("1 Primary"))
    for size in [Size(columns: 0, rows: 0), Size(columns: 1, rows: 1), Size(columns: 3, rows: 2)] {
      state.size = size
      #expect(try press("? e e G g") && ReplayView.draw(state).size == size)
    }
    #expect(try !press("q"))
  }

  @Test("FE-3 FE-6 the keys that move scroll what lies over the picture, and leave the picture where it is")
  func scrollsLayer() throws {
    var state = ReplayState(
      try ReplayPlayer(standing(Size(columns: 80, rows: 24))), size: Size(columns: 40, rows: 12))
    func press(_ keys: String) throws {
      for key in try Key.sequence(keys) { _ = state.pressed(key) }
    }
    try press("n ?")
    let (place, origin) = (state.player.position, state.origin)
    let last = ReplayView.lastScroll(state)
    #expect(last > 6 && state.scroll == 0)
    let page = LayerBox.height(on: state.size) - 1
    for (keys, scroll) in [
      ("<pgdn>", page), ("<pgup>", 0), ("G", last), ("g", 0), ("<end>", last), ("<home>", 0), ("<c-d>", page),
      ("<c-u>", 0), ("<space>", page), ("k", page - 1), ("<down>", page), ("K", page - page / 2), ("J", page),
      ("H L", page),
    ] {
      try press(keys)
      #expect(state.scroll == scroll, "\(keys)")
      #expect(state.player.position == place && state.origin == origin, "\(keys)")
    }
    // From one picture to the next it stays open, to be read at each.
    try press("<esc> e l")
    #expect(state.layer == .happened && state.player.position == place + 1 && state.scroll == 0)
  }

  @Test(
    "FE-3 FE-5 the bar says what happened before it says when, and names the key for help",
    arguments: StateFixture.sizes)
  func bar(columns: Int, rows: Int) throws {
    var state = ReplayState(
      try ReplayPlayer(standing(Size(columns: 80, rows: 24))), size: Size(columns: columns, rows: rows))
    for key in try Key.sequence("n") { _ = state.pressed(key) }
    let bar = try #require(ReplayView.draw(state).lines.first { $0.contains("3/4 · ") })
    #expect(bar.contains("3/4 · key j · ") && bar.hasSuffix(" ? help"))
  }

  @Test("SB-2 FE-13 of further lists of campaigns a recording has what changed, and shows the same pictures")
  func campaigns() throws {
    func list(_ brands: [(id: String, brand: String)]) -> AppEvent {
      .presenting(
        .campaignsListed(
          CampaignFacts(brands.map { .init(id: $0.id, center: .primary, brand: $0.brand, isPushed: true) })))
    }
    let recording = try standing(
      Size(columns: 120, rows: 40), presenting: Presentation(),
      [
        list([("m1", "Acme"), ("other", "Other")]),
        list([("m1", "Acme"), ("more", "More"), ("other", "Other")]),
        list([("m1", "Beta"), ("other", "Other")]),
      ])
    let lines = recording.lines.map(\.text)
    #expect(lines.count { $0.contains("campaignsListed") } == 1)
    #expect(lines.count { $0.contains("campaignsChanged") } == 2)
    #expect(lines.count { $0.contains("\"other\"") } == 1)
    var player = try ReplayPlayer(recording)
    for (position, brand) in zip((player.count - 2..<player.count).reversed(), ["Beta", "Acme"]) {
      player.show(position)
      #expect(player.picture.isSame && player.picture.frame.lines.contains { $0.contains(brand) }, "\(brand)")
    }
    #expect(player.flaws.isEmpty)
    // Without the list before it a change cannot be read.
    var cut = try ReplayPlayer(try read(lines.filter { !$0.contains("campaignsListed") }))
    cut.show(cut.count - 1)
    #expect(cut.flaws.count == 2)
    // Nor where the list before it is another one.
    let added = try #require(lines.firstIndex { $0.contains("campaignsChanged") })
    var other = try ReplayPlayer(try read(lines.indices.filter { $0 != added }.map { lines[$0] }))
    other.show(other.count - 1)
    #expect(other.flaws.count == 1)
  }

  /// A run with nothing live behind it, the same each time: the list, then what happens.
  private func standing(
    _ size: Size, presenting: Presentation? = nil,
    _ events: [AppEvent] = [.keyPressed(.character("j")), .keyPressed(.character("?"))]
  ) throws -> Recording {
    let centers = try CenterList(["Offers", "Orders"])
    var state = AppState(
      size: size, profile: ProfileFacts(name: "acme"), centers: centers, now: StateFixture.now)
    state.presenting = presenting
    let rows = StateFixture.messages.map { ArchivedMessage(message: $0, fetched: StateFixture.now) }
    let window = ListWindow(identity: .user("maria"), center: .primary, rows: rows, offset: 0, total: 4)
    var steps: [FrontStep] = [.began(FrontStart(state))]
    func live(_ event: AppEvent) {
      _ = state.reduce(event)
      _ = state.settle()
      steps += [.happened(event), .drew(MainView.draw(state, state.shownTheme))]
    }
    _ = state.settle()
    live(.coreUpdated(.snapshot(StateFixture.snapshot(centers))))
    live(.list(.windowLoaded(window, request: state.list.request)))
    for event in events { live(event) }
    var transcript = FrontTranscript()
    let start = RecordingStart(program: "test", profile: "acme", arguments: ["--profile", "acme"])
    var lines = [RecordingLine(.start(start), at: StateFixture.now, milliseconds: 0)]
    for step in steps {
      lines.append(
        RecordingLine(
          transcript.content(of: step), at: StateFixture.now, milliseconds: 100 * lines.count,
          now: StateFixture.now))
    }
    return try read(lines.map(\.text))
  }

  @Test(
    "FE-3 FE-5 a picture of a replay with its bar, and what happened before it", arguments: StateFixture.sizes
  )
  func frames(columns: Int, rows: Int) throws {
    let size = Size(columns: columns, rows: rows)
    var state = ReplayState(
      try ReplayPlayer(standing(Size(columns: 80, rows: 24))), size: size)
    for key in try Key.sequence("n") { _ = state.pressed(key) }
    #expect(state.player.flaws.isEmpty && state.player.picture.isSame)
    expectFrame(ReplayView.draw(state), named: "replay-\(columns)x\(rows)")
    _ = state.pressed(.character("e"))
    expectFrame(ReplayView.draw(state), named: "replay-before-\(columns)x\(rows)")
  }

  @Test(
    "FE-3 every key can be read back from a recording",
    arguments: [
      Key.paste("a\u{202E}b"), .mouse(MouseEvent(kind: .wheelUp, button: 0, x: 3, y: 4)), .control(" "),
      .character("<"), .alt("x"), .function(12), .focusGained,
    ])
  func keys(_ key: Key) throws {
    var transcript = FrontTranscript()
    let written = transcript.content(of: .happened(.keyPressed(key)))
    let line = RecordingLine(written, at: StateFixture.now, milliseconds: 1, now: StateFixture.now)
    let start = RecordingLine(
      .start(RecordingStart(program: "test", profile: "test")), at: StateFixture.now, milliseconds: 0)
    let last = try #require(read([start.text, line.text]).lines.last)
    switch last.content {
    case .key(let notation): #expect(Key(notation: notation) == key)
    case .event(let name, let payload):
      let data = Data(JSONValue.object([name: payload]).serialized.utf8)
      #expect(try JSONDecoder().decode(AppEvent.self, from: data) == .keyPressed(key))
    default: Issue.record("\(last)")
    }
  }
}
