import ArgumentParser
import Foundation
import InboxCore
import InboxEvidence
import InboxModel
import InboxTap
import InboxVendors
import Synchronization

/// A tap without a screen: each exchange is a line.
struct TapLines {
  let isJSON: Bool
  let tap: Tap
  let feed: TapFeed
  let recording: RunRecording

  func run(_ announcement: [String]) async throws {
    let secrets = SecretBook()
    let file = try recording.begin("tap", secrets: secrets)
    file?.onTrouble { Output.complain($0) }
    // A program reads the lines, so the tap's address goes to standard error.
    if isJSON { Output.complain(announcement[0]) } else { Output.lines(announcement) }
    try await file.ended { try await print(into: file, hiding: secrets) }
  }

  /// - Throws: ``ExitCode`` after a signal that is not the person's own.
  private func print(into file: RecordingFile?, hiding secrets: SecretBook) async throws {
    let printing = Task { await Self.print(feed, file, hiding: secrets, isJSON: isJSON) }
    let commands = Task { try await Self.perform(tap) }
    // A reader that goes away ends it as Ctrl-C does.
    let (ends, ending) = AsyncStream.makeStream(of: Int32.self)
    Output.readerGone.withLock { $0 = { ending.yield(SIGINT) } }
    let watch = Task { ending.yield(await Signals.firstOfServers()) }
    let signal = await ends.first { @Sendable _ in true } ?? SIGTERM
    watch.cancel()
    commands.cancel()
    await tap.stop()
    feed.finish()
    await printing.value
    if signal != SIGINT { throw ExitCode(128 + signal) }
  }

  @concurrent
  private static func print(
    _ feed: TapFeed, _ file: RecordingFile?, hiding secrets: SecretBook, isJSON: Bool
  ) async {
    var journal = TapJournal()
    for await tapped in feed.exchanges {
      var read = ReadExchange(tapped)
      feed.done(tapped)
      secrets.add(read.exchange.credentials, madeBy: "the app")
      let entries = journal.take(&read)
      if let file {
        file.write(.exchange(read.exchange))
        for entry in entries { file.write(.journal(RecordedEntry(entry))) }
      }
      let mask = secrets.mask
      if isJSON { Output.json(read.json(mask)) } else { Output.line(read.text(mask)) }
    }
  }

  /// Performs the commands on standard input, as far as that can be read.
  private static func perform(_ tap: Tap) async throws {
    let input = DriveInput()
    while let line = try await input.next() {
      let command = String(decoding: line, as: UTF8.self)
      guard !command.isEmpty else { continue }
      Output.complain(await TapFaultCommand.perform(command, tap.faults).response)
    }
  }
}

/// The why lines of a run without a core.
private nonisolated struct TapJournal {
  private var number = 0
  /// The last message of each id that the app fetched.
  private var messages: [MessageKey: Message] = [:]

  /// The why lines of an exchange, after its actions were given their messages, where the vendor finds them.
  mutating func take(_ read: inout ReadExchange) -> [JournalEntry] {
    for action in read.actions { action.page?.keep(in: &messages) }
    for place in read.actions.indices {
      read.actions[place].message = read.message(of: read.actions[place], among: messages)
    }
    return read.actions.map { action in
      number += 1
      let key = action.message
      let line = read.line(of: action)
      return JournalEntry(
        number: number, time: read.exchange.started, kind: line.kind, message: key, why: line.why)
    }
  }
}
