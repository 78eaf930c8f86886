/// What the sandbox reports of itself.
package enum SandboxEvent: FeatureEvent {
  /// The faults that are on now, in words; empty for none (SB-3).
  case faultsChanged([String])
  /// It goes by a clock that this profile does not follow, in words (SB-4).
  case clockDiffers(String)
}
