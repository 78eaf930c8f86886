/// What the sandbox reports of itself.
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
          "The back end uses its own clock (\(words)), this profile the machine's: "
            + "ages and expiries differ. Open the sandbox's own profile to use its clock.", failed: true)
      ]
    }
  }
}
