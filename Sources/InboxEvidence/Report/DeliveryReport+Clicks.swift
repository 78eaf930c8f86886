import struct Foundation.UUID
package import InboxCore
package import InboxModel

extension DeliveryReport {
  /// The clicks of one link, of one message or of none, in one session of one person (UL-5).
  package struct ClickRow: Hashable, Sendable, Codable {
    /// What a row comes to, the worst first.
    package enum Verdict: String, Hashable, Sendable, Codable, CaseIterable {
      /// The server acknowledged more clicks of the message than its receipts have.
      case missing
      /// A click was sent, and it is not known whether it was counted.
      case unknown
      /// The server acknowledged more clicks of the message than its receipts have, and has let as many go (TS-6) or
      /// may have taken them before its reset.
      case unjudged
      /// It was counted more than once: each gesture is a click of its own, as on a phone.
      case repeated
      case countedOnce = "counted-once"
      /// Nothing was counted, and nothing can have been.
      case uncounted

      /// Whether nothing stands against what the server counted.
      package var isProven: Bool { self != .missing && self != .unknown }

      /// Whether it belongs to the problems.
      package var isProblem: Bool { self != .countedOnce && self != .uncounted }
    }

    package var identity: Identity
    /// The number of the session; nil outside any.
    package var session: Int?
    /// The message that the link was in; nil for one of a mail or a command line.
    package var message: MessageKey?
    package var link: String
    /// How many gestures there were in each state.
    package var states: [LinkClick.State: Int]
    /// How many clicks of the message the receipts hold, from anyone; nil where they are not known, and without one.
    package var received: Int?
    package var verdict: Verdict

    package var attempts: Int { states.values.reduce(0, +) }
    package var counted: Int { states[.counted] ?? 0 }
    /// How many are uncertain.
    package var unknown: Int { states[.unknown] ?? 0 }

    /// The message, as a person reads it.
    package var messageWords: String { message?.words ?? "outside a message" }

    /// What it is about, in a few words: `click spring in Offers · session 3`.
    package var title: String {
      "click \(messageWords) · \(session.map { "session \($0)" } ?? "no session")"
    }

    /// What happened, as a person reads it.
    package var facts: [String] {
      var facts = ["attempts \(attempts)"]
      if let count = states[.suppressed] { facts.append("suppressed \(count): the same gesture") }
      facts.append("counted \(counted)")
      if unknown > 0 { facts.append("unknown \(unknown)") }
      if let count = states[.uncounted] { facts.append("not requested \(count)") }
      if let received { facts.append("received \(received) for the message, from anyone") }
      return facts + [link]
    }

    package var json: JSONValue {
      .members([
        "identity": identity.storageKey, "session": JSONValue.orNull(session),
        "message_id": JSONValue.orNull(message?.id.rawValue),
        "message_center_name": JSONValue.orNull(message?.center.rawValue), "link": link,
        "attempts": attempts, "suppressed": states[.suppressed, default: 0], "counted": counted,
        "unknown": unknown, "uncounted": states[.uncounted, default: 0],
        "received": JSONValue.orNull(received), "verdict": verdict.rawValue,
      ])
    }
  }

  /// Judges clicks, in the order of the first ones; those before a reset of the receipts are not judged.
  static func rows(_ clicks: [LinkClick], _ receipts: DeliveryReceipts?) -> [ClickRow] {
    struct Place: Hashable {
      var identity: Identity
      var session: Int?
      var sessionID: UUID?
      var message: MessageKey?
      var link: String
    }
    let judged = clicks.filter { receipts?.generation?.contains(clickAt: $0.time, id: $0.id) ?? true }
    let places = judged.grouped {
      Place(
        identity: $0.identity, session: $0.session, sessionID: $0.sessionID, message: $0.message,
        link: $0.link)
    }
    let ofMessage = Dictionary(grouping: judged, by: \.message?.id)
    // The generation before may have taken these.
    let mayBeEarlier = ofMessage.mapValues { clicks in
      clicks.count { $0.state == .counted && receipts?.generation?.isDoubtful($0.id) == true }
    }
    return places.map { place, clicks in
      let states = Dictionary(grouping: clicks, by: \.state).mapValues(\.count)
      let message = place.message?.id
      // Receipts name messages alone.
      let received = message.flatMap { id in receipts?.clicks.map { $0[id.rawValue] ?? 0 } }
      let asked = Dictionary(grouping: ofMessage[message] ?? [], by: \.state).mapValues(\.count)
      return ClickRow(
        identity: place.identity, session: place.session, message: place.message, link: place.link,
        states: states, received: received,
        verdict: verdict(
          states, ofMessage: asked, received: received,
          gone: (receipts?.expiredClicks ?? 0) + mayBeEarlier[message, default: 0]))
    }
  }

  /// - Parameter ofMessage: The gestures on all links of the message, from anyone: receipts do not say whose a
  ///   click is.
  /// - Parameter gone: How many of those that are not received may be with the server all the same.
  private static func verdict(
    _ states: [LinkClick.State: Int], ofMessage asked: [LinkClick.State: Int], received: Int?,
    gone: Int
  ) -> ClickRow.Verdict {
    let (counted, acknowledged) = (states[.counted] ?? 0, asked[.counted] ?? 0)
    if let received, received < acknowledged, counted > 0 {
      return received + gone < acknowledged ? .missing : .unjudged
    }
    if states[.unknown] != nil { return .unknown }
    return counted > 1 ? .repeated : counted == 1 ? .countedOnce : .uncounted
  }

  /// How many clicks came to what, as a sentence; nil where there were none.
  var clickSummary: String? {
    guard !clicks.isEmpty else { return nil }
    let counts = ClickRow.Verdict.allCases.compactMap { verdict -> String? in
      let count = clicks.count { $0.verdict == verdict }
      return count > 0 ? "\(count) \(verdict.rawValue)" : nil
    }
    return "Links: " + counts.joined(separator: ", ") + "."
  }

  /// The clicks with the worst first, else in their order.
  package var worstClicksFirst: [ClickRow] {
    ClickRow.Verdict.allCases.flatMap { verdict in clicks.filter { $0.verdict == verdict } }
  }
}
