import ArgumentParser
import Foundation
import Testing

@testable import inbox

@MainActor struct SandboxPortTests {
  @Test(
    "SB-1 a port that is none is refused with what one is",
    arguments: [("--port", "70000"), ("--tls-port", "65537")])
  func ports(option: String, port: String) {
    let error = #expect(throws: (any Error).self) { try SandboxCommand.parse([option, port]) }
    let words = error.map { SandboxCommand.message(for: $0) }
    #expect(words == "\(option) takes a port from 0 to 65535, not \(port).")
    #expect(throws: Never.self) { try SandboxCommand.parse([option, "65535"]) }
  }

  @Test(
    "SB-5 receipts are waited for as long as was asked, and while something keeps arriving",
    arguments: [
      ([], 30), (["--wait", "1", "--timeout", "60"], 80), (["--quiet-ms", "35000"], 3_665),
      (["--wait", "1", "--timeout", "5", "--quiet-ms", "1"], 31),
    ])
  func seconds(options: [String], seconds: Int) throws {
    #expect(try ReceiptsCommand.parse(options).seconds == seconds)
  }

  @Test("FE-5 what a crash of a demonstration left is there after the next one begins")
  func crashLog() throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "inbox-\(UUID().uuidString)").path
    defer { try? FileManager.default.removeItem(atPath: folder) }
    try FileManager.default.createDirectory(atPath: folder + "/client", withIntermediateDirectories: true)
    try StateFolder.preserve("client/crash.log", as: "crash.log", in: folder)
    #expect(!FileManager.default.fileExists(atPath: folder + "/crash.log"))
    for text in ["one", "two"] {
      try text.write(toFile: folder + "/client/crash.log", atomically: true, encoding: .utf8)
      try StateFolder.preserve("client/crash.log", as: "crash.log", in: folder)
      #expect(try String(contentsOfFile: folder + "/crash.log", encoding: .utf8) == text)
      #expect(!FileManager.default.fileExists(atPath: folder + "/client/crash.log"))
    }
  }
}
