import InboxCore
import InboxModel
import InboxTestSupport
import Testing

@testable import inbox

@Suite(.queued)
struct AmbiguousIDTests {
  @Test(
    "MC-20 an id of several centers is refused with what names the center there, on a command line or in a scenario"
  )
  func remedies() async throws {
    let offers = CenterName("Offers")
    let bench = try CoreBench(settings: MessageCenterSettings(centers: CenterList(["Offers"])))
    await bench.backEnd.set([.numbered(1, center: offers)], for: offers)
    try await bench.begin([.numbered(1)])
    let core = bench.center
    func sentence(_ remedy: String?) async throws -> String {
      do {
        _ =
          if let remedy { try await core.key("m1", in: nil, remedy: remedy) } else {
            try await core.key("m1", in: nil)
          }
        return ""
      } catch let exit as Exit { return exit.sentence }
    }
    #expect(try await sentence(nil).hasSuffix("Add --center."))
    let step = "Add center = \"…\" to the step."
    #expect(try await sentence(step).hasSuffix(step))
    #expect(try await core.key("m1", in: offers) == .numbered(1, center: offers))
  }

  @Test(
    "MC-20 MC-15 an id that another center has is said to be there, and is an unknown message to programs")
  func elsewhere() async throws {
    let bench = try CoreBench(settings: MessageCenterSettings(centers: CenterList(["Offers"])))
    try await bench.begin([.numbered(1)])
    let exit = await #expect(throws: Exit.self) {
      _ = try await bench.center.key("m1", in: CenterName("Offers"))
    }
    #expect(exit?.sentence == "“m1” is not in Offers. It is in Primary.")
    let error = exit?.json["error"]
    #expect(error?["kind"]?.text == "unknown-message" && error?["text"]?.text == exit?.sentence)
    await #expect(throws: InboxError.unknownMessage("m2")) {
      _ = try await bench.center.key("m2", in: CenterName("Offers"))
    }
  }
}
