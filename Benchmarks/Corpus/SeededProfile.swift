package import Foundation
import InboxHTML
package import InboxModel
import InboxStore

/// A profile's folder whose archive holds invented messages: what `Benchmarks/seed` makes.
package struct SeededProfile {
  package static let centers = ["Primary", "Offers", "Orders", "Loyalty", "Travel"].map { CenterName($0) }

  /// What is wrong with a command line, or with the folder.
  package struct Problem: Error, CustomStringConvertible {
    package var description: String
  }

  private let folder: String
  private var archive: String { folder + "/archive.sqlite" }

  package init(folder: String) { self.folder = folder }

  /// Does what a command line says: `FOLDER MESSAGES [CENTER…]`, the newest message being sent now.
  ///
  /// - Throws: ``Problem`` for a folder that has an archive, which may be someone's own.
  package static func make(_ arguments: [String], progress: (Int) -> Void) async throws -> String {
    guard arguments.count > 1, let messages = Int(arguments[1]), (1...2_000_000).contains(messages) else {
      throw Problem(description: "call Benchmarks/seed FOLDER MESSAGES [CENTER…], 1 to 2000000 messages")
    }
    let profile = SeededProfile(folder: arguments[0])
    guard !FileManager.default.fileExists(atPath: profile.archive) else {
      throw Problem(description: "\(profile.archive) is there already")
    }
    let named = arguments.dropFirst(2).map { CenterName($0) }
    let centers = named.isEmpty ? Self.centers : named
    let counts = try await profile.fill(messages, centers: centers, newest: Date(), progress: progress)
    return centers.map { name in
      let count = counts[name] ?? .zero
      return "\(name): \(count.total) messages, \(count.unread) unread"
    }.joined(separator: "\n")
  }

  /// Fills the archive, new or there already, for the profile's device.
  ///
  /// - Returns: what the centers hold then.
  package func fill(
    _ messages: Int, centers: [CenterName], newest: Date, seed: UInt64 = 1, progress: (Int) -> Void = { _ in }
  ) async throws -> [CenterName: CenterCounts] {
    try FileManager.default.createDirectory(
      atPath: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    let identity = Identity.device(try device())
    let database = try InboxDatabase.open(path: archive, readHTML: HTMLReader.words)
    let counts = try await BenchArchive(database, identity: identity, centers: centers)
      .fill(messages, newest: newest, seed: seed, progress: progress)
    try await database.close()
    return counts
  }

  /// The id that the program keeps in this folder, or a new one in its place.
  private func device() throws -> String {
    let path = folder + "/device-id"
    if let data = FileManager.default.contents(atPath: path) {
      return String(decoding: data, as: UTF8.self).trimmingCharacters(in: .whitespacesAndNewlines)
    }
    let id = UUID().uuidString.lowercased()
    guard
      FileManager.default.createFile(
        atPath: path, contents: Data((id + "\n").utf8), attributes: [.posixPermissions: 0o600])
    else { throw Problem(description: "\(path) cannot be written") }
    return id
  }
}
