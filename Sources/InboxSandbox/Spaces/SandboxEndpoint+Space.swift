import InboxModel
import InboxVendors

extension SandboxEndpoint {
  /// The same sandbox for the holder of one of its spaces.
  ///
  /// - Parameters:
  ///   - base: Where the space is, without a slash at the end.
  ///   - standIns: The vendors, with the tokens of the space.
  func space(at base: String, _ token: ControlToken, _ tokens: SandboxTokens, _ standIns: [any StandIn])
    -> SandboxEndpoint
  {
    var space = self
    space.httpURL = base
    (space.appToken, space.accountToken, space.project) = (tokens[.app], tokens[.account], tokens[.project])
    space.trackingAuthorization = "Token \(tokens[.tracking])"
    (space.controlToken, space.controlTokenPath, space.clock) = (token, nil, .machine)
    space.vendors = VendorEndpoint.all(standIns, on: base)
    return space
  }
}

extension VendorEndpoint {
  /// What the clients need of each vendor that has its own path.
  static func all(_ standIns: [any StandIn], on base: String) -> [VendorName: VendorEndpoint] {
    Dictionary(
      uniqueKeysWithValues: standIns.compactMap { standIn in
        standIn.vendor.map { ($0, VendorEndpoint($0, on: base, standIn.keys)) }
      })
  }
}
