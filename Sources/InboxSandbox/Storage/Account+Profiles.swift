import InboxModel

/// The known fields of a vendor's users.
///
/// A user is named as the vendor does it: `email:maria@brand.example`, `userId:maria`.
extension Account {
  /// The most bytes of a profile, as JSON (TS-6).
  static let longestProfile = 1 << 20

  /// Merges fields into a profile, which is made where it is missing.
  ///
  /// - Parameter mergesObjects: Whether an object is merged into a stored one, rather than replacing it.
  ///
  /// - Returns: False, and nothing is changed, where the profile would have more than ``longestProfile``.
  func updateProfile(
    of user: String, at vendor: VendorName, fields: [String: JSONValue], mergesObjects: Bool
  ) async throws -> Bool {
    try await transaction(.changing) { tables in
      let known = try Self.profile(of: user, at: vendor, tables) ?? [:]
      let merged = known.merging(fields) { old, new in
        guard mergesObjects, case .object(let left) = old, case .object(let right) = new else { return new }
        return .object(left.merging(right) { $1 })
      }
      let text = JSONValue.object(merged).serialized
      guard text.utf8.count <= Self.longestProfile else { return false }
      try tables.run(
        """
        INSERT INTO profile (space, vendor, "user", fields) VALUES ($1, $2, $3, $4)
        ON CONFLICT (space, vendor, "user") DO UPDATE SET fields = excluded.fields
        """, vendor.rawValue, user, text)
      return true
    }
  }

  /// Nil for a user of whom nothing was ever reported.
  func profile(of user: String, at vendor: VendorName) async throws -> [String: JSONValue]? {
    try await transaction(.reading) { try Self.profile(of: user, at: vendor, $0) }
  }

  func deleteProfile(of user: String, at vendor: VendorName) async throws {
    try await transaction(.changing) { tables in
      _ = try tables.run(
        #"DELETE FROM profile WHERE space = $1 AND vendor = $2 AND "user" = $3"#, vendor.rawValue, user)
    }
  }

  private static func profile(
    of user: String, at vendor: VendorName, _ tables: SpaceTables
  ) throws -> [String: JSONValue]? {
    try tables.run(
      #"SELECT fields FROM profile WHERE space = $1 AND vendor = $2 AND "user" = $3"#, vendor.rawValue, user
    ).first.map { try object($0["fields"]) }
  }
}
