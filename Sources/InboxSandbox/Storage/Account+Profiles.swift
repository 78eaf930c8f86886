import GRDB
import InboxCore

/// The fields that are known of a vendor's users.
///
/// A user is named as the vendor does: `email:maria@brand.example`, `userId:maria`.
extension Account {
  /// Merges fields into a profile, which begins with them.
  ///
  /// - Parameter mergesObjects: Whether an object is merged into the one that is there, not put in its place.
  func updateProfile(
    of user: String, at vendor: VendorName, fields: [String: JSONValue], mergesObjects: Bool
  ) throws {
    try database.write { database in
      let known = try Self.profile(of: user, at: vendor, database) ?? [:]
      let merged = known.merging(fields) { old, new in
        guard mergesObjects, case .object(let left) = old, case .object(let right) = new else { return new }
        return .object(left.merging(right) { $1 })
      }
      try database.execute(
        sql: "INSERT OR REPLACE INTO profile (vendor, user, fields) VALUES (?, ?, ?)",
        arguments: [vendor.rawValue, user, JSONValue.object(merged).serialized])
    }
  }

  /// Nil for somebody of whom nothing was ever said.
  func profile(of user: String, at vendor: VendorName) throws -> [String: JSONValue]? {
    try database.read { try Self.profile(of: user, at: vendor, $0) }
  }

  func deleteProfile(of user: String, at vendor: VendorName) throws {
    try database.write { database in
      try database.execute(
        sql: "DELETE FROM profile WHERE vendor = ? AND user = ?", arguments: [vendor.rawValue, user])
    }
  }

  private static func profile(
    of user: String, at vendor: VendorName, _ database: Database
  ) throws -> [String: JSONValue]? {
    try String.fetchOne(
      database, sql: "SELECT fields FROM profile WHERE vendor = ? AND user = ?",
      arguments: [vendor.rawValue, user]
    ).map(object)
  }
}
