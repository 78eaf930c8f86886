import Foundation
import InboxTUI
import InboxTestSupport
import Testing

@testable import inbox

/// Theme files of a test, over the ones that come with the program.
struct ThemeFixture {
  let folder: TemporaryFolder
  let library: ThemeLibrary

  /// The folder `Themes` of the repository.
  static let shipped = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .appendingPathComponent("../../../Themes").standardizedFileURL.path

  /// The themes that come with the program.
  static let names = ThemeLibrary(own: "/nowhere", shipped: shipped).files.map(\.name)

  init(_ files: [String: String] = [:]) throws {
    folder = try TemporaryFolder()
    for (name, text) in files { try folder.write(text, to: name) }
    library = ThemeLibrary(own: folder.path, shipped: Self.shipped)
  }

  /// Reads a text as the theme `mine`.
  static func read(_ text: String) throws -> ThemeLibrary.Theme {
    let fixture = try ThemeFixture(["mine.toml": text])
    // The folder goes with the fixture.
    return try withExtendedLifetime(fixture) { try fixture.library.read("mine") }
  }

  /// A theme that comes with the program.
  static func definition(_ name: String) throws -> ThemeDefinition {
    try ThemeLibrary(own: "/nowhere", shipped: shipped).read(name).definition
  }
}
