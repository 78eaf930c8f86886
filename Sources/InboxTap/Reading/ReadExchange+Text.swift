import Foundation
import InboxCore
import InboxEvidence
package import InboxModel
import InboxVendors

/// An exchange as a line: for people, and for programs.
extension ReadExchange {
  /// `200   12 ms  POST /api/events/trackInAppOpen  open of m1 by maria`, without secrets.
  package func text(_ mask: SecretMask) -> String {
    let status = exchange.status.map(String.init) ?? "–"
    let path = "/" + VendorReader.segments(mask.url(exchange.url)).joined(separator: "/")
    let head = [
      status.padded(3), "\(exchange.milliseconds) ms".padded(8, left: true), "\(exchange.method) \(path)",
    ].joined(separator: "  ")
    var parts = actions.filter { $0.kind != .other }.map { mask.text(words($0)) }
    // A request that failed as such says why, and has no path at times.
    if reader == nil, exchange.error == nil || exchange.status != nil {
      parts.append("not read here")
    }
    if let error = exchange.error { parts.append(mask.text(error)) }
    if let words = interventionWords { parts.append(words) }
    parts += remarks
    return ([head] + [parts.joined(separator: "; ")]).joined(separator: "  ")
  }

  private func words(_ action: AppAction) -> String {
    var words = action.kind.rawValue
    if let message = action.message { words += " of \(message.id)" }
    if action.kind.rawValue != action.name { words += " (\(action.name))" }
    if let page = action.page {
      words += ", \(page.countWords)"
      if !page.malformed.isEmpty { words += ", \(page.malformed.count) unreadable" }
    }
    if let badge = action.badge { words += ", \(badge)" }
    if let detail = action.detail { words += ", \(detail)" }
    if let identity = action.identity { words += " by \(identity.label)" }
    if let problem = action.problem { words += ": \(problem)" }
    if (200..<300).contains(exchange.status ?? 0), case let outcome = outcome(of: action),
      outcome.kind != .taken
    {
      words += ", not taken: \(outcome.words)"
    }
    return words
  }

  /// The same for programs, without secrets.
  package func json(_ mask: SecretMask) -> JSONValue {
    let actions = actions.map { json($0, mask) }
    return .members([
      "number": exchange.number, "started": WireDate.format(exchange.started), "ms": exchange.milliseconds,
      "method": exchange.method, "url": mask.url(exchange.url), "actions": actions,
      "request_bytes": requestSize, "first_byte_ms": firstByte, "status": exchange.status,
      "response_bytes": exchange.responseSize, "vendor": reader?.capabilities.vendor,
      "error": exchange.error.map(mask.text), "fault": exchange.tap?.fault, "tap": exchange.tap?.json,
      "remarks": remarks.isEmpty ? nil : remarks,
    ])
  }

  private func json(_ action: AppAction, _ mask: SecretMask) -> JSONValue {
    let outcome = outcome(of: action)
    return .members([
      "kind": action.kind.rawValue, "name": mask.text(action.name), "identity": action.identity?.storageKey,
      "message_id": action.message?.id.rawValue, "list": action.list?.rawValue,
      "ts": action.time.map(WireDate.format), "id": action.id,
      "session": action.sessionNumber.map { String($0) } ?? action.session, "session_id": action.session,
      "device": action.device,
      "messages": action.page?.messages.count, "unreadable": action.page?.malformed.count,
      "badge": action.badge, "detail": action.detail.map(mask.text),
      "problem": action.problem.map(mask.text), "outcome": outcome.kind.rawValue,
      "why": outcome.why.map(mask.text),
    ])
  }
}

extension String {
  fileprivate func padded(_ width: Int, left: Bool = false) -> String {
    let blanks = String(repeating: " ", count: max(0, width - count))
    return left ? blanks + self : self + blanks
  }
}
