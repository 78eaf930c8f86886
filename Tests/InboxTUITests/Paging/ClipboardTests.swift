import Foundation
import InboxTestSupport
import Testing

@testable import inbox

/// Who takes a copy.
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
}
