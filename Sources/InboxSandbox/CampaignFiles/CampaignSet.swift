private import Foundation
import InboxModel
package import InboxTOML

/// Campaign files that one sandbox plays: each is read in view of those before it, as two messages of a center cannot have
/// one id, and a host is played as one kind alone.
package struct CampaignSet: Sendable {
  /// How messages name a file, and what it holds.
  private var members: [(name: String, file: CampaignFile)] = []
  /// The names of the files by the keys of their campaigns.
  private var owners: [MessageKey: String] = [:]
  /// The centers of an app of Responsys that gets their messages.
  private(set) var centers: Set<CenterName> = [.primary]

  package init() {}

  /// What is played already: its ids may come again, and its hosts keep their kinds.
  init(played campaigns: [Campaign], in centers: [CenterName]) {
    self.centers.formUnion(centers)
    members = campaigns.map { ("a file that is loaded", CampaignFile(brand: $0.brand)) }
  }

  package var files: [CampaignFile] { members.map(\.file) }

  /// Reads one more, and the HTML files that it names, which lie in the same folder.
  ///
  /// - Parameters:
  ///   - shown: How messages name the file; nil takes its path.
  ///   - onRead: Takes the path of each file before it is read.
  @discardableResult
  package mutating func read(
    path: String, shown: String? = nil, onRead: @escaping (String) -> Void = { _ in }
  ) throws(TOMLFileError) -> CampaignFile {
    let (folder, name) = (URL(fileURLWithPath: path).deletingLastPathComponent().path, shown ?? path)
    onRead(path)
    let fields = try TOMLFields.parse(CampaignFile.contents(of: path, shown: name), file: name)
    return try add(fields, folder: folder, onRead: onRead)
  }

  /// Reads the campaigns of a file that holds other things as well; nil where it has none.
  ///
  /// - Parameters:
  ///   - folder: Where HTML files that it names lie.
  ///   - onRead: Takes the path of each of those before it is read.
  package mutating func read(
    _ fields: TOMLFields, besides others: [String], folder: String, onRead: @escaping (String) -> Void
  ) throws(TOMLFileError) -> CampaignFile? {
    guard fields.keys.contains("brand") || fields.keys.contains("campaign") else { return nil }
    return try add(fields, besides: others, folder: folder, onRead: onRead)
  }

  private mutating func add(
    _ fields: TOMLFields, besides others: [String] = [], folder: String, onRead: @escaping (String) -> Void
  ) throws(TOMLFileError) -> CampaignFile {
    let load: CampaignFile.Load = { file throws(TOMLFileError) -> String in
      let path = folder + "/" + file
      onRead(path)
      return try CampaignFile.contents(of: path, shown: file)
    }
    let file = try CampaignFileReader(load: load, others: others, set: self).read(fields)
    members.append((fields.file, file))
    for campaign in file.campaigns { owners[campaign.key] = fields.file }
    centers.formUnion(file.campaigns.filter { $0.goes(to: .responsys) }.map(\.center))
    return file
  }

  /// The name of the file that has a campaign of the same id and center.
  func owner(of campaign: Campaign) -> String? { owners[campaign.key] }

  /// The name of a file whose brand has a host under another key, and that key.
  func owner(of host: String, besides key: String) -> (name: String, key: String)? {
    for (name, file) in members {
      for other in file.brand.namedHosts where other.host == host && other.key != key {
        return (name, other.key)
      }
    }
    return nil
  }
}
