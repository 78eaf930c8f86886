import Foundation
import InboxTestSupport
import Testing

@testable import inbox

/// Who takes a copy.
@Suite(.queued)
struct ClipboardTests {
  private func folder(_ programs: String...) throws -> TemporaryFolder {
    let folder = try TemporaryFolder()
    for name in programs {
      try folder.write("#!/bin/sh\n", to: name)
      try FileManager.default.setAttributes(
        [.posixPermissions: 0o755], ofItemAtPath: folder.path + "/" + name)
    }
    return folder
  }

  @Test("FE-6 tmux first, then the terminal, then the desktop; a console without any has none")
  func routes() throws {
    let all = try folder("tmux", "wl-copy", "xclip")
    func words(_ environment: [String: String], understands: Bool) -> [String] {
      Clipboard.routes(
        environment.merging(["PATH": all.path]) { first, _ in first }, understandsCommands: understands
      ).map(\.words)
    }
    #expect(words([:], understands: false) == [])
    #expect(words([:], understands: true) == ["the terminal's clipboard"])
    #expect(words(["DISPLAY": ":0"], understands: false) == ["the desktop's clipboard (xclip)"])
    #expect(
      words(["TMUX": "/tmp/x", "WAYLAND_DISPLAY": "w", "DISPLAY": ":0"], understands: true) == [
        "tmux and its terminal's clipboard", "the terminal's clipboard", "the desktop's clipboard (wl-copy)",
        "the desktop's clipboard (xclip)",
      ])
    #expect(words(["DISPLAY": ":0", "PATH": "/nowhere"], understands: false) == [])
  }

  @Test("FE-6 what a terminal takes is 74,994 bytes in Base64")
  func limit() {
    #expect(Data(count: Clipboard.most).base64EncodedString().utf8.count <= 74_994)
    #expect(Data(count: Clipboard.most + 3).base64EncodedString().utf8.count > 74_994)
  }

  @Test("FE-10 a program that takes the text gets all of it; one that fails or never ends is given up")
  func program() async throws {
    let folder = try folder()
    func script(_ name: String, _ body: String) throws -> ChosenProgram {
      try folder.write("#!/bin/sh\n" + body + "\n", to: name)
      let path = folder.path + "/" + name
      try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: path)
      return try ChosenProgram(path)
    }
    // More than a pipe holds.
    let text = String(repeating: "0123456789", count: 100_000)
    let taking = try script("taking", "cat > \(folder.path)/taken")
    #expect(await Clipboard.give(text, to: taking, within: .seconds(250)) == .taken)
    #expect(FileManager.default.contents(atPath: folder.path + "/taken") == Data(text.utf8))
    #expect(
      await Clipboard.give(text, to: try script("failing", "exit 1"), within: .seconds(250)) == .refused)
    let hanging = try script("hanging", "sleep 1000 & wait")
    #expect(await Clipboard.give(text, to: hanging, within: .milliseconds(300)) == .late)
  }
}
