import InboxModel

/// Which app of which Iterable project a profile plays, on which device.
public struct IterableSettings: Hashable, Sendable {
  /// Where a project's data lies (wires.md §2.1).
  public enum Region: String, Hashable, Sendable, CaseIterable {
    case us
    case eu

    /// The vendor's own address.
    public var base: String {
      switch self {
      case .us: "https://api.iterable.com/api"
      case .eu: "https://api.eu.iterable.com/api"
      }
    }
  }

  /// With the path to the API, and without a slash at its end.
  public let base: String
  /// A mobile key, of which a client needs no other.
  public var apiKey: String
  /// The app that campaigns are aimed at; nil gets those that are aimed at none.
  public var packageName: String?
  /// This device, for events.
  public var deviceID: String
  /// The placements of embedded messages that are lists of their own.
  public var placements: [Int]
  /// Whether requests carry a JWT.
  public var usesToken: Bool
  /// Whether the server is a sandbox, which has a line for the silent pushes.
  public var isSandbox: Bool

  /// The release of iterable-swift-sdk whose requests these are like.
  public static let sdkVersion = "6.5.7"
  /// The version of iOS that the app runs on; campaigns are aimed by it.
  public static let systemVersion = "18.0"

  /// Makes settings.
  ///
  /// - Parameter base: The vendor's address or another one; `/api` is put behind one that has no path, as the SDKs have
  ///   it in their addresses.
  public init(
    base: String = Region.us.base, apiKey: String, packageName: String? = nil, deviceID: String,
    placements: [Int] = [], usesToken: Bool = false, isSandbox: Bool = false
  ) {
    let trimmed = BaseURL.trimmed(base)
    let host = trimmed.firstRange(of: "://").map { trimmed[$0.upperBound...] } ?? trimmed[...]
    self.base = host.contains("/") ? trimmed : trimmed + "/api"
    self.apiKey = apiKey
    self.packageName = packageName
    self.deviceID = deviceID
    self.placements = placements
    self.usesToken = usesToken
    self.isSandbox = isSandbox
  }

  /// What cursors and stored events belong to: the vendor has no other name for a project than its key.
  var application: String { "\(base) key \(String(FNV1a.hash(apiKey), radix: 16))" }

  /// What events say of the device: all three members are needed, so an app without a name is this program.
  var deviceInfo: JSONValue {
    .members(["deviceId": deviceID, "platform": "iOS", "appPackageName": packageName ?? "inbox"])
  }
}
