import Foundation
import InboxCore
import InboxModel
import InboxTestSupport
import InboxTOML
import Testing

@testable import InboxSandbox

@Suite("Campaign files")
struct CampaignFileTests {
  private func problem(_ toml: String) -> String? {
    do {
      _ = try CampaignFile.parse(toml, name: "spring.toml")
      return nil
    } catch {
      return "\(error)"
    }
  }

  @Test("SB-2 a campaign file gives brand, link table and campaigns")
  func whole() throws {
    let file = try CampaignFile.parse(
      """
      [brand]
      name = "Tarnvelo Cycles"
      domain = "News.Tarnvelo.example"
      scheme = "tarnvelo"
      [[link]]
      name = "sale"
      category = "promotion"
      url = "https://www.tarnvelo.example/sale"
      ios = "tarnvelo://sale"
      [[campaign]]
      id = "spring"
      center = "Offers"
      kind = "open-url"
      subject = "Spring"
      message = "Go: {{link:sale}}"
      icon = "https://cdn.tarnvelo.example/bike.png"
      deeplink = "{{link:sale}}"
      sent = "-2h"
      expires = "2031-01-31T22:59:59Z"
      push = true
      badge = "=12"
      audience = ["user:maria", "device"]
      launch = "+25s"
      [campaign.custom]
      segment = "gold"
      """, name: "spring.toml")
    let brand = Brand(name: "Tarnvelo Cycles", domain: "news.tarnvelo.example", scheme: "tarnvelo")
    let link = LinkRow(
      name: "sale", category: "promotion", url: "https://www.tarnvelo.example/sale", ios: "tarnvelo://sale",
      android: "")
    let campaign = Campaign(
      id: "spring", center: CenterName("Offers"), kind: .openURL, subject: "Spring",
      message: "Go: {{link:sale}}", icon: "https://cdn.tarnvelo.example/bike.png", deepLink: "{{link:sale}}",
      sent: .relative(seconds: -7_200), expires: .absolute(Date(timeIntervalSince1970: 1_927_666_799)),
      push: true,
      badge: .set(12), audience: [.only(.user("maria")), .devices], launch: .seconds(25),
      custom: ["segment": "gold"], brand: brand, links: [link])
    #expect(file == CampaignFile(brand: brand, links: [link], campaigns: [campaign]))
  }

  @Test("SB-2 what is not TOML is named with file, line and column")
  func syntax() {
    let text = problem("[brand]\nname = \"Tarnvelo\nscheme = \"v\"\n")
    #expect(text?.hasPrefix("spring.toml:2:") == true, "\(text ?? "no error")")
    #expect(text?.contains("Correct the file") == true)
  }

  @Test(
    "SB-2 a wrong key or value is named with its place and a remedy",
    arguments: [
      ("badgee = \"+1\"", "[[campaign]] 1 (a), badgee: the key is unknown. Did you mean “badge”?"),
      ("wxyz = 1", "[[campaign]] 1 (a), wxyz: the key is unknown. Known are: id, center,"),
      (
        "badge = \"one\"",
        "[[campaign]] 1 (a), badge: “one” is not a badge rule. Write \"+1\", \"=12\" or \"clear\"."
      ),
      ("badge = 1", "[[campaign]] 1 (a), badge: it must be a text in quotes, not a whole number."),
      (
        "push = \"yes\"",
        "[[campaign]] 1 (a), push: it must be true or false without quotes, not a text."
      ),
      (
        "attachment = \"https://cdn.tarnvelo.example/a.jpg\"",
        "[[campaign]] 1 (a), attachment: only a push banner has one. Add push = true."
      ),
      ("sent = \"yesterday\"", "[[campaign]] 1 (a), sent: “yesterday” is not a time."),
      ("launch = \"-5s\"", "[[campaign]] 1 (a), launch: “-5s” is not a time after the start."),
      ("audience = [\"maria\"]", "[[campaign]] 1 (a), audience: “maria” is not a person."),
      ("audience = []", "[[campaign]] 1 (a), audience: it is empty, so no one would get it."),
      ("deeplink = \"tarnvelo://x\"", "[[campaign]] 1 (a), deeplink: a launch-app message leads nowhere."),
      (
        "rich = { html = \"x\" }",
        "[[campaign]] 1 (a), rich: only kind = \"open-rich-message\" has rich content."
      ),
      (
        "rich = { url = \"https://x.example/\" }",
        "(a), rich: it needs exactly one of: html; file; url and file"
      ),
      (
        "rich = { file = \"a.html\", url = \"https://X.example:443?a=ü#b\" }",
        "rich, url: “https://X.example:443?a=ü#b” is requested as “https://x.example/?a=%C3%BC”. Write it like that."
      ),
      ("custom = { n = 1 }", "[[campaign]] 1 (a), custom, n: it must be a text in quotes"),
    ])
  func values(line: String, expected: String) {
    let text = problem(Bench.oneBrand + Bench.campaign("a", line))
    #expect(text?.contains(expected) == true, "\(text ?? "no error")")
    #expect(text?.hasPrefix("spring.toml:11:1: ") == true)
  }

  @Test("SB-2 UL-6 an unknown link name is an error that lists the known ones")
  func unknownLink() {
    let links = "[[link]]\nname = \"spring-sale\"\nurl = \"https://www.tarnvelo.example/\"\n"
    let campaign = Bench.campaign("a").replacing("Text of a", with: "{{link:sael}}")
    #expect(
      problem(Bench.oneBrand + links + campaign) == """
        spring.toml:13:1: [[campaign]] 1 (a), message: {{link:sael}} names no [[link]] of this file. \
        There are: spring-sale.
        """)
  }

  @Test("SB-2 an id is taken once in a center, and free in another one (MC-20)")
  func ids() throws {
    #expect(problem(Bench.oneBrand + Bench.campaign("a") + Bench.campaign("a"))?.contains("is taken") == true)
    #expect(problem(Bench.oneBrand + Bench.campaign("a") + Bench.campaign("a", "center = \"Offers\"")) == nil)
  }

  @Test("SB-2 MC-2 a sixth center is an error that names it: in a file, in a folder, at a running sandbox")
  func sixthCenter() async throws {
    func file(_ centers: ClosedRange<Int>, _ more: String = "") -> String {
      centers.map { Bench.campaign("c\($0)", "center = \"C\($0)\"\n\(more)") }
        .reduce(Bench.oneBrand, +)
    }
    #expect(problem(file(1...4) + Bench.campaign("a")) == nil)
    let expected = ": [[campaign]] 5, center: “C5” would be the sixth message center."
    #expect(problem(file(1...5))?.contains(expected) == true)
    // Other vendors have placements, or one inbox.
    #expect(problem(file(1...5, "vendors = [\"iterable\"]")) == nil)
    // What an earlier version let through hinders no message for one of its centers.
    let six = CampaignSet(played: [], in: (1...6).map { CenterName("C\($0)") })
    #expect(try CampaignFile.parse(file(6...6), name: "a.toml", after: six).campaigns.count == 1)
    let folder = try TemporaryFolder()
    try folder.write(file(1...4), to: "first.toml")
    try folder.write(file(5...5), to: "second.toml")
    #expect {
      try CampaignFile.read(folder: folder.path)
    } throws: { "\($0)".contains("second.toml:11:1: [[campaign]] 1, center: “C5” would be the sixth") }
    try await Bench.with(file(1...4)) { bench in
      let reply = try await bench.curl.send("POST", "/sandbox/campaigns", body: file(5...5))
      #expect(reply.status == 422 && reply.body.contains("“C5” would be the sixth message center"))
      #expect(try await bench.ids("C1") == ["c1"])
    }
  }

  @Test(
    "SB-2 what two files of a folder cannot both have is reported with both of them",
    arguments: [
      (
        Bench.oneBrand + Bench.campaign("a"),
        "second.toml:7:1: [[campaign]] 1, id: “a” is taken by a campaign of FOLDER/first.toml. Rename one of them."
      ),
      (
        "[brand]\nname = \"B\"\ndomain = \"b.example\"\nesp-domain = \"News.Tarnvelo.example\"\n",
        "second.toml:4:1: [brand], esp-domain: “news.tarnvelo.example” is the domain of the brand in FOLDER/first.toml"
      ),
      (Bench.oneBrand + Bench.campaign("a", "center = \"Offers\""), ""), (Bench.oneBrand, ""),
    ])
  func set(_ second: String, _ expected: String) throws {
    let folder = try TemporaryFolder()
    try folder.write(Bench.oneBrand + Bench.campaign("a"), to: "first.toml")
    try folder.write(second, to: "second.toml")
    // What an editor has left.
    try folder.write("half a", to: ".first.toml")
    do {
      #expect(try CampaignFile.read(folder: folder.path).count == 2 && expected.isEmpty)
    } catch {
      #expect(!expected.isEmpty && "\(error)".replacing(folder.path, with: "FOLDER").contains(expected))
    }
  }

  @Test("SB-2 the bundled campaigns can be read, with their HTML files")
  func bundled() throws {
    let files = try CampaignFile.bundled()
    let campaigns = files.flatMap(\.campaigns)
    #expect(files.count >= 5)
    #expect(Set(campaigns.map(\.id)).count == campaigns.count)
    #expect(campaigns.contains { if case .servedOnce = $0.rich { true } else { false } })
    #expect(campaigns.contains { if case .hosted = $0.rich { true } else { false } })
    #expect(campaigns.contains { $0.launch != nil })
  }

  @Test("SB-2 a missing HTML file is named")
  func missingFile() throws {
    let folder = NSTemporaryDirectory() + "inbox-campaign-" + UUID().uuidString
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    let toml =
      Bench.oneBrand
      + Bench.campaign("a", "rich = { file = \"a.html\" }")
      .replacing("launch-app", with: "open-rich-message")
    try Data(toml.utf8).write(to: URL(fileURLWithPath: folder + "/a.toml"))
    let error = #expect(throws: (any Error).self) { try CampaignFile.read(path: folder + "/a.toml") }
    let outsideToml = toml.replacing("a.html", with: "../a.html")
    try Data(outsideToml.utf8).write(to: URL(fileURLWithPath: folder + "/b.toml"))
    let outside = #expect(throws: (any Error).self) { try CampaignFile.read(path: folder + "/b.toml") }
    try FileManager.default.removeItem(atPath: folder)
    #expect(outside.map { "\($0)" }?.contains("“../a.html” is not beside the campaign file.") == true)
    #expect(
      error.map { "\($0)" }
        == "\(folder)/a.toml:11:1: [[campaign]] 1 (a), rich, file: “a.html” cannot be read: there is no such file."
    )
  }

  @Test("SB-2 places are reported in files of other systems as well", arguments: ["\n", "\r\n"])
  func lineEnds(_ end: String) {
    let lines = [
      "[brand]", "name = \"A\"", "domain = \"a.example\"", "scheme = \"a\"", "", "[[campaign]]", "id = 5",
    ]
    let problem = problem(lines.joined(separator: end))
    #expect(problem?.hasPrefix("spring.toml:7:1:") == true, "\(problem ?? "none")")
  }

  @Test(
    "SB-2 braces that no one replaces are reported before customers read them",
    arguments: [
      (#"message = "Go: {{bar:x}}""#, true), (#"message = "Go: {{link:sale""#, true),
      (#"subject = "For {{link:sale}}""#, true), (#"message = "Go: {{link:sale}}""#, false),
      (#"message = "a {b} {c""#, false),
    ])
  func loosePlaceholders(_ line: String, isTold: Bool) {
    let other = line.hasPrefix("subject") ? #"message = "m""# : #"subject = "s""#
    let file = """
      [brand]
      name = "A"
      domain = "a.example"
      scheme = "a"
      [[campaign]]
      id = "a"
      kind = "launch-app"
      \(line)
      \(other)
      """
    let whole = file + "\n[[link]]\nname = \"sale\"\ncategory = \"c\"\nurl = \"https://a.example/\"\n"
    let reported = problem(whole)
    #expect(
      isTold == (reported?.contains("{{…}}") == true) && (isTold || reported == nil), "\(reported ?? "none")")
  }

  @Test(
    "SB-2 TS-2 braces without end are read once, and not once more for each of them",
    arguments: ["{{", "{{x:", "{{link:"], ["", "}}", "link:sale}}"])
  func endlessBraces(_ mark: String, _ end: String) {
    let text = String(repeating: mark, count: 500) + end
    var read = 0
    let parts = LinkPlaceholder.parts(of: text) { rest, sought in
      let found = rest.firstRange(of: sought)
      read += rest[..<(found?.upperBound ?? rest.endIndex)].utf8.count
      return found
    }
    #expect(read <= 2 * text.utf8.count)
    let hasOne = mark == "{{link:" ? !end.isEmpty : mark == "{{" && end.hasPrefix("link:")
    #expect(parts.placeholders.count == (hasOne ? 1 : 0))
    #expect(LinkPlaceholder.replace(in: text) { "{{\($0.kind):\($0.name)}}" } == text)
  }

  @Test("UL-14 the screens of a brand's app are in its file, and a pattern that no link matches is refused")
  func routes() throws {
    let routes = """

      [[brand.routes]]
      pattern = "tarnvelo://bikes/{model}"
      screen = "Bike"

      """
    let file = try CampaignFile.parse(Bench.oneBrand + routes, name: "a.toml")
    let table = RouteTable(file.brand.routes ?? [])
    #expect(table.screen(for: "tarnvelo://bikes/b7")?.title == "Bike")
    #expect(throws: TOMLFileError.self) {
      try CampaignFile.parse(Bench.oneBrand + routes.replacing("tarnvelo://", with: ""), name: "a.toml")
    }
    // A brand that was stored before brands had routes has none.
    let old = #"{"name":"A","domain":"a.example","scheme":"a"}"#
    #expect(try JSONDecoder().decode(Brand.self, from: Data(old.utf8)).routes == nil)
  }
}
