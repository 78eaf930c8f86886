/// What the sandbox says of itself.
extension AppState {
  mutating func take(_ event: SandboxEvent) -> [AppEffect] {
    switch event {
    case .faultsChanged(let words):
      guard words != faults else { return [] }
      faults = words
      return [
        .log(words.isEmpty ? "faults: none" : "faults: \(words.joined(separator: "; "))", failed: false)
      ]
    case .clockDiffers(let words):
      return [
        .log(
          "The back end goes by a clock of its own (\(words)); this profile goes by the machine's, "
            + "so ages and expiries differ. Open the sandbox's own profile to go by its clock.", failed: true)
      ]
    }
  }
}
