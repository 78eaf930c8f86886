import InboxCore

extension ActionID {
  package static let proof = ActionID("proof.show")
  package static let rereadProof = ActionID("proof.again")
  package static let filterProof = ActionID("proof.filter")
}

extension Action {
  static let proof: [Action] = [
    Action(
      .proof, "Proof: was each display and open reported exactly once?", keys: [.character("P")], in: .panes,
      titleNow: {
        let events = $0.profile.capabilities.reported
        return events.isEmpty
          ? "Proof: what came of each click?"
          : "Proof: was each \(events.joined(separator: " and ")) reported exactly once?"
      }, allowed: .withoutAudience
    ) { state, _ in state.showProof() },
    Action(
      .rereadProof, "Read the proof again", keys: [.character("r")], in: [.proof], hint: "again",
      allowed: .withoutAudience
    ) { state, _ in state.showProof() },
    Action(
      .filterProof, "Only what stands against exactly once, or everything", keys: [.character("f")],
      in: [.proof], hint: "odd only",
      hintNow: { if case .proof(let proof, _)? = $0.layer, proof.isOddOnly { "show all" } else { nil } },
      allowed: .withoutAudience
    ) { state, _ in state.filterProof() },
  ]
}
