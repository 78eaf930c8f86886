import Foundation
import InboxEvidence
import InboxModel
import InboxTestSupport
import InboxTUI

@testable import InboxCore

/// A state as after a start, with nothing live behind it.
enum StateFixture {
  static let now = Date(timeIntervalSince1970: 1_800_000_000)

  /// The sizes at which every screen has a frame that a person has looked at.
  static let sizes = [(120, 40), (80, 24), (60, 20), (40, 12)]

  static let messages: [Message] = [
    message(1, "Spring sale: up to 30 % off", minutes: 3, expiry: 40, deepLink: "acme://sale/1"),
    message(2, "Your order is on its way", minutes: 65),
    message(3, "週末の珈琲フェア", minutes: 60 * 26, richHTML: "<p>x</p>"),
    message(4, "\u{1B}[31mRed alert\u{1B}[0m \u{202E}gnp.exe", minutes: 60 * 24 * 9),
  ]

  /// What a key does to one of them.
  static func change(_ kind: LocalChange.Kind, _ number: Int) -> LocalChange {
    var change = LocalChange(kind, [.numbered(number)], subject: messages[number - 1].subject)
    change.expiry = messages[number - 1].expiry
    return change
  }

  private static func message(
    _ number: Int, _ subject: String, minutes: Double, expiry: Double? = nil, deepLink: String? = nil,
    richHTML: String? = nil
  ) -> Message {
    Message(
      id: MessageID("m\(number)"), sent: now.addingTimeInterval(-60 * minutes), subject: subject,
      body: "The words of message \(number). More at https://www.acme.example/\(number) today.",
      center: .primary, deepLink: deepLink, richHTML: richHTML,
      expiry: expiry.map { now.addingTimeInterval(60 * $0) })
  }

  static func snapshot(
    _ centers: CenterList, badge: BadgeState = BadgeState(local: 3, server: 3), revision: Int = 1
  ) -> InboxSnapshot {
    InboxSnapshot(
      identity: .user("maria"),
      centers: centers.enumerated().map { index, name in
        .init(
          name: name, counts: CenterCounts(total: 4, unread: index == 0 ? 3 : 12 * index),
          refresh: RefreshMachine(interval: 300, lastSuccess: now))
      },
      badge: badge, banners: 0,
      session: Session(id: .numbered(1), number: 2, began: now), connection: .online,
      outbox: .init(waiting: 0, paused: nil), revision: revision, time: now)
  }

  /// A report with a row of each kind, and one of someone else.
  static func report() throws -> DeliveryReport {
    var counts: [UUID: Int] = [:]
    var deliveries: [Delivery] = []
    func add(
      _ number: Int, _ kind: EngagementEvent.Kind, _ state: Delivery.State, tries: Int = 1, received: Int?,
      by identity: Identity = .user("maria"), reason: String? = nil
    ) {
      let id = UUID.numbered(deliveries.count)
      counts[id] = received
      deliveries.append(
        Delivery(
          id: id, kind: kind, identity: identity, session: 2, message: .numbered(number), time: now,
          state: state, reason: reason, tries: tries, generation: 1))
    }
    add(1, .display, .sent, received: 1)
    add(2, .display, .sent, tries: 2, received: 2)
    add(3, .display, .waiting, tries: 2, received: 1)
    add(2, .open, .sent, received: nil)
    add(3, .open, .refused, received: nil, reason: "The back end refused the request (status 422).")
    add(1, .open, .waiting, tries: 0, received: nil)
    add(1, .display, .sent, received: 1, by: .user("ben"))
    func suppressed(_ number: Int, _ cause: Suppression, _ count: Int) -> SuppressedAttempts {
      SuppressedAttempts(
        EngagementPlace(identity: .user("maria"), session: 2, message: .numbered(number), kind: .display),
        cause, count: count, first: now, last: now)
    }
    return DeliveryReport(
      deliveries,
      suppressed: [
        suppressed(1, .alreadyDisplayed, 3), suppressed(1, .covered, 1), suppressed(4, .notWhollyVisible, 1),
      ],
      receipts: DeliveryReceipts(counts: counts, generation: ReceiptGeneration(number: 1)))
  }

  /// A settled state of a size.
  static func inbox(_ columns: Int, _ rows: Int, centers names: [String] = ["Offers", "Orders"]) throws
    -> AppState
  {
    let centers = try CenterList(names)
    var state = AppState(
      size: Size(columns: columns, rows: rows),
      profile: ProfileFacts(name: "acme", retention: RetentionPolicy(days: 15)),
      centers: centers,
      now: now)
    _ = state.reduce(.coreUpdated(.snapshot(snapshot(centers))))
    _ = state.settle()
    let stored = messages.enumerated().map { index, message in
      ArchivedMessage(message: message, fetched: now, read: index == 1 ? now : nil)
    }
    _ = state.reduce(
      .list(
        .windowLoaded(
          ListWindow(identity: .user("maria"), center: .primary, rows: stored, offset: 0, total: 4),
          request: state.list.request)))
    _ = state.settle()
    return state
  }
}
