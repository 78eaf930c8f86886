import Foundation
import InboxTOML

/// What `config.toml` says of the screen: read on its own, as the demonstration needs no profile.
nonisolated struct FrontConfiguration {
  /// What stands in the file; nil where there is none, or none that can be read.
  var fields: TOMLFields?
  /// Why it cannot be read, as a sentence; nil for a file that is not there.
  var flaw: String?

  /// Reads a file.
  ///
  /// - Parameter path: nil for the configuration.
  static func read(_ path: String? = nil) -> FrontConfiguration {
    let file = path ?? StateFolder.configFile
    guard let data = FileManager.default.contents(atPath: file) else { return FrontConfiguration() }
    let name = path ?? "config.toml"
    do throws(TOMLFileError) {
      return FrontConfiguration(fields: try TOMLFields.parse(FileText.read(data, of: name), file: name))
    } catch {
      return FrontConfiguration(flaw: error.description)
    }
  }
}
