private import Foundation
package import InboxCore
private import InboxModel
package import InboxTOML

/// A campaign file (SB-2): a brand, its link table, its campaigns.
package struct CampaignFile: Hashable, Sendable, Codable {
  package var brand: Brand
  package var links: [LinkRow] = []
  package var campaigns: [Campaign] = []

  /// Reads a TOML file and the HTML files that it names, which lie in the same folder.
  package static func read(path: String) throws(TOMLFileError) -> CampaignFile {
    var set = CampaignSet()
    return try set.read(path: path)
  }

  /// Reads TOML that is not in a file.
  ///
  /// - Parameters:
  ///   - set: What it must agree with.
  ///   - load: The text of an HTML file that it names; with nil such names are refused.
  package static func parse(
    _ toml: String, name: String, after set: CampaignSet = CampaignSet(), load: Load? = nil
  ) throws(TOMLFileError) -> CampaignFile {
    try CampaignFileReader(load: load, set: set).read(TOMLFields.parse(toml, file: name))
  }

  /// The demonstration campaigns that come with the program, by file name.
  package static func bundled() throws(TOMLFileError) -> [CampaignFile] {
    guard let folder = Bundle.module.url(forResource: "Campaigns", withExtension: nil) else {
      throw .unreadable(file: "Campaigns", reason: "the program was installed without it; install it again")
    }
    return try read(folder: folder.path)
  }

  /// Reads together, as a sandbox plays them, all `.toml` files of a folder that are not hidden, by file name; of a file
  /// that alone.
  package static func read(folder: String) throws(TOMLFileError) -> [CampaignFile] {
    guard !folder.isEmpty else {
      throw .unreadable(file: "The folder of campaigns", reason: "its name is empty")
    }
    var isFolder: ObjCBool = false
    if FileManager.default.fileExists(atPath: folder, isDirectory: &isFolder), !isFolder.boolValue {
      return [try read(path: folder)]
    }
    let names: [String]
    do {
      // The files that editors leave beside a file begin with a dot.
      names = try FileManager.default.contentsOfDirectory(atPath: folder)
        .filter { $0.hasSuffix(".toml") && !$0.hasPrefix(".") }
    } catch {
      throw .unreadable(file: folder, reason: error.systemReason)
    }
    guard !names.isEmpty else {
      throw .unreadable(file: folder, reason: "it holds no .toml file")
    }
    var set = CampaignSet()
    for name in names.sorted() { try set.read(path: folder + "/" + name) }
    return set.files
  }

  package typealias Load = (String) throws(TOMLFileError) -> String

  static func contents(of path: String, shown: String) throws(TOMLFileError) -> String {
    let data: Data
    do {
      data = try Data(contentsOf: URL(fileURLWithPath: path))
    } catch {
      if error.systemCode == ENOENT { throw .unreadable(file: shown, reason: "there is no such file") }
      let isAllowed = access(path, R_OK) == 0
      throw .unreadable(file: shown, reason: isAllowed ? "it is not a regular file" : error.systemReason)
    }
    return try FileText.read(data, of: shown)
  }
}

/// Whose messages these are: the `[brand]` of a campaign file.
package struct Brand: Hashable, Sendable, Codable {
  /// The name that people read.
  package var name: String
  /// The branded domain of its tracked links, lower case.
  package var domain: String
  /// The custom scheme of its app's deep links; empty for none.
  package var scheme: String
  /// The click domain of its email service, lower case; nil for none (UL-10).
  package var emailDomain: String?
  /// The domain of its OneLinks, lower case; nil for none.
  package var oneLinkDomain: String?
  /// The domain whose universal links its app tracks with Bloomreach, lower case; nil for none (UL-11).
  package var appDomain: String?
  /// The screens of its app, by their deep links (UL-14); nil where it names none.
  package var routes: [RouteTable.Route]?

  package init(
    name: String, domain: String, scheme: String, emailDomain: String? = nil, oneLinkDomain: String? = nil,
    appDomain: String? = nil
  ) {
    self.name = name
    self.domain = domain.lowercased()
    self.scheme = scheme
    self.emailDomain = emailDomain?.lowercased()
    self.oneLinkDomain = oneLinkDomain?.lowercased()
    self.appDomain = appDomain?.lowercased()
  }

  /// Its hosts by the keys of a campaign file.
  var namedHosts: [(key: String, host: String)] {
    let all: [(String, String?)] = [
      ("domain", domain), ("esp-domain", emailDomain), ("onelink-domain", oneLinkDomain),
      ("app-domain", appDomain),
    ]
    return all.compactMap { key, host in host.map { (key: key, host: $0) } }
  }

  package var hosts: Set<String> { Set(namedHosts.map(\.host)) }
}

/// One row of a link table (UL-6).
package struct LinkRow: Hashable, Sendable, Codable {
  /// What `{{link:NAME}}` calls it.
  package var name: String
  /// Its category, for reports only.
  package var category = ""
  /// The web link; http or https.
  package var url: String
  /// The deep link on iOS; empty is a blank column, sent as null (UL-2).
  package var ios = ""
  /// The deep link on Android; empty is a blank column.
  package var android = ""
  /// The OneLink with its parameters, which an email service's link leads to; empty for none (UL-10).
  package var oneLink = ""

  /// The column for the app that asks, by its User-Agent; nil when the column is blank or the platform unknown.
  func deepLink(userAgent: String) -> String? {
    let column =
      if userAgent.contains("iPhone") { ios } else if userAgent.contains("Android") { android } else { "" }
    return column.isEmpty ? nil : column
  }
}
