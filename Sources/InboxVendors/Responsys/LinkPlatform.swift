/// Whose app the resolver plays: it decides which column of a link table the response holds (UL-6).
public enum LinkPlatform: String, Hashable, Sendable, CaseIterable {
  /// Apple's.
  case ios
  /// Google's.
  case android

  /// What the app calls itself to Responsys.
  ///
  /// That of iOS is the vendor's example (seed 001). For Android nothing is published: the same program on a system
  /// that says it is Android (decision of ours).
  public var userAgent: String {
    switch self {
    case .ios: "ResponsysPubWebResolver (CPU iPhone OS like Mac OS X)"
    case .android: "ResponsysPubWebResolver (Linux; Android)"
    }
  }
}
