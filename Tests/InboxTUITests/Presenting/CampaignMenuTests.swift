import InboxCore
import InboxModel
import InboxTestSupport
import InboxVendors
import Testing

@testable import InboxTUI

/// The campaigns of a sandbox that is asked for them.
struct CampaignMenuTests {
  private func press(_ state: inout AppState, _ keys: String) throws -> [AppEffect] {
    try Key.sequence(keys).flatMap { key in state.reduce(.keyPressed(key)) + state.settle() }
  }

  private func text(_ state: AppState) -> String {
    MainView.draw(state, .mono).lines.joined(separator: "\n")
  }

  private static let campaigns = CampaignFacts(
    ["Alpha", "Beta"].map {
      CampaignFacts.Campaign(id: $0, center: .primary, brand: "Acme", subject: $0, isPushed: true)
    })

  private func state() throws -> AppState {
    var state = try StateFixture.inbox(80, 24)
    state.profile.hasSandbox = true
    state.profile.asksForCampaigns = true
    return state
  }

  @Test("SB-2 FE-8 campaigns that are asked for have their menu at once, which says that they are loading")
  func loading() throws {
    var state = try state()
    // What was listed before may be there no more.
    state.profile.campaigns = Self.campaigns
    #expect(try press(&state, "L").contains(.loadCampaigns))
    #expect(state.context == .launch && text(state).contains("Loading campaigns… Esc cancels."))
    #expect(!text(state).contains("Alpha"))
    let effects = try press(&state, "j 2 <enter>")
    #expect(
      state.context == .launch && !effects.contains { if case .askSandbox = $0 { true } else { false } })
    #expect(state.notice?.text == "The campaigns are on their way.")
    #expect(MainView.draw(state, .mono).lines.last?.contains("Enter") == false)
    _ = state.reduce(.presenting(.campaignsListed(Self.campaigns)))
    #expect(text(state).contains("› Acme · Alpha · Primary") && !text(state).contains("Loading"))
    #expect(try press(&state, "j <enter>").contains(.askSandbox("launch Beta")) && state.layer == nil)
  }

  @Test(
    "SB-2 FE-13 a screen that presents from its start asks for the campaigns once, and for one list at a time"
  )
  func fromTheStart() throws {
    let fixture = try state()
    let snapshot = try #require(fixture.snapshot)
    var state = AppState(
      size: fixture.size, profile: fixture.profile, centers: try CenterList(["Offers", "Orders"]),
      now: fixture.now)
    state.presenting = Presentation()
    #expect(state.reduce(.coreUpdated(.snapshot(snapshot))).contains(.loadCampaigns))
    #expect(!state.reduce(.coreUpdated(.snapshot(snapshot))).contains(.loadCampaigns))
    #expect(AppEffect.loadCampaigns.queue == .campaigns)
  }

  @Test("SB-2 FE-14 an audience's events are found by the campaigns that the menu has listed")
  func foundBy() throws {
    var state = try state()
    _ = try press(&state, "<f5> L")
    _ = state.reduce(.presenting(.campaignsListed(Self.campaigns)))
    _ = state.settle()
    #expect(state.context == .launch && state.events.audience?.campaigns == Self.campaigns)
  }

  @Test("SB-2 MC-20 of a campaign in two centers the one is launched that was chosen")
  func twins() throws {
    var state = try state()
    state.profile.asksForCampaigns = false
    state.profile.campaigns = CampaignFacts(
      ["Primary", "New arrivals"].map {
        CampaignFacts.Campaign(id: "x", center: CenterName($0), brand: "Acme", subject: $0, isPushed: true)
      })
    for keys in ["L", "L j"] {
      _ = try press(&state, keys)
      let isPrimary = text(state).contains("› Acme · Primary · Primary")
      let command = "launch x in \(isPrimary ? "Primary" : "New arrivals")"
      #expect(try press(&state, "<enter>").contains(.askSandbox(command)))
    }
    let requests = SandboxRequests(base: "http://127.0.0.1:1")
    let request = requests.command("launch x in New arrivals")
    #expect(request?.url.hasSuffix("/sandbox/campaigns/x/launch?center=New%20arrivals") == true)
  }

  @Test(
    "SB-2 a campaign whose id is several words is launched and fetched, and its command says the same when it is read",
    arguments: ["spring sale", "back in stock", #"in"#, #""quoted" name"#, "Spring is in store", "a  b"],
    [nil, CenterName("New in town")])
  func severalWords(id: String, center: CenterName?) throws {
    #expect(LaunchCommand(LaunchCommand(id, in: center).text) == LaunchCommand(id, in: center))
    var state = try state()
    state.profile.asksForCampaigns = false
    let campaign = CampaignFacts.Campaign(
      id: id, center: .primary, brand: "Acme", subject: "x", isPushed: false)
    var twin = campaign
    twin.center = center ?? .primary
    state.profile.campaigns = CampaignFacts(center == nil ? [campaign] : [campaign, twin])
    let asked = try press(&state, "L <enter>").compactMap { effect -> String? in
      if case .askSandbox(let command) = effect { command } else { nil }
    }
    let command = try #require(asked.first)
    #expect(command == LaunchCommand(id, in: center == nil ? nil : .primary).text)
    let responded = CommandEvent.sandboxResponded("Launched x.", failed: false, to: command)
    #expect(state.reduce(.command(responded)) == [.refresh(.primary)])
  }

  @Test(
    "SB-2 VE-13 what goes to other vendors alone is said in the menu and after its launch, and not fetched here"
  )
  func elsewhere() throws {
    var state = try state()
    state.profile.asksForCampaigns = false
    let own = state.profile.capabilities.vendor
    state.profile.campaigns = CampaignFacts(
      [["Bloomreach", "Iterable"], [own, "Iterable"]].map { vendors in
        CampaignFacts.Campaign(
          id: vendors[0], center: .primary, brand: "Acme", subject: vendors[0], isPushed: false,
          vendors: vendors)
      })
    _ = try press(&state, "L")
    #expect(text(state).contains("› Acme · Bloomreach · no banner · Bloomreach and Iterable alone"))
    #expect(text(state).contains("Acme · \(own) · no banner · Primary"))
    #expect(try press(&state, "<enter>").contains(.askSandbox("launch Bloomreach")))
    let elsewhere = CommandEvent.sandboxResponded("Launched a.", failed: false, to: "launch Bloomreach")
    #expect(state.reduce(.command(elsewhere)) == [])
    #expect(state.notice?.text == "Launched a; it goes to Bloomreach and Iterable alone.")
    let here = CommandEvent.sandboxResponded("Launched b.", failed: false, to: "launch \(own)")
    #expect(state.reduce(.command(here)) == [.refresh(.primary)])
  }

  @Test(
    "SB-2 VE-2 a campaign's center is named only where the vendor has it",
    arguments: [(Capabilities.Lists.centers, true), (.placements, false), (.one, false)])
  func centerName(lists: Capabilities.Lists, isNamed: Bool) throws {
    var state = try state()
    state.profile.asksForCampaigns = false
    state.profile.capabilities.lists = lists
    state.profile.campaigns = CampaignFacts([
      .init(id: "x", center: CenterName("Travel"), brand: "Acme", subject: "Hello", isPushed: true)
    ])
    _ = try press(&state, "L")
    #expect(text(state).contains("› Acme · Hello" + (isNamed ? " · Travel" : "  ")))
  }

  @Test(
    "SB-2 FE-5 with ASCII only, a campaign's center is whole behind a long subject", arguments: [40, 60, 80])
  func centerInASCII(columns: Int) throws {
    var state = try state()
    state.size = Size(columns: columns, rows: 24)
    state.profile.repertoire = .ascii
    state.profile.asksForCampaigns = false
    state.profile.campaigns = CampaignFacts([
      .init(
        id: "x", center: CenterName("Straßen €"), brand: "Acme",
        subject: Array(repeating: "words", count: 20).joined(separator: " "), isPushed: true)
    ])
    _ = try press(&state, "L")
    #expect(text(state).contains("... . Strassen EUR"))
  }

  @Test(
    "SB-2 MC-12 what is for other people is said in the menu, whoever reads here", arguments: [true, false])
  func audience(isMeant: Bool) throws {
    var state = try state()
    state.profile.asksForCampaigns = false
    let person = try #require(state.snapshot?.identity)
    let others = ["device", "user:jane"]
    state.profile.campaigns = CampaignFacts([
      .init(
        id: "x", center: .primary, brand: "Acme", subject: "Hello", isPushed: true,
        audience: others + (isMeant ? [person.storageKey] : []))
    ])
    _ = try press(&state, "L")
    #expect(text(state).contains("› Acme · Hello · \(isMeant ? "Primary" : "other people alone")"))
  }

  @Test("SB-2 MC-20 a campaign for the message center only is fetched in the center that it was launched in")
  func silentTwins() throws {
    var state = try state()
    state.profile.campaigns = CampaignFacts(
      ["Primary", "Offers"].map {
        CampaignFacts.Campaign(id: "x", center: CenterName($0), brand: "Acme", isPushed: false)
      })
    let other = try #require(state.centers.first { $0 != .primary })
    state.profile.campaigns?.campaigns[1].center = other
    func fetched(_ command: String) -> [AppEffect] {
      state.reduce(.command(.sandboxResponded("Launched x.", failed: false, to: command)))
    }
    #expect(fetched("launch x in \(other)") == [.refresh(other)])
    #expect(fetched("launch x in Primary") == [.refresh(.primary)])
    #expect(fetched("launch x") == [.refresh(nil)])
  }

  @Test("SB-2 FE-8 a response that comes after Esc changes nothing", arguments: ["<esc>", "<esc> P"])
  func cancelled(_ keys: String) throws {
    var state = try state()
    _ = try press(&state, "L " + keys)
    for event in [PresentingEvent.campaignsListed(Self.campaigns), .campaignsUnlisted(.cancelled)] {
      var before = state
      before.campaignRequests -= 1
      #expect(state.reduce(.presenting(event)) == [] && state == before)
    }
  }

  @Test("SB-2 FE-8 a request that another one has overtaken closes no menu where it fails")
  func overtaken() throws {
    var state = try state()
    _ = try press(&state, "<f5> L")
    _ = state.reduce(.presenting(.campaignsUnlisted(.noNetwork("gone"))))
    #expect(state.layer == .launch(selected: 0, isLoading: true) && state.notice?.level != .error)
    var failing = state
    _ = failing.reduce(.presenting(.campaignsUnlisted(.noNetwork("gone"))))
    #expect(failing.layer == nil && failing.notice?.level == .error)
    _ = state.reduce(.presenting(.campaignsListed(Self.campaigns)))
    #expect(state.layer == .launch(selected: 0) && text(state).contains("Alpha"))
  }

  @Test("SB-2 campaigns arrive below the help, and what is typed before they come narrows them")
  func below() throws {
    var state = try state()
    _ = try press(&state, "L ?")
    _ = state.reduce(.presenting(.campaignsListed(Self.campaigns)))
    #expect(state.context == .help)
    _ = try press(&state, "<esc>")
    #expect(state.layer == .launch(selected: 0))
    _ = try press(&state, "<esc> L / b e t a <enter>")
    #expect(state.notice?.text == "The campaigns are on their way.")
    _ = state.reduce(.presenting(.campaignsListed(Self.campaigns)))
    #expect(try press(&state, "<enter>").contains(.askSandbox("launch Beta")))
  }

  @Test("SB-2 a sandbox without campaigns, or one that does not respond, closes the menu and says so")
  func none() throws {
    var state = try state()
    _ = try press(&state, "L")
    _ = state.reduce(.presenting(.campaignsListed(CampaignFacts([]))))
    #expect(state.layer == nil && state.notice?.text.hasPrefix("The sandbox has no campaigns") == true)
    _ = try press(&state, "L")
    let error = InboxError.noNetwork("Nothing listens there.")
    _ = state.reduce(.presenting(.campaignsUnlisted(error)))
    #expect(state.layer == nil && state.notice?.text == error.description)
  }

  @Test(
    "SB-2 FE-7 FE-13 presenting asks the sandbox whose the messages are, and again when some arrive")
  func presenting() throws {
    var state = try state()
    #expect(try press(&state, "<f5>").contains(.loadCampaigns))
    let key = try #require(state.list.selectedRow?.key)
    func facts(_ brands: [String]) -> CampaignFacts {
      CampaignFacts(
        brands.map {
          .init(
            id: $0 == "Acme" ? key.id.rawValue : $0, center: key.center, brand: $0, subject: "x",
            isPushed: true)
        })
    }
    // No menu opens that nobody has asked for, and what cannot be had changes nothing.
    for event in [PresentingEvent.campaignsListed(facts(["Acme"])), .campaignsUnlisted(.cancelled)] {
      _ = state.reduce(.presenting(event))
      _ = state.settle()
      #expect(state.layer == nil && state.presenting?.brand == "Acme")
    }
    #expect(state.events.audience?.campaigns == facts(["Acme"]))
    let news = CenterNews(name: key.center, new: 1)
    #expect(state.reduce(.coreUpdated(.updated([news]))).contains(.loadCampaigns))
    state.presenting = nil
    #expect(state.reduce(.coreUpdated(.updated([news]))) == [])
  }

  @Test("SB-2 FE-13 while the menu is open, what arrives moves the chosen campaign and chooses no other one")
  func chosen() throws {
    var state = try state()
    _ = try press(&state, "<f5> L")
    _ = state.reduce(.presenting(.campaignsListed(Self.campaigns)))
    _ = try press(&state, "j")
    let more = CampaignFacts(
      [.init(id: "first", center: .primary, brand: "Aaa", subject: "x", isPushed: true)]
        + Self.campaigns.campaigns)
    _ = state.reduce(.presenting(.campaignsListed(more)))
    #expect(state.layer == .launch(selected: 2))
    #expect(try press(&state, "<enter>").contains(.askSandbox("launch Beta")))
    _ = try press(&state, "L")
    _ = state.reduce(.presenting(.campaignsListed(more)))
    _ = state.reduce(.presenting(.campaignsListed(Self.campaigns)))
    #expect(state.layer == nil)
  }
}
