private import Foundation
package import InboxTOML

/// A campaign file as ‘inbox campaign launch’ sends it to a running sandbox: its text, and the HTML files that it names.
package struct CampaignUpload: Hashable, Sendable, Codable {
  package var toml: String
  /// By the names that the text has for them.
  package var files: [String: String]

  package init(toml: String, files: [String: String]) { (self.toml, self.files) = (toml, files) }

  /// Reads and checks a file, so that a mistake in it is reported with its own name.
  package init(path: String) throws(TOMLFileError) {
    let folder = URL(fileURLWithPath: path).deletingLastPathComponent().path
    let toml = try CampaignFile.contents(of: path, shown: path)
    var files: [String: String] = [:]
    _ = try CampaignFile.parse(toml, name: path) { file throws(TOMLFileError) -> String in
      let text = try CampaignFile.contents(of: folder + "/" + file, shown: file)
      files[file] = text
      return text
    }
    (self.toml, self.files) = (toml, files)
  }

  /// - Parameter set: What it must agree with.
  func file(name: String, after set: CampaignSet) throws(TOMLFileError) -> CampaignFile {
    try CampaignFile.parse(toml, name: name, after: set) { file throws(TOMLFileError) -> String in
      guard let text = files[file] else { throw .unreadable(file: file, reason: "it was not sent along") }
      return text
    }
  }
}
