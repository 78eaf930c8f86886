/// What cannot be done before an audience.
extension ActionID {
  /// Why not, as a sentence; nil for what shows nothing that identifies anybody.
  var whyNotWhilePresenting: String? {
    switch self {
    case .copyID, .copyJSON, .copyEvent, .page, .pageEvent, .showEvent, .proof, .rereadProof, .filterProof,
      .domain, .nextDomain,
      .previousDomain, .recheckDomain, .about, .user, .logIn, .faults, .switchFault, .clearFaults:
      "Not while presenting: it would show identifiers. F5 ends presenting."
    case .zoom, .split, .wider, .narrower:
      "While presenting the screen is divided for the three looks. F5 ends presenting."
    default: nil
    }
  }
}
