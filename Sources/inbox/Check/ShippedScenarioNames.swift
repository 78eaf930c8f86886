import ArgumentParser
import Foundation
import InboxSandbox

/// The scenarios that come with the program, and the files beside them.
nonisolated enum ShippedScenarioNames {
  /// The files that names stand for; without names all that come with the program.
  ///
  /// - Throws: ``Exit`` for a folder without a scenario.
  static func paths(_ names: [String]) throws -> [String] {
    guard !names.isEmpty else { return try shipped() }
    return try names.flatMap { name -> [String] in
      let path = try self.path(of: name)
      let files = try TextFile.inFolder(path)
      // A folder may hold files that its scenarios share; a file that is named itself is meant.
      if files == [path] { return files }
      let scenarios = try files.filter { try !isShared($0) }
      guard !scenarios.isEmpty else {
        throw Exit.usage(
          "\(path) holds no scenario, only files that scenarios share; subfolders are not read.")
      }
      return scenarios
    }
  }

  /// A file that cannot be read counts as broken, which is reported later.
  private static func isShared(_ path: String) throws -> Bool {
    do { return try ScenarioReader.isShared(path) } catch { return false }
  }

  private static func shipped() throws -> [String] {
    guard let folder = ShippedScenarios.folder else {
      throw Exit.notReady("The scenarios that come with the program are missing beside it.")
    }
    return try TextFile.inFolder(folder).filter { try !isShared($0) }
  }

  /// A file, or the one that comes with the program under that name, with or without “.toml”.
  private static func path(of name: String) throws -> String {
    guard isName(name) else { return name }
    return try shipped().first {
      [name, name + ".toml"].contains(URL(fileURLWithPath: $0).lastPathComponent)
    } ?? name
  }

  /// Whether a text can only be a name, as it is no path of a file that exists.
  private static func isName(_ text: String) -> Bool {
    text != "-" && !text.contains("/") && !FileManager.default.fileExists(atPath: text)
  }

  /// A hint at the names that an unknown one could have been; empty for a path.
  static func hint(_ name: String) throws -> String {
    guard isName(name) else { return "" }
    return " The bundled scenarios are: \(try all().joined(separator: ", "))."
  }

  static func all() throws -> [String] {
    try shipped().map { URL(fileURLWithPath: $0).deletingPathExtension().lastPathComponent }
  }
}

extension Completions {
  /// Scenarios that come with the program, and files and folders that begin with the word.
  nonisolated static let scenarios = custom { _, _, prefix in
    do { return try ShippedScenarioNames.all() + files(prefix, ending: ".toml") } catch { return [] }
  }
}
