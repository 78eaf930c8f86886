import InboxCore
import InboxTOML
import InboxTUI

/// The number on the app's icon, here and at the server.
nonisolated struct BadgeExpectation: Expectation {
  static let names = ["badge"]
  static let keys = ["local", "server"]

  let local: Int?
  let server: Int?

  init(_ name: String, _ fields: TOMLFields) throws {
    try fields.requireAny(of: Self.keys)
    local = try fields.whole("local", 0...Int.max)
    server = try fields.whole("server", 0...Int.max)
  }

  /// The server stores its own badge.
  var needsNoClient: Bool { local == nil }

  func mismatch(in facts: ScenarioFacts) -> String? {
    let vendor = facts.state.profile.capabilities
    switch vendor.badge {
    case .server: break
    case .unread where server == nil:
      // The app counts the badge itself (VE-2).
      let unread = facts.state.snapshot?.listedUnread
      return unread == local ? nil : "local is \(Self.text(unread)), expected \(Self.text(local))"
    case .unread, .none: return vendor.lack(of: .badge)
    }
    var badge = facts.state.snapshot?.badge
    // When no client runs, its last known badge may be out of date.
    if let held = facts.held { badge?.server = held }
    if let local, badge?.local != local { return "local is \(Self.text(badge?.local)), expected \(local)" }
    if let server, badge?.server != server {
      return "server is \(Self.text(badge?.server)), expected \(server)"
    }
    return nil
  }

  private static func text(_ number: Int?) -> String { number.map(String.init) ?? "not known" }
}
