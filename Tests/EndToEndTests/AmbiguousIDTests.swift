import Foundation
import InboxCore
import InboxModel
import InboxTestSupport
import InboxTransport
import InboxVendors
import Synchronization
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

  @MainActor
  @Test("QA-6 MC-20 drive says where a message is that is not in the list that a line names")
  func driven() async throws {
    let folder = try TemporaryFolder()
    var capabilities = OneListBackEnd.capabilities
    capabilities.lists = .centers
    let back = OneListBackEnd(capabilities)
    back.list([.numbered(1)])
    var profile = Profile(
      name: "boxline", folder: folder.path + "/boxline",
      settings: MessageCenterSettings(centers: try CenterList(["Offers"])), user: "maria",
      vendors: VendorSettings(
        responsys: ResponsysSettings(base: "http://127.0.0.1:9", appToken: "a", accountToken: "b")),
      transport: TransportSettings(), links: LinkSettings())
    profile.backEnd = back.port
    var lines = [
      #"{"do":"refresh","list":"Primary"}"#, #"{"do":"open","message":"m1","list":"offers"}"#,
      #"{"do":"open","message":"m1"}"#,
    ].map { Data($0.utf8) }
    let answers = Mutex<[JSONValue]>([])
    let add: @Sendable (String) -> Void = { text in
      do { try answers.withLock { $0.append(try JSONValue.parse(Data(text.utf8))) } } catch {
        Issue.record(error)
      }
    }
    try await Output.$collector.withValue(add) {
      try await DriveRun.run(profile) { lines.isEmpty ? nil : lines.removeFirst() }
    }
    let said = answers.withLock { $0 }
    try #require(said.count == 3)
    #expect(said[1]["error"]?["kind"]?.text == "unknown-message")
    #expect(said[1]["error"]?["text"]?.text == "“m1” is not in Offers. It is in Primary.")
    #expect(said[2]["ok"] == .bool(true), "\(said[2])")
  }

  @Test(
    "MC-2 a center on a command line is found in whatever case, as in a filter, where that names one",
    arguments: [
      ("Offers", "Offers"), ("offers", "Offers"), ("PRIMARY", "Primary"), ("sale", "sale"), ("SALE", "SALE"),
      ("other", "other"),
    ])
  func letters(name: String, list: String) throws {
    let centers = try CenterList(["Offers", "Sale", "sale"])
    #expect(ResponsysBackEnd.capabilities.list(name, among: centers) == CenterName(list))
  }
}
