import Foundation
import InboxCore
import InboxModel
import Testing

struct FilterParserTests {
  private static let centers: [CenterName] = [.primary, CenterName("Offers"), CenterName("Über uns")]

  private func parse(_ text: String) throws -> [MessageFilter.Term] {
    try MessageFilter(text, centers: Self.centers).terms
  }

  private static func text(_ word: String) -> MessageFilter.Condition { .text(MessageFilter.Word(word)) }

  @Test(
    "FE-6 each condition in words",
    arguments: [
      ("is:unread", .unread), ("is:read", .read), ("is:expired", .expired), ("is:expiring", .expiring),
      ("is:rich", .kind(.openRichMessage)), ("is:link", .link), ("IS:Unread", .unread),
      ("has:link", .link), ("has:icon", .icon), ("has:deeplink", .deepLink), ("has:html", .html),
      ("kind:launch", .kind(.launchApp)), ("kind:url", .kind(.openURL)),
      ("kind:rich", .kind(.openRichMessage)),
      ("center:offers", .center(CenterName("Offers"))),
      ("center:\"über uns\"", .center(CenterName("Über uns"))),
      ("center:\"UBER UNS\"", .center(CenterName("Über uns"))), ("id:Sale-1", .id("Sale-1")),
      ("before:2026-11-21", .sentBefore(.day(20_778))), ("after:yesterday", .sentAfter(.today(offset: -1))),
      ("after:7d", .sentAfter(.distance(604_800))), ("before:today", .sentBefore(.today(offset: 0))),
      ("before:2026-11-21T00:00:01Z", .sentBefore(.moment(Date(timeIntervalSince1970: 1_795_219_201)))),
      ("expires:<2d", .expiresBefore(.distance(172_800))), ("expires:2d", .expiresBefore(.distance(172_800))),
      ("expires:>2h", .expiresAfter(.distance(7_200))), ("expires:today", .expiresOn(.today(offset: 0))),
      ("expires:tomorrow", .expiresOn(.today(offset: 1))), ("expires:2026-11-21", .expiresOn(.day(20_778))),
      ("expires:never", .expiresNever), ("sale", text("sale")), ("\"spring sale\"", text("spring sale")),
      ("\"is:unread\"", text("is:unread")), ("10:30", text("10:30")), ("note:", text("note:")),
      ("HTTPS://a.example/x", text("HTTPS://a.example/x")), ("foo\"bar", text("foo\"bar")),
    ] as [(String, MessageFilter.Condition)])
  func conditions(typed: String, condition: MessageFilter.Condition) throws {
    #expect(try parse(typed) == [.init(condition)])
    #expect(try parse("-\(typed) ") == [.init(condition, isNegated: true)])
    #expect(try parse(" !\(typed)") == [.init(condition, isNegated: true)])
  }

  @Test("FE-6 parts stand beside one another, in the order typed")
  func several() throws {
    let terms = try parse("  is:unread \"spring sale\"-offers  !kind:rich ")
    #expect(
      terms == [
        .init(.unread), .init(Self.text("spring sale")), .init(Self.text("offers"), isNegated: true),
        .init(.kind(.openRichMessage), isNegated: true),
      ])
  }

  @Test(
    "FE-6 what asks for nothing lets everything through",
    arguments: ["", "  ", "-", "! -", "\"\"", "-\"", "\u{301}"])
  func nothing(typed: String) throws {
    #expect(try parse(typed).isEmpty)
  }

  @Test(
    "FE-6 what is wrong, and what would be right",
    arguments: [
      ("is:foo", "is: takes unread, read, expired", false), ("is:", "is: takes", true),
      ("is:un", "is: takes", true),
      ("is:un x", "is: takes", false), ("has:legs", "link, icon, deeplink or html", false),
      ("kind:r", "launch, url or rich", true), ("center:off", "Primary, Offers, \"Über uns\"", true),
      ("center:orders", "Primary, Offers", false), ("before:", "2026-11-21, today", true),
      ("before:2026-02-30", "2026-11-21", false), ("before:soon", "2026-11-21", false),
      ("after:2026-1", "7d", true), ("after:7y", "7d", false), ("expires:", "<2d", true),
      ("expires:ne", "never", true), ("expires:<", "<2d", true), ("expires:soon", "<2d", false),
      ("si:unread", "there is no “si:”", false), ("id:", "part of an id", true),
      ("before:99999999999999d", "7d", false), ("is:\"unread ", "is: takes", false),
    ])
  func problems(typed: String, words: String, isUnfinished: Bool) throws {
    let problem = #expect(throws: FilterProblem.self) { try parse("sale " + typed) }
    #expect(problem?.offset == 5)
    #expect(problem?.isUnfinished == isUnfinished)
    #expect(problem?.description.contains(words) == true, "\(problem?.description ?? "")")
    #expect(problem?.description.hasPrefix("“\(typed.prefix(4))") == true)
  }

  @Test("FE-6 VE-2 center: takes what a list is called on the screen, and its own name")
  func namedLists() throws {
    let lists: [CenterName] = [.primary, CenterName("2"), CenterName("Placement 2")]
    func parse(_ text: String) throws -> [MessageFilter.Term] {
      try MessageFilter(text, centers: lists) { $0 == .primary ? "Inbox" : "Placement \($0)" }.terms
    }
    for (typed, center) in [
      ("Inbox", CenterName.primary), ("primary", .primary), ("\"placement 2\"", lists[1]), ("2", lists[1]),
      ("\"Placement Placement 2\"", lists[2]),
    ] as [(String, CenterName)] {
      #expect(try parse("center:" + typed) == [.init(.center(center))], "\(typed)")
    }
    let problem = #expect(throws: FilterProblem.self) { try parse("center:Offers") }
    #expect(problem?.description.contains("takes Inbox, \"Placement 2\", \"Placement Placement 2\".") == true)
    #expect(#expect(throws: FilterProblem.self) { try parse("center:inb") }?.isUnfinished == true)
  }

  @Test("FE-6 what no one would type breaks nothing, and is reported in one line")
  func hostile() throws {
    let long = String(repeating: "a", count: 10_000)
    let longProblem = #expect(throws: FilterProblem.self) { try parse(long) }
    #expect(longProblem?.description.count ?? .max < 200)
    let many = String(repeating: "ab ", count: 3_334)
    #expect(#expect(throws: FilterProblem.self) { try parse(many) }?.offset == 32 * 3)
    #expect(#expect(throws: FilterProblem.self) { try parse("x:" + long) } != nil)
    #expect(throws: FilterProblem.self) { try parse(String(repeating: "\"", count: 10_000) + long) }
    #expect(try parse(String(repeating: "\"", count: 10_000)).isEmpty)
    #expect(try parse(String(repeating: "-", count: 200)).count == 1)
    #expect(
      try parse("\"a \"b\" c\"") == [.init(Self.text("a")), .init(Self.text("b\"")), .init(Self.text("c\""))])
    for text in ["\u{1B}[2J", "' OR 1=1 --", "%_*", ":::", "a:b:c:\u{0}", "\u{202E}x"] {
      do { _ = try parse(text) } catch { #expect(error is FilterProblem) }
    }
  }

  @Test("FE-6 days are those of UTC, a distance looks back for what was sent and ahead for what expires")
  func dates() throws {
    let now = try #require(WireDate.parse("2026-11-21T10:00:00Z"))
    func span(_ text: String, isAhead: Bool = false) throws -> [String] {
      let span = try #require(FilterDate(text)).span(at: now, isAhead: isAhead)
      return [span.start, span.end].map { String(WireDate.format($0).prefix(16)) }
    }
    #expect(try span("today") == ["2026-11-21T00:00", "2026-11-22T00:00"])
    #expect(try span("yesterday") == ["2026-11-20T00:00", "2026-11-21T00:00"])
    #expect(try span("2024-02-29") == ["2024-02-29T00:00", "2024-03-01T00:00"])
    #expect(try span("2h") == ["2026-11-21T08:00", "2026-11-21T08:00"])
    #expect(try span("2h", isAhead: true) == ["2026-11-21T12:00", "2026-11-21T12:00"])
  }
}
