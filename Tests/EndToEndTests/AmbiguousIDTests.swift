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
}
