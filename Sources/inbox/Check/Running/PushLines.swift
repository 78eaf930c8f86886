import InboxCore
import InboxModel
import InboxSandbox
import InboxTUI

/// The push lines of a scenario's clients, as the sandbox knows them.
final class PushLines {
  private let control: SandboxControl
  private let devices: [ScenarioDevice]

  init(_ control: SandboxControl, _ devices: [ScenarioDevice]) {
    self.control = control
    self.devices = devices
  }

  private func state() async throws -> JSONValue {
    try JSONValue.parse(try await control.send("GET", "/sandbox/lines"))
  }

  /// How many lines have ever been opened.
  func opened() async throws -> Int { try await state()["opened"]?.integer ?? 0 }

  /// Waits for a client's line, unless a fault keeps it from being opened: what is sent then reaches no client.
  ///
  /// - Parameter count: How many lines had ever been opened before.
  func wait(for device: ScenarioDevice, after count: Int) async throws {
    guard device.core.capabilities.liveLine else { return }
    for _ in 0..<200 where !device.client.program.state.isLineFaulty {
      let opened = try await opened()
      if opened > count {
        device.line = opened
        return
      }
      await device.client.program.idle()
    }
  }

  /// Returns when all clients have received what was said on their lines.
  func receive() async throws {
    let state = try await state()
    let running = devices.filter { !$0.isOver }
    guard devices.count > 1 else {
      if let said = state["said"]?.integer { await running.first?.core.receivedPushes(said) }
      return
    }
    for (device, said) in assigned(state["lines"]?.elements ?? [], to: running) {
      await device.core.receivedPushes(said)
    }
  }

  /// Assigns lines to clients, with how much was said on each.
  ///
  /// A line that broke is opened again under another number: it belongs to a client of the same person whose line is
  /// gone.
  private func assigned(
    _ lines: [JSONValue], to running: [ScenarioDevice]
  ) -> [(device: ScenarioDevice, said: Int)] {
    var free: [Int: (identity: String, said: Int)] = [:]
    for line in lines {
      guard let number = line["number"]?.integer, let said = line["said"]?.integer else { continue }
      free[number] = (line["identity"]?.text ?? "", said)
    }
    var result: [(device: ScenarioDevice, said: Int)] = []
    var waiting: [ScenarioDevice] = []
    for device in running {
      if let number = device.line, let line = free.removeValue(forKey: number) {
        result.append((device, line.said))
      } else if device.core.capabilities.liveLine {
        waiting.append(device)
      }
    }
    for device in waiting {
      let key = device.identity.storageKey
      guard let number = free.filter({ $0.value.identity == key }).keys.min(),
        let line = free.removeValue(forKey: number)
      else { continue }
      device.line = number
      result.append((device, line.said))
    }
    return result
  }
}

extension AppState {
  /// Whether the sandbox has reported a fault of its push lines.
  nonisolated var isLineFaulty: Bool { faults.contains { $0.hasPrefix("pushes") } }
}
