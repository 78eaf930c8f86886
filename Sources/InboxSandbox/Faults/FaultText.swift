import struct Foundation.Data
import InboxModel

/// Faults as people write them: on the command line, in a scenario, in the front (SB-3).
///
/// `ENDPOINT WHAT [times N] [retry-after S] [percent P] [seed N] [after]`, such as `messages 503 retry-after 5` or
/// `all offline`.
package enum FaultText {
  /// What stands for every endpoint.
  static let everywhere = "all"

  /// What can go wrong, in a word.
  package static let kinds = [
    "offline", "slow", "stalled", "bad-json", "empty", "truncated", "token-refused", "disabled", "STATUS",
    "lost", "doubled", "delayed", "reordered",
  ]

  /// How a fault is written, for a sentence that says so.
  package static let forms =
    "ENDPOINT WHAT, such as “messages 503 retry-after 5”, “badge offline times 2”, “all slow 3”, "
    + "“links stalled after” or “recorded lost percent 30”. Endpoints: all, \(FaultEndpoint.allCases.map(\.rawValue).joined(separator: ", ")). "
    + "What: \(kinds.joined(separator: ", ")), where STATUS is from \(Fault.statuses.lowerBound) to \(Fault.statuses.upperBound); then times N, retry-after SECONDS, percent P, seed N, after"

  /// Why a text is not a fault.
  package struct Mistake: Error, Hashable, Sendable, CustomStringConvertible {
    /// A sentence with the way to write it.
    package var description: String

    package init(description: String) { self.description = description }
  }

  /// Reads a text; `all` gives one fault for each endpoint.
  package static func parse(_ text: String) throws(Mistake) -> [Fault] {
    var words = text.split(whereSeparator: \.isWhitespace).map(String.init)
    guard words.count >= 2 else { throw Mistake(description: "“\(text)” is not a fault: \(forms).") }
    let place = words.removeFirst()
    let endpoints =
      place == everywhere ? FaultEndpoint.allCases : FaultEndpoint(rawValue: place).map { [$0] } ?? []
    guard let first = endpoints.first else {
      throw Mistake(description: "“\(place)” is not an endpoint: \(forms).")
    }
    var fault = try what(&words, first)
    var seen: Set<String> = []
    while let word = words.first {
      words.removeFirst()
      guard seen.insert(word).inserted else {
        throw Mistake(description: "“\(word)” is given twice. Give it once.")
      }
      switch word {
      case "after": fault.after = true
      case "times": fault.times = try number(&words, after: word, Fault.counts)
      case "retry-after": fault.retryAfter = try number(&words, after: word, Fault.retries)
      case "percent": fault.percent = try number(&words, after: word, Fault.percents)
      case "seed": fault.seed = UInt64(try number(&words, after: word, 0...Int.max))
      default: throw Mistake(description: "“\(word)” is not understood: \(forms).")
      }
    }
    if let mistake = fault.mistake { throw Mistake(description: mistake) }
    return endpoints.map { endpoint in
      var fault = fault
      fault.endpoint = endpoint
      // A push line is nothing but its response.
      if endpoint == .pushes { fault.after = nil }
      return fault
    }
  }

  private static func what(_ words: inout [String], _ endpoint: FaultEndpoint) throws(Mistake) -> Fault {
    let word = words.removeFirst()
    if let flaw = RecordedFlaw(rawValue: word) { return try recorded(flaw, &words, endpoint) }
    switch word {
    case "offline": return Fault(endpoint, drop: true)
    case "slow":
      return Fault(endpoint, delayMilliseconds: try number(&words, after: word, Fault.delays) * 1_000)
    case "stalled": return Fault(endpoint, stall: true)
    case "bad-json": return Fault(endpoint, body: "{\"messages\":[")
    case "empty": return Fault(endpoint, status: 200, body: "")
    case "truncated": return Fault(endpoint, truncate: Fault.usualCut)
    case "token-refused": return Fault(endpoint, status: 401)
    case "disabled": return Fault(endpoint, status: 403)
    default:
      guard let status = Int(word), (100...599).contains(status) else {
        throw Mistake(description: "“\(word)” is nothing that can go wrong: \(forms).")
      }
      guard Fault.statuses.contains(status) else {
        throw Mistake(
          description:
            "\(status) is the status of a good response, so it is not a fault: a status from 300 to 599 is one, and "
            + "“empty” or “bad-json” make a good response a bad one.")
      }
      return Fault(endpoint, status: status)
    }
  }

  /// What is wrong with a list that is read back, and with nothing else.
  private static func recorded(
    _ flaw: RecordedFlaw, _ words: inout [String], _ endpoint: FaultEndpoint
  ) throws(Mistake) -> Fault {
    guard endpoint == .recorded else {
      throw Mistake(
        description:
          "Only what is read back can be \(flaw.rawValue): write “recorded \(flaw.rawValue)”.")
    }
    let delay =
      flaw == .delayed ? try number(&words, after: flaw.rawValue, Fault.latenesses) * 1_000 : nil
    return Fault(.recorded, delayMilliseconds: delay, flaw: flaw)
  }

  private static func number(
    _ words: inout [String], after word: String, _ bounds: ClosedRange<Int>
  ) throws(Mistake) -> Int {
    guard let text = words.first, let number = Int(text), bounds.contains(number) else {
      throw Mistake(
        description: "After “\(word)” comes a whole number from \(bounds.lowerBound) to \(bounds.upperBound)."
      )
    }
    words.removeFirst()
    return number
  }
}

extension Fault {
  /// The fault as ``FaultText`` reads it, as far as it can be said there.
  package var words: String {
    var parts = [endpoint.rawValue, kind]
    if let times { parts += ["times", String(times)] }
    if let retryAfter { parts += ["retry-after", String(retryAfter)] }
    if let percent { parts += ["percent", String(percent)] }
    if let seed { parts += ["seed", String(seed)] }
    if after == true { parts.append("after") }
    return parts.joined(separator: " ")
  }

  /// Everything that goes wrong, in the order in which it happens.
  private var kind: String {
    if let flaw {
      return flaw == .delayed ? "delayed \((delayMilliseconds ?? 0).millisecondsInSeconds)" : flaw.rawValue
    }
    var effects: [String] = []
    if let delayMilliseconds, delayMilliseconds > 0 {
      effects.append("slow \(delayMilliseconds.millisecondsInSeconds)")
    }
    if drop == true {
      effects.append("offline")
    } else if stall == true {
      if let status { effects.append(String(status)) }
      effects.append(body == nil ? "stalled" : "stalled with a body")
    } else {
      if let replacement { effects.append(replacement) }
      if let truncate {
        effects.append(
          truncate == Self.usualCut ? "truncated" : "truncated to \(truncate.counted("byte"))")
      }
    }
    return effects.isEmpty ? "nothing" : effects.joined(separator: ", ")
  }

  /// After how many bytes a response is truncated by default.
  static let usualCut = 40

  /// What is sent in the place of the usual response; nil where that is sent.
  private var replacement: String? {
    switch (status, body) {
    case (nil, nil): nil
    case (401?, nil): "token-refused"
    case (403?, nil): "disabled"
    case (let status?, nil): String(status)
    case (nil, let body?), (200?, let body?):
      body.isEmpty ? "empty" : Self.isJSON(body) ? "200 with a body" : "bad-json"
    case (let status?, let body?): "\(status) with \(body.isEmpty ? "an empty body" : "a body")"
    }
  }

  private static func isJSON(_ text: String) -> Bool { (try? JSONValue.parse(Data(text.utf8))) != nil }
}
