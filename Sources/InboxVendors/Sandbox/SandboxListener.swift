package import struct Foundation.Data
package import InboxCore
package import InboxModel

/// Who hears what a sandbox says of itself on the line of pushes; a back end that is none never says it.
package struct SandboxListener: Sendable {
  /// Hears how the clock goes.
  package var clock: @Sendable (ClockReading) -> Void
  /// Hears which faults are on, in words.
  package var faults: @Sendable ([String]) -> Void

  package init(
    clock: @escaping @Sendable (ClockReading) -> Void, faults: @escaping @Sendable ([String]) -> Void
  ) {
    self.clock = clock
    self.faults = faults
  }

  /// Reads a line as the core takes it: what the sandbox says of itself has been heard when this returns, and says
  /// nothing to the core.
  ///
  /// - Throws: ``InboxError/invalidPayload(_:)`` for an unknown type or a missing field.
  package func read(_ line: Data) throws(InboxError) -> Push { try read(line, push: PushWire.push) }

  /// The same of a line with the pushes of another vendor.
  package func read(
    _ line: Data, push: (JSONValue) throws(InboxError) -> Push
  ) throws(InboxError) -> Push {
    switch try SandboxLine(line, push: push) {
    case .push(let push): return push
    case .clock(let reading): clock(reading)
    case .faults(let words): faults(words)
    }
    return .aside
  }
}
