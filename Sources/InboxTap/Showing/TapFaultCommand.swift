import InboxCore
import InboxSandbox

/// Faults of a tap while it runs, in the words of the sandbox.
package enum TapFaultCommand {
  /// Performs `fault ENDPOINT WHAT …` or `fault clear`.
  package static func perform(_ command: String, _ faults: TapFaults) async -> (
    response: String, failed: Bool
  ) {
    let words = command.split(separator: " ").map(String.init)
    guard words.first == "fault", words.count > 1 else {
      return ("A tap has faults alone: fault messages 503, fault clear.", true)
    }
    guard words[1] != "clear" else {
      await faults.clear()
      return ("No active faults.", false)
    }
    do throws(FaultText.Mistake) {
      await faults.set(try FaultText.parse(words.dropFirst().joined(separator: " ")))
    } catch {
      return (error.description, true)
    }
    let count = await faults.board.all.count
    return ("\(count.counted("active fault")).", false)
  }
}
