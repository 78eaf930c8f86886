import ArgumentParser
import Foundation
import InboxModel
import InboxSandbox

/// The clock of a running sandbox and its clients (SB-4).
struct ClockCommand: ReportingCommand {
  static let configuration = CommandConfiguration(
    commandName: "clock",
    abstract: "Show or change the clock of a running sandbox; its clients follow.",
    discussion: """
      Changes: +5m (s, m, h, d or w), 2026-11-21T09:00:00Z, stop, run, reset. Expiry, retention, refresh, \
      retries and sessions follow it.
      """)

  @OptionGroup var sandbox: SandboxOption

  @Argument(help: "The change; without one the clock is only shown.")
  var change: String?

  @Flag(help: "Print JSON.") var json = false

  func validate() throws {
    if let change, ClockChange(change) == nil {
      throw ValidationError(ClockText.mistake(change))
    }
  }

  func perform() async throws {
    let control = try sandbox.control()
    let (value, reading) = try await control.ask(
      change == nil ? "GET" : "POST", "/sandbox/clock", body: change.map { Data($0.utf8) }
    ) { ($0, try ClockWire.reading($0)) }
    if json { return Output.json(value) }
    Output.line("\(WireDate.format(reading.date)): \(reading.words)")
  }
}
