import Foundation
import InboxCore
import InboxEvidence
import InboxHTML
import InboxModel
import InboxSandbox
import InboxTestSupport
import InboxTUI
import Testing

/// The whole program against the sandbox: who asked for which picture, and when.
@MainActor
@Suite(.queued)
struct PictureTests {
  /// A red square of four by four pixels, so that no host is needed.
  private static let inline =
    "data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAQAAAAECAIAAAAmkwkpAAAAEElEQVR42mP4z8AARwzEcQCukw/xOF6MEQAAAABJRU5ErkJggg=="

  private static let html = """
    <p>Look: <img src="https://cdn.acme.example/a.png" width="96" height="48" alt="A pump"> and
    <a href="https://www.acme.example/"><img src="https://img.acme.example/b.jpg" alt="A hammer"></a>
    <img src="https://cdn.acme.example/a.png" alt="The pump again">
    <img src="https://news.acme.example/open.gif" width="1" height="1"></p>
    """

  private static func campaigns(_ html: String = html) -> String {
    """
    [brand]
    name = "Acme"
    domain = "news.acme.example"

    [[campaign]]
    id = "rich"
    kind = "open-rich-message"
    subject = "With pictures"
    message = "Pumps and hammers."
    icon = "https://cdn.acme.example/icon.png"
    [campaign.rich]
    html = '''\(html)'''

    [[campaign]]
    id = "plain"
    kind = "launch-app"
    subject = "Without"
    message = "Words."
    sent = "-1h"
    """
  }

  private func start(_ html: String = html, rows: Int = 90) async throws -> TestInbox {
    try await TestInbox.start(Self.campaigns(html), columns: 120, rows: rows, timeout: 120)
  }

  private func loaded(_ inbox: TestInbox) async throws -> [String] {
    try await inbox.sandbox.receipts().pictures.map { "\($0.count) × \($0.host)\($0.path)" }
  }

  @Test("FE-9 no picture is asked for until the person says so twice; then each one once, the pixel never")
  func consent() async throws {
    let inbox = try await start()
    // Preview, open, move, lint: no one is asked.
    try await inbox.press("j k <enter> z")
    _ = HTMLReader.facts(Self.html)
    inbox.expect(
      shows: "[A pump]", "[A hammer][1]", "3 at cdn.acme.example, img.acme.example, not loaded: I loads",
      "Tracking pixel blocked at news.acme.example", "icon.png (not loaded)")
    #expect(try await loaded(inbox) == [])
    try await inbox.press("I")
    inbox.expect(
      shows: "Loading 3 pictures shows cdn.acme.example and img.acme.example that you read this.",
      "Press I again to load them")
    #expect(try await loaded(inbox) == [])
    // Another key is a no.
    try await inbox.press("j I")
    #expect(try await loaded(inbox) == [])
    try await inbox.press("I").expect(shows: "▀▀▀▀", "Pictures shown; I hides them.", "[A hammer][1]")
    inbox.expect(hides: "[A pump]", "[The pump again]")
    inbox.expect(
      shows: "requested: the sender can see that", "the sender can see this was read: 3 pictures")
    let once = ["1 × cdn.acme.example/a.png", "1 × cdn.acme.example/icon.png", "1 × img.acme.example/b.jpg"]
    #expect(try await loaded(inbox) == once)
    // Hidden and shown again, left and opened again: they are here.
    try await inbox.press("I").expect(shows: "[A pump]", "Pictures hidden; I shows them again.")
    inbox.expect(hides: "▀▀▀▀")
    try await inbox.press("I").expect(shows: "▀▀▀▀", "Pictures shown.")
    try await inbox.press("<esc> j k <enter>").expect(shows: "▀▀▀▀")
    #expect(try await loaded(inbox) == once)
    await inbox.end()
  }

  @Test(
    "FE-3 EN-9 each request is a line in the event pane, without a word of who reads, and so is what it means"
  )
  func events() async throws {
    let inbox = try await start()
    try await inbox.press("<enter> I I E E")
    inbox.expect(
      shows: "200  ", "/a.png", "/icon.png", "/b.jpg",
      "the sender can see this was read: 3 pictures requested")
    let requests = try await inbox.sandbox.requests().filter { $0.host.hasSuffix("acme.example") }
    #expect(requests.count == 3)
    #expect(requests.allSatisfy { $0.identity == nil && !$0.path.contains("?") })
    await inbox.end()
  }

  @Test("FE-8 ^G cancels what is on its way; what came stays, what is missing is asked about again")
  func stop() async throws {
    let inbox = try await start()
    try await inbox.press("<enter> I")
    await inbox.sandbox.setFault(Fault(.pictures, stall: true))
    inbox.program.receive([.character("I")])
    try await inbox.sandbox.faultStruck(.pictures)
    try await inbox.see("Loading the pictures… · ", " s · ^G cancels")
    inbox.program.receive([.control("g")])
    await inbox.program.idle()
    inbox.expect(shows: "Cancelled: pictures loaded so far are shown.", "[A pump]")
    await inbox.sandbox.clearFaults()
    // The status line has room for the question again.
    try await inbox.wait { $0.faults == [] }
    try await inbox.press("I").expect(shows: "Press I again to load them")
    try await inbox.press("I").expect(shows: "Pictures shown; I hides them.")
    await inbox.end()
  }

  @Test("FE-8 a picture that does not come says why where it would be, and may be requested again")
  func failures() async throws {
    let inbox = try await start()
    await inbox.sandbox.setFault(Fault(.pictures, status: 503))
    try await inbox.press("<enter> z I I")
    inbox.expect(shows: "[A pump] The picture did not come: the server responded with status 503.")
    await inbox.sandbox.clearFaults()
    // The status line has room for the question again.
    try await inbox.wait { $0.faults == [] }
    try await inbox.press("I").expect(shows: "Press I again to load them")
    try await inbox.press("I").expect(shows: "Pictures shown; I hides them.")
    await inbox.end()
  }

  @Test("FE-2 FE-9 a picture inside the message is shown at once, and no one is asked")
  func inlinePicture() async throws {
    let inbox = try await start("<p>Here: <img src=\"\(Self.inline)\" alt=\"A red square\"> done</p>")
    try await inbox.press("<enter>")
    try await inbox.wait { state in state.pictures.messages.values.contains { !$0.outcomes.isEmpty } }
    inbox.expect(hides: "[A red square]").expect(shows: "done", "1, from the message itself")
    let cells = inbox.program.state.detail?.layout.lines.flatMap(\.picture) ?? []
    #expect(cells.count == 8 && cells.allSatisfy { $0.top == .rgb(255, 0, 0) && $0.bottom == $0.top })
    #expect(try await loaded(inbox) == [])
    await inbox.end()
  }

  @Test("MC-12 pictures belong to who asked for them: another person is shown none")
  func otherPerson() async throws {
    let inbox = try await start()
    try await inbox.press("<enter> I I").expect(shows: "▀▀▀▀")
    try await inbox.press("U m a r i a <enter>")
    try await inbox.wait { $0.snapshot?.identity == .user("maria") && $0.list.total == 2 }
    try await inbox.press("<enter>").expect(shows: "[A pump]", "not loaded: I loads")
    #expect(inbox.program.state.pictures.messages.isEmpty)
    await inbox.end()
  }

  @Test("FE-3 a recording keeps the small pictures alone, and a replay draws the same")
  func replay() async throws {
    let inbox = try await start()
    try await inbox.press("<enter> I I I I <esc>")
    let recording = try inbox.recording()
    var player = try ReplayPlayer(recording)
    for position in 0..<player.count {
      player.show(position)
      #expect(player.picture.isSame, "picture \(position + 1)")
    }
    #expect(player.flaws == [])
    let sizes = recording.entries.map { $0.line.masked().text }.filter { $0.contains("pictureCame") }.map(
      \.utf8.count)
    #expect(sizes.count == 3)
    #expect(sizes.allSatisfy { $0 < 45_000 }, "\(sizes)")
    await inbox.end()
  }

  @Test("FE-6 what cannot be shown says why")
  func reasons() async throws {
    let inbox = try await start()
    try await inbox.press("j I").expect(shows: "This message has no pictures.")
    try await inbox.press("k").press("I").expect(
      shows: "Loading 1 picture shows cdn.acme.example that you read this.")
    await inbox.end()
  }
}
