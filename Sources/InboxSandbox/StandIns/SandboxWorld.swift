/// Everything that a stand-in is made of.
struct SandboxWorld: Sendable {
  let account: Account
  let tokens: SandboxTokens
  let faults: FaultBoard
  let campaigns: [Campaign]
}
