import Foundation
import InboxCore
import InboxVendors
import Synchronization

@testable import InboxSandbox

/// The back ends of all vendors as an app of a sandbox's stand-ins has them.
final class VendorPorts: Sendable {
  private let wire: WirePort
  private let clock: VirtualClock
  private let endpoint: SandboxEndpoint
  /// Whether the account asks for a person's token.
  private let signed: Bool
  private let held = Mutex<[Identity: String]>([:])

  init(wire: WirePort, clock: VirtualClock, endpoint: SandboxEndpoint, signed: Bool) {
    self.wire = wire
    self.clock = clock
    self.endpoint = endpoint
    self.signed = signed
  }

  func backEnd(_ vendor: VendorName) -> BackEnd {
    switch vendor {
    case .responsys:
      ResponsysBackEnd.backEnd(
        ResponsysSettings(
          base: endpoint.httpURL, appToken: endpoint.appToken, accountToken: endpoint.accountToken),
        over: wire)
    case .bloomreach:
      BloomreachBackEnd.backEnd(bloomreach, over: wire, credentials: tokens(.bloomreach), now: clock.time.now)
    case .iterable:
      IterableBackEnd.backEnd(iterable, token: tokens(.iterable), over: wire, time: prompt)
    }
  }

  /// What the vendor's SDK tracks by itself; nil where it tracks nothing.
  func tracker(_ vendor: VendorName) -> EventTracker? {
    guard vendor == .iterable else { return nil }
    return IterableBackEnd.tracker(iterable, token: tokens(.iterable), over: wire, time: prompt)
  }

  /// What the SDK repeats after some seconds is repeated at once.
  private var prompt: TimeSource { TimeSource(clock: PromptClock(), now: clock.time.now) }

  private var bloomreach: BloomreachSettings {
    let account = endpoint.bloomreach
    let key = String((account?.authorization ?? "").dropFirst("Token ".count))
    return BloomreachSettings(
      signed ? .stream(id: account?.stream ?? "") : .project(token: account?.project ?? "", key: key),
      cookie: "c1", base: account?.baseURL ?? "")
  }

  private var iterable: IterableSettings {
    let account = endpoint.iterable
    return IterableSettings(
      base: (account?.baseURL ?? "") + "/api",
      apiKey: (signed ? account?.tokenKey : account?.apiKey) ?? "", deviceID: "d1", usesToken: signed)
  }

  /// A token for each person, which runs out after two minutes and is made anew when it was refused.
  private func tokens(_ vendor: VendorName) -> TokenSource {
    TokenSource(ofPerson: { [self] renew, person in
      guard case .user(let name)? = person else { return nil }
      return held.withLock { held in
        if let token = held[.user(name)], !renew { return token }
        let token = token(of: name, vendor)
        held[.user(name)] = token
        return token
      }
    })
  }

  private func token(of name: String, _ vendor: VendorName) -> String {
    let now = Int64(clock.date.timeIntervalSince1970)
    let claims: [String: JSONValue] = [
      "iat": .integer(now), "exp": .integer(now + 120), "userId": .string(name),
      "sub": .object(["registered": .string(name)]),
    ]
    let secret = vendor == .iterable ? endpoint.iterable?.tokenSecret : endpoint.bloomreach?.tokenSecret
    return JSONWebToken.make(
      keyID: endpoint.bloomreach?.tokenKeyID ?? "", claims: claims, secret: secret ?? "")
  }
}
