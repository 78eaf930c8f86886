package import struct Foundation.Data
package import InboxModel

/// Reads the file of a recording, as far as it can be read.
package enum RecordingReader {
  /// Reads a whole file; what is wrong with single lines is reported beside the others.
  ///
  /// - Throws: ``InboxError/configuration(_:)`` for what is not a recording, and for one of a newer version.
  package static func read(_ file: Data) throws(InboxError) -> Recording {
    var recording = Recording(entries: [])
    let parts = file.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    var count = 0
    for (index, part) in parts.enumerated() where !part.allSatisfy({ Set(" \t\r".utf8).contains($0) }) {
      try read(Data(part), number: index + 1, isLast: index + 1 == parts.count, into: &recording)
      count += 1
    }
    guard let first = recording.entries.first else {
      throw .configuration(
        "This is not a recording: it has no line that --record writes. Give a file of --record.")
    }
    if first.line.type != "start" {
      recording.problems.insert(
        .init(number: first.number, reason: "the recording does not begin with a start line"), at: 0)
    }
    recording.hasEnd = recording.entries.last?.line.type == "end"
    if recording.hasEnd, let end = recording.entries.last, let before = end.line.linesBefore,
      before != count - 1
    {
      let reason = "the run wrote \(before.counted("line")) before its end, and the file has \(count - 1)"
      recording.problems.append(.init(number: end.number, reason: reason))
    }
    return recording
  }

  private static func read(
    _ text: Data, number: Int, isLast: Bool, into recording: inout Recording
  ) throws(InboxError) {
    let json: JSONValue
    do {
      json = try JSONValue.parse(text)
    } catch {
      let reason = isLast ? "it is cut short and was left out" : "it is not JSON and was left out"
      return recording.problems.append(.init(number: number, reason: reason))
    }
    if json["type"]?.text == "start", let version = json["v"]?.integer, version > RecordingLine.version {
      throw .configuration(
        "The recording is of version \(version), and this program reads up to version "
          + "\(RecordingLine.version). Read it with the inbox that wrote it, or update this program.")
    }
    do {
      let line = try RecordingLine(json)
      if line.type == "start", !recording.entries.isEmpty {
        recording.problems.append(.init(number: number, reason: "another recording begins here"))
      }
      recording.entries.append(.init(number: number, line: line))
    } catch {
      recording.problems.append(.init(number: number, reason: error.reason))
    }
  }
}
