import InboxCore

/// Dialogs: the badge, who reads, message centers on and off, and a center whole.
extension AppState {
  /// What a key means to a line of input.
  ///
  /// - Returns: nil when the key is not one of the dialog's own.
  mutating func typed(_ key: Key) -> [AppEffect]? {
    // Enter, and what else ends or fills the line.
    if let action = keys.action(for: key, in: context), action.isFixed { return nil }
    if context == .find { return typedFilter(key) }
    if context == .helpFind { return typedIntoHelp(key) }
    switch layer {
    case .badge(var input, let answer)?:
      let outcome = input.take(key, most: Self.longestBadge, accepts: Self.isOfBadge)
      guard let outcome else { return nil }
      layer = .badge(input: input, answer: outcome == .edited ? nil : answer)
      return []
    case .user(var input)?:
      guard let outcome = input.take(key, most: Self.longestName) else { return nil }
      layer = .user(input: input)
      if outcome == .full {
        tell("That is too long for a name; at most \(Self.longestName) characters.", .warning)
      }
      return []
    default: return typedIntoPalette(key)
    }
  }

  /// Whether a character can be typed as a part of a badge.
  static func isOfBadge(_ character: Character) -> Bool {
    character.isASCII && character.isNumber || character == "-"
  }

  private static let longestName = 256
  private static let longestBadge = 9

  /// Nothing typed is this device; a person who reads already stays.
  mutating func logIn() -> [AppEffect] {
    guard case .user(let input)? = layer else { return [] }
    layer = nil
    return logIn(as: input.text)
  }

  mutating func logIn(as text: String) -> [AppEffect] {
    let name = text.drop { $0.isWhitespace }.reversed().drop { $0.isWhitespace }.reversed()
    let next = Identity(user: String(name), device: profile.device)
    guard next != snapshot?.identity else {
      tell("Already reading as \(next.label)")
      return []
    }
    return [.switchIdentity(next)]
  }

  mutating func switchFeature() -> [AppEffect] {
    guard snapshot?.isEnabled == true else { return [.setEnabled(true)] }
    layer = .disabling
    return []
  }

  mutating func showCenter() -> [AppEffect] {
    layer = .center(center, gone: nil, scroll: 0)
    return [.loadGone(center)]
  }

  // MARK: - Exactly once

  /// Reads the report; what was read before stays until it is there.
  mutating func showProof() -> [AppEffect] {
    var proof = ProofState()
    var scroll = 0
    if case .proof(let before, let position)? = layer {
      proof = before
      proof.isReading = true
      scroll = position
    }
    layer = .proof(proof, scroll: scroll)
    return [.proveDelivery]
  }

  mutating func proved(_ result: Result<DeliveryReport, InboxError>) -> [AppEffect] {
    guard case .proof(var proof, let scroll)? = layer else { return [] }
    proof.isReading = false
    switch result {
    case .success(let report):
      proof.report = report
      proof.problem = nil
    case .failure(let error): proof.problem = error.description
    }
    layer = .proof(proof, scroll: scroll)
    return []
  }

  mutating func filterProof() -> [AppEffect] {
    guard case .proof(var proof, _)? = layer else { return [] }
    proof.isOddOnly.toggle()
    layer = .proof(proof, scroll: 0)
    return []
  }

  // MARK: - The sandbox

  /// On what is off, off what is on.
  mutating func switchFault() -> [AppEffect] {
    guard case .faults(let selected)? = layer else { return [] }
    let fault = SandboxCommand.faults[selected]
    guard snapshot?.faults.contains(fault) == true else { return [.askSandbox("fault \(fault)")] }
    return [.askSandbox("fault clear \(fault.prefix { $0 != " " })")]
  }

  // MARK: - Badge

  mutating func setBadge() -> [AppEffect] {
    guard case .badge(let input, _)? = layer else { return [] }
    guard let count = Int(input.text) else {
      let text =
        input.isEmpty
        ? "Type a number first, or press \(keys.name(of: .resetBadge)) to reset."
        : "“\(input.text)” is no number."
      layer = .badge(input: input, answer: Notice(text: text, level: .warning))
      return []
    }
    return sendBadge(count)
  }

  mutating func sendBadge(_ count: Int) -> [AppEffect] {
    guard case .badge(let input, _)? = layer else { return [] }
    guard !isSettingBadge else {
      layer = .badge(input: input, answer: Notice(text: "The last set is still on its way.", level: .warning))
      return []
    }
    isSettingBadge = true
    layer = .badge(
      input: input, answer: Notice(text: "Asking the server for \(count)…", level: .info))
    return [.setBadge(count)]
  }
}
