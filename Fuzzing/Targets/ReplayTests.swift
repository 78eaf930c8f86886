import Foundation
import Testing

/// Each fuzzer once on what the repository keeps for it, so that every build compiles them and every suite sees them hold.
@Suite struct ReplayTests {
  private nonisolated static let repository = URL(filePath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  /// What is not replayed: ncurses drives one terminal in a process, and that is the tests' of `CursesTerminal`.
  private nonisolated static let excluded: Set = ["terminal"]

  @Test(
    "FE-9 MC-9 what broke a reader once, and what a fuzzer begins with, is read or refused",
    arguments: Fuzz.targets.keys.filter { !excluded.contains($0) }.sorted())
  func inputs(of name: String) throws {
    let target = try #require(Fuzz.targets[name])
    let inputs = try Self.inputs(of: name)
    #expect(!inputs.isEmpty)
    for input in inputs { target(input) }
  }

  @Test("each folder of inputs has its fuzzer, and each fuzzer its dictionary")
  func folders() throws {
    for folder in ["Seeds", "Inputs"] {
      let names = try Self.files(in: "Fuzzing/" + folder).map(\.lastPathComponent)
      #expect(!names.isEmpty && names.allSatisfy { Fuzz.targets[$0] != nil }, "\(names)")
    }
    let dictionaries = try Self.files(in: "Fuzzing/Dictionaries").map {
      $0.deletingPathExtension().lastPathComponent
    }
    #expect(dictionaries.sorted() == Fuzz.targets.keys.sorted())
  }

  private static func inputs(of name: String) throws -> [FuzzInput] {
    var files: [URL] = []
    for folder in ["Fuzzing/Seeds/", "Fuzzing/Inputs/"]
    where FileManager.default.fileExists(atPath: repository.appending(path: folder + name).path) {
      files += try Self.files(in: folder + name)
    }
    switch name {
    case "html":
      files += try Self.files(in: "Sources/InboxSandbox/Campaigns").filter { $0.pathExtension == "html" }
    case "pictures": files += try Self.files(in: "Tests/InboxPicturesTests/Pictures")
    default: break
    }
    return try files.map { FuzzInput(Array(try Data(contentsOf: $0))) }
  }

  private static func files(in folder: String) throws -> [URL] {
    try FileManager.default.contentsOfDirectory(
      at: repository.appending(path: folder), includingPropertiesForKeys: nil
    ).sorted { $0.path < $1.path }
  }
}
