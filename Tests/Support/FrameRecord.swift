import Foundation
package import InboxTUI
package import Testing

/// Compares a frame with the one that a person has looked at: glyphs, then styles with their legend.
///
/// `RECORD_FRAMES=1 swift test` writes the files again, and fails so that no one forgets to look.
package func expectFrame(
  _ frame: Frame, named name: String, in file: String = #filePath,
  sourceLocation: SourceLocation = #_sourceLocation
) {
  let grid = frame.styleGrid()
  let text =
    (["== glyphs"] + frame.lines + ["== styles"] + grid.lines + ["== legend"]
    + grid.legend.map { "\($0.0) \($0.1)" }).joined(separator: "\n") + "\n"
  expectRecord(text, named: name, in: file, sourceLocation: sourceLocation)
}

/// Compares a text with the one that a person has looked at, beside the frames.
package func expectRecord(
  _ text: String, named name: String, in file: String = #filePath,
  sourceLocation: SourceLocation = #_sourceLocation
) {
  let url = URL(fileURLWithPath: file).deletingLastPathComponent()
    .appendingPathComponent("Frames/\(name).txt")
  if ProcessInfo.processInfo.environment["RECORD_FRAMES"] != nil {
    do {
      try FileManager.default.createDirectory(
        at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
      try Data(text.utf8).write(to: url)
    } catch { Issue.record(error, sourceLocation: sourceLocation) }
    Issue.record(
      "recorded \(name); look at it, then run without RECORD_FRAMES", sourceLocation: sourceLocation)
    return
  }
  guard let known = FileManager.default.contents(atPath: url.path) else {
    Issue.record("there is no frame \(name); RECORD_FRAMES=1 writes it", sourceLocation: sourceLocation)
    return
  }
  let before = String(decoding: known, as: UTF8.self)
  guard before != text else { return }
  let pairs = zip(
    before.split(separator: "\n", omittingEmptySubsequences: false),
    text.split(separator: "\n", omittingEmptySubsequences: false))
  let changes = pairs.filter { $0.0 != $0.1 }.prefix(12).map { "- \($0.0)\n+ \($0.1)" }
  Issue.record("\(name) differs:\n\(changes.joined(separator: "\n"))", sourceLocation: sourceLocation)
}
