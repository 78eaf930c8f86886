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
    if reader == nil { parts.append("no vendor publishes this path") }
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
    var members: [String: JSONValue] = [
      "number": .integer(Int64(exchange.number)), "started": .string(WireDate.format(exchange.started)),
      "ms": .integer(Int64(exchange.milliseconds)), "method": .string(exchange.method),
      "url": .string(mask.url(exchange.url)), "actions": .array(actions.map { json($0, mask) }),
      "request_bytes": .integer(Int64(requestSize)),
    ]
    members["first_byte_ms"] = firstByte.map { .integer(Int64($0)) }
    members["status"] = exchange.status.map { .integer(Int64($0)) }
    members["response_bytes"] = exchange.responseSize.map { .integer(Int64($0)) }
    members["vendor"] = reader.map { .string($0.capabilities.vendor) }
    members["error"] = exchange.error.map { .string(mask.text($0)) }
    members["fault"] = exchange.tap?.fault.map { .string($0) }
    members["tap"] = exchange.tap?.json
    if !remarks.isEmpty { members["remarks"] = .array(remarks.map { .string($0) }) }
    return .object(members)
  }

  private func json(_ action: AppAction, _ mask: SecretMask) -> JSONValue {
    var members: [String: JSONValue] = [
      "kind": .string(action.kind.rawValue), "name": .string(mask.text(action.name)),
    ]
    members["identity"] = action.identity.map { .string($0.storageKey) }
    members["message_id"] = action.message.map { .string($0.id.rawValue) }
    members["list"] = (action.message?.center ?? action.page?.messages.first?.center).map {
      .string($0.rawValue)
    }
    members["ts"] = action.time.map { .string(WireDate.format($0)) }
    members["id"] = action.id.map { .string($0.uuidString) }
    members["session"] = action.session.map { .string($0) }
    members["messages"] = action.page.map { .integer(Int64($0.messages.count)) }
    members["unreadable"] = action.page.map { .integer(Int64($0.malformed.count)) }
    members["badge"] = action.badge.map { .integer(Int64($0)) }
    members["detail"] = action.detail.map { .string(mask.text($0)) }
    members["problem"] = action.problem.map { .string(mask.text($0)) }
    let outcome = outcome(of: action)
    members["outcome"] = .string(outcome.kind.rawValue)
    members["why"] = outcome.why.map { .string(mask.text($0)) }
    return .object(members)
  }
}

extension String {
  fileprivate func padded(_ width: Int, left: Bool = false) -> String {
    let blanks = String(repeating: " ", count: max(0, width - count))
    return left ? blanks + self : self + blanks
  }
}
