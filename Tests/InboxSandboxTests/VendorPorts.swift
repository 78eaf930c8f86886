import Foundation
import InboxCore
import InboxModel
import InboxVendors
import Synchronization

@testable import InboxSandbox

/// The back ends of all vendors as an app of a sandbox's stand-ins has them.
final class VendorPorts: Sendable {
  private let wire: WirePort
  private let clock: VirtualClock
  private let endpoint: SandboxEndpoint
  private let (bloomreach, iterable): (BloomreachSettings, IterableSettings)
  /// What signs the tokens of each vendor's persons, and Bloomreach's name of it.
  private let (secrets, keyID): ([VendorName: String], String)
  private let held = Mutex<[Identity: String]>([:])

  /// - Parameter signed: Whether the account asks for a person's token.
  init(wire: WirePort, clock: VirtualClock, endpoint: SandboxEndpoint, signed: Bool) throws {
    self.wire = wire
    self.clock = clock
    self.endpoint = endpoint
    let (project, app) = (try endpoint.vendor(.bloomreach), try endpoint.vendor(.iterable))
    let key = try project["authorization"].replacing("Token ", with: "")
    bloomreach = BloomreachSettings(
      signed ? .stream(id: try project["stream"]) : .project(token: try project["project"], key: key),
      cookie: "c1", base: try project.baseURL)
    iterable = IterableSettings(
      base: try app.baseURL + "/api", apiKey: try app[signed ? "tokenKey" : "apiKey"], deviceID: "d1",
      usesToken: signed)
    secrets = [.bloomreach: try project["tokenSecret"], .iterable: try app["tokenSecret"]]
    keyID = try project["tokenKeyID"]
  }

  func backEnd(_ vendor: VendorName) -> BackEnd {
    switch vendor {
    case .responsys:
      ResponsysBackEnd.backEnd(
        ResponsysSettings(
          base: endpoint.httpURL, appToken: endpoint.appToken, accountToken: endpoint.accountToken),
        over: wire)
    case .bloomreach:
      BloomreachBackEnd.backEnd(
        bloomreach, over: wire, credentials: tokens(.bloomreach), sleep: { _ in true },
        now: clock.time.now)
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

  /// A token for each person, which runs out after two minutes and is made again when it was refused.
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
    return JSONWebToken.make(keyID: keyID, claims: claims, secret: secrets[vendor] ?? "")
  }
}
