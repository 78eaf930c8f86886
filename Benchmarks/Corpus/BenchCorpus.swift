import Foundation
import InboxModel
import InboxVendors

/// Messages as marketing clouds send them, of invented brands: the same for the same seed, any number of them.
///
/// They go from the oldest to the newest, with growing steps back in time, as inboxes fill: most of them lie within
/// the last months, and a long tail behind.
struct BenchCorpus {
  /// A message, and what its reader has done with it.
  struct Entry {
    var message: Message
    var isRead: Bool
    var isDeleted: Bool
  }

  let count: Int
  let centers: [CenterName]
  /// When the newest was sent.
  let newest: Date
  private var random: SeededGenerator

  init(count: Int, centers: [CenterName], newest: Date, seed: UInt64) {
    self.count = count
    self.centers = centers
    self.newest = newest
    random = SeededGenerator(seed: seed)
  }

  /// The next entries, counted from the oldest: each call goes on where the one before ended.
  mutating func next(_ numbers: Range<Int>) -> [Entry] { numbers.map { entry($0) } }

  private mutating func entry(_ number: Int) -> Entry {
    let brand = pick(Self.brands)
    let center = self.center()
    let age = count - 1 - number
    // A message every ten minutes or so among the newest, further apart behind.
    let sent = newest.addingTimeInterval(-600 * Double(age) * (1 + Double(age) / 40_000)).rounded
    let isRich = chance(15)
    let link = chance(40)
    let offer = pick(Self.offers)
    let subject = self.subject(brand, offer)
    let body =
      "\(pick(Self.openings)) \(offer.prefix(1).uppercased() + offer.dropFirst()) \(pick(Self.closings))"
    var message = Message(
      id: MessageID("\(brand.id)-\(String(number, radix: 36))"), sent: sent, subject: subject, body: body,
      center: center, deepLink: link ? "\(brand.id)://offers/\(number)" : nil,
      richHTML: isRich ? html(brand, subject, body) : nil,
      iconURL: "https://cdn.\(brand.id).example/icon.png", expiry: expiry(after: sent),
      custom: chance(10) ? ["campaign": "\(brand.id)-\(number % 97)", "locale": "en"] : [:])
    // The record as a back end would have sent it.
    message.raw = MessageWire.encode(message).serialized
    return Entry(message: message, isRead: age > 40 && chance(80) || chance(30), isDeleted: chance(2))
  }

  private mutating func subject(_ brand: Brand, _ offer: String) -> String {
    if chance(4) { return pick(Self.elsewhere) }
    switch Int.random(in: 0..<4, using: &random) {
    case 0: return "\(brand.name): \(offer)"
    case 1: return "\(pick(Self.calls)) \(offer)"
    case 2: return "\(Int.random(in: 1...9, using: &random) * 5) % off until Sunday: \(offer)"
    default: return "\(offer.prefix(1).uppercased() + offer.dropFirst()), only at \(brand.name)"
    }
  }

  /// Half of those that expire have done so; the others will, within two weeks.
  private mutating func expiry(after sent: Date) -> Date? {
    guard chance(20) else { return nil }
    let days = Double(Int.random(in: 1...14, using: &random))
    return chance(50) ? sent.addingTimeInterval(days * 86_400) : newest.addingTimeInterval(days * 86_400)
  }

  /// The first center has half of the messages, the others share the rest.
  private mutating func center() -> CenterName {
    guard centers.count > 1, chance(50) else { return centers[0] }
    return centers[1 + Int.random(in: 0..<centers.count - 1, using: &random)]
  }

  private func html(_ brand: Brand, _ subject: String, _ body: String) -> String {
    """
    <html><body style="margin:0"><div style="display:none">\(body)</div><table width="600" align="center"><tr><td>\
    <img src="https://cdn.\(brand.id).example/logo.png" alt="\(brand.name)"></td></tr><tr><td><h1>\(subject)</h1>\
    <p>\(body)</p><p><a href="https://news.\(brand.id).example/pub/acc?_ri_=X0">See it in the app</a></p></td></tr>\
    <tr><td style="font-size:11px">You get this as a member of \(brand.name).</td></tr></table></body></html>
    """
  }

  private mutating func chance(_ percent: Int) -> Bool { Int.random(in: 0..<100, using: &random) < percent }

  private mutating func pick<Element>(_ all: [Element]) -> Element {
    all[Int.random(in: 0..<all.count, using: &random)]
  }
}

extension BenchCorpus {
  private struct Brand {
    var id: String
    var name: String
  }

  private static let brands = [
    Brand(id: "skerrylight", name: "Skerrylight"), Brand(id: "korvane", name: "Korvane Bank"),
    Brand(id: "tidemoor", name: "Tidemoor Coffee"), Brand(id: "railnord", name: "Railnord"),
    Brand(id: "tarnvelo", name: "Tarnvelo"), Brand(id: "lindqvarn", name: "Lindqvarn"),
  ]

  private static let offers = [
    "two cups for the price of one", "a night train with breakfast", "the new season from tonight",
    "a bicycle for the weekend", "a savings rate that stays", "the autumn lookbook",
    "free delivery for members",
    "a seat by the window", "premiere tickets for two", "a check of brakes and chain", "a card without a fee",
    "freshly roasted single origins", "the city break you had marked", "a refill on every visit",
    "your yearly overview", "an upgrade at no charge", "the last sizes of the summer",
    "points that expire soon",
  ]

  private static let calls = ["Only today:", "Do not miss", "For you:", "Back again:", "Last chance for"]

  private static let openings = [
    "You asked us to tell you first.", "It is here, and it will not stay for long.",
    "Members see this before anyone.",
    "A short note, because you had marked it.", "We kept one for you.",
  ]

  private static let closings = [
    "is waiting in the app.", "ends when the last one is gone.", "can be had in every branch.",
    "is yours with one tap.", "comes with the next order.",
  ]

  /// What inboxes of the world hold besides English.
  private static let elsewhere = [
    "週末の珈琲フェアが始まります", "이번 주말, 정주행하기 좋은 드라마 5편", "عرض خاص لأعضاء النادي", "Ещё два дня по старой цене",
    "Ihre Fahrkarte für Samstag ☕", "Το καλοκαίρι δεν τελείωσε ακόμα",
  ]
}

extension Date {
  /// To the second, as the wire has it.
  fileprivate var rounded: Date { Date(timeIntervalSince1970: timeIntervalSince1970.rounded()) }
}
