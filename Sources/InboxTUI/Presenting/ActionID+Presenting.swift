/// What cannot be done before an audience.
extension ActionID {
  /// Why not, as a sentence; nil for what shows nothing that identifies anybody.
  func whyNotWhilePresenting(_ keys: KeyMap) -> String? {
    switch self {
    case .copyID, .copyJSON, .copyEvent, .page, .pageEvent, .showEvent, .proof, .rereadProof, .filterProof,
      .domain, .nextDomain,
      .previousDomain, .recheckDomain, .earlierFilter, .laterFilter, .about, .user, .logIn, .faults,
      .switchFault, .clearFaults:
      "Not while presenting: it would show identifiers. \(keys.name(of: .present)) ends presenting."
    case .zoom, .split, .wider, .narrower:
      "While presenting the screen is divided for the three looks. \(keys.name(of: .present)) ends presenting."
    default: nil
    }
  }
}
