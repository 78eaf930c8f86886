import InboxModel

/// Why a fault is refused: a value is out of bounds, or it would have no effect.
extension Fault {
  /// The forms of its members in JSON; unknown endpoints and statuses get sentences of their own.
  private static let form: APISchema = [
    "status?": .number, "body?": .text, "drop?": .flag, "stall?": .flag, "after?": .flag,
    "times?": whole(counts), "retry_after?": whole(retries), "percent?": whole(percents),
    "delay_ms?": whole(0...latenesses.upperBound * 1_000), "truncate?": .whole(0), "seed?": .whole(0),
    "flaw?": .choice(of: RecordedFlaw.self),
  ]

  private static func whole(_ bounds: ClosedRange<Int>) -> APISchema {
    .whole(Int64(bounds.lowerBound), Int64(bounds.upperBound))
  }

  /// Why an object is not a fault, as a sentence that names the member; nil where all members have their forms.
  static func mistake(in object: JSONValue) -> String? {
    form.flaw(of: object, named: "a fault").map { $0 + "." }
  }

  /// Why the fault is refused, as a sentence that names the members; nil where it is accepted.
  var mistake: String? {
    statusMistake ?? delayMistake ?? flawMistake ?? effectMistake ?? headerMistake ?? lineMistake
      ?? idleMistake
  }

  private var statusMistake: String? {
    guard let status else { return nil }
    // RFC 9110, section 6.4.1: what follows the head would be read as the next response.
    if Self.bodiless.contains(status), !(body ?? "").isEmpty || stall == true {
      return "A response with status \(status) has no body: leave body and stall out."
    }
    guard !Self.statuses.contains(status) else { return nil }
    guard (200..<300).contains(status) else { return "status \(status) is not within 200…599." }
    return body == nil
      ? "status \(status) without a body is not a fault: say with which body, which may be empty." : nil
  }

  private var delayMistake: String? {
    let most = Self.delays.upperBound * 1_000
    guard flaw == nil, let delayMilliseconds, delayMilliseconds > most else { return nil }
    return "delay_ms is not a whole number up to \(most)."
  }

  private var flawMistake: String? {
    guard let flaw else { return nil }
    guard endpoint == .recorded else {
      return "flaw “\(flaw.rawValue)” is of what is read back: it needs the endpoint “recorded”."
    }
    if flaw == .delayed, delayMilliseconds ?? 0 == 0 {
      return "flaw “delayed” needs delay_ms: by how much events are late."
    }
    let others = [
      ("status", status != nil), ("body", body != nil), ("drop", drop == true), ("stall", stall == true),
      ("truncate", truncate != nil), ("times", times != nil), ("after", after == true),
      ("delay_ms", delayMilliseconds ?? 0 > 0 && flaw != .delayed),
    ]
    guard let other = others.first(where: { $0.1 }) else { return nil }
    return "flaw changes the list that is sent, so it does not go with \(other.0): give one of the two."
  }

  private var effectMistake: String? {
    let isSomething =
      status != nil || body != nil || drop == true || stall == true || truncate != nil || flaw != nil
      || delayMilliseconds ?? 0 > 0
    return isSomething
      ? nil : "Nothing goes wrong by it: give status, body, delay_ms, drop, stall, truncate or flaw."
  }

  private var lineMistake: String? {
    guard endpoint == .pushes, after == true else { return nil }
    return "A push line is nothing but its response, so “after” changes nothing there: leave it out."
  }

  /// A member that changes nothing beside the others.
  private var idleMistake: String? {
    if seed != nil, percent == nil, flaw != .reordered {
      return "seed is what the dice of percent begin with: give percent as well, or leave seed out."
    }
    if flaw == .reordered, percent != nil {
      return
        "A reordered list is so as a whole, and percent changes nothing: leave it out, and give a seed for another order."
    }
    if after == true, truncate != nil, drop != true, stall != true, (status, body) == (nil, nil),
      delayMilliseconds ?? 0 == 0
    {
      return
        "A response can be truncated only once the request is carried out, so after changes nothing: leave it out."
    }
    let isDropped = drop == true
    let idle = [
      ("status", isDropped && status != nil), ("body", isDropped && body != nil),
      ("stall", isDropped && stall == true), ("truncate", (isDropped || stall == true) && truncate != nil),
    ]
    return idle.first { $0.1 }.map {
      "Of a response that is \(isDropped ? "dropped" : "stalled") \($0.0) changes nothing: leave it out."
    }
  }

  private var headerMistake: String? {
    let isOwn = drop != true && (status != nil || body != nil || stall == true)
    return retryAfter == nil || isOwn
      ? nil : "Retry-After is a header of a fault's own response: give it a status or a body, or stall it."
  }
}
