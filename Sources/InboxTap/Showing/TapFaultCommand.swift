import InboxModel
package import InboxSandbox

/// Faults of a tap while it runs, in the words of the sandbox.
package enum TapFaultCommand {
  /// Performs `fault ENDPOINT WHAT …`, `fault clear`, `fault clear ENDPOINT` or `fault list`.
  package static func perform(_ command: String, _ faults: TapFaults) async -> (
    response: String, failed: Bool
  ) {
    let words = command.split(separator: " ").map(String.init)
    guard words.first == "fault", words.count > 1 else {
      return ("This is not a fault. Write ‘fault messages 503’, ‘fault list’ or ‘fault clear’.", true)
    }
    do throws(FaultText.Mistake) {
      if words.dropFirst() == ["list"] {
        let faults = await faults.board.all.map(\.words)
        return (faults.isEmpty ? "No active faults." : faults.joined(separator: "; ") + ".", false)
      }
      if words[1] == "clear" {
        let named = words.dropFirst(2)
        let endpoints = try named.filter { $0 != "all" }.map { word throws(FaultText.Mistake) in
          try endpoint(word)
        }
        for endpoint in endpoints { await faults.clear(endpoint) }
        if named.isEmpty || named.contains("all") { await faults.clear() }
      } else {
        await faults.set(try read(words.dropFirst().joined(separator: " ")))
      }
    } catch {
      return (error.description, true)
    }
    let count = await faults.board.all.count
    return (count == 0 ? "No active faults." : "\(count.counted("active fault")).", false)
  }

  /// Reads the text of a fault; one for ‘all’ is for all that passes.
  package static func read(_ text: String) throws(FaultText.Mistake) -> [Fault] {
    let faults = try FaultText.parse(text)
    let passing = faults.filter { TapFaults.endpoints.contains($0.endpoint) }
    if passing.isEmpty, let first = faults.first { _ = try endpoint(first.endpoint.rawValue) }
    return passing
  }

  private static func endpoint(_ word: String) throws(FaultText.Mistake) -> FaultEndpoint {
    let endpoint = FaultEndpoint(rawValue: word)
    if let endpoint, TapFaults.endpoints.contains(endpoint) { return endpoint }
    let flaw = endpoint == nil ? "is not an endpoint" : "does not pass a tap"
    let names = TapFaults.endpoints.map(\.rawValue).joined(separator: ", ")
    throw FaultText.Mistake(description: "“\(word)” \(flaw): \(names), all.")
  }
}
