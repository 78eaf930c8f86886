import Foundation
import InboxEvidence
import InboxModel

/// Responses that were captured, and recordings, which people send one another.
nonisolated enum CaptureFuzzer {
  static func run(_ input: FuzzInput) {
    if let records = attempt({ () throws(InboxError) in try CapturedRecords.read(input.data) }) {
      let source = CapturedResponses.Source(name: "captured", records: records)
      let responses = attempt { () throws(InboxError) in try CapturedResponses([source]) }
      require(responses != nil, "records that were read make no responses")
    }
    guard let recording = attempt({ () throws(InboxError) in try RecordingReader.read(input.data) }) else {
      return
    }
    let lines = input.bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).count
    for number in recording.entries.map(\.number) + recording.problems.map(\.number) {
      require((1...lines).contains(number), "line \(number) of \(lines)")
    }
    let written = recording.lines.map(\.text).joined(separator: "\n")
    require(Harmless.isText(written), "a written recording steers a terminal")
    guard let again = attempt({ () throws(InboxError) in try RecordingReader.read(Data(written.utf8)) })
    else {
      fatalError("a recording that was read is not read again: \(written)")
    }
    requireSame(recording.lines.map(\.text), again.lines.map(\.text), "a recording")
    require(RecordingDiff(recording, recording).isEmpty, "a recording differs from itself")
    let masked = recording.lines.map { $0.masked(by: SecretMask()).text }
    requireSame(
      masked, recording.lines.map { $0.masked(by: SecretMask()).masked(by: SecretMask()).text }, "masking")
  }
}
