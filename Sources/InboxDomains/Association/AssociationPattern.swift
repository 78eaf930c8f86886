import InboxModel

/// A wildcard pattern of an association file, ready for use.
///
/// It is matched by moving the set of all positions that can be reached from one token to the next, so the work is at
/// most the product of both lengths, whatever the pattern; there is no backtracking and no recursion.
struct AssociationPattern: Hashable, Sendable {
  /// A piece of a pattern.
  enum Token: Hashable, Sendable {
    case scalar(UInt32)
    /// `?`: any one character.
    case anyOne
    /// `*`: any run of characters, also none.
    case anyRun
    /// `$(name)`: one of the words of a variable.
    case variable(AssociationVocabulary)
  }

  let tokens: [Token]
  /// Why the pattern can match nothing at all, for a person; nil for an ordinary pattern.
  let problem: String?

  /// Reads a pattern.
  ///
  /// A broken reference makes a pattern that never matches: it must not open a domain.
  init(_ text: String, foldsCase: Bool, variables: inout AssociationVariables) {
    let scalars = Array(text.unicodeScalars)
    var tokens: [Token] = []
    var problem: String?
    var index = 0
    while index < scalars.count {
      if scalars[index] == "$", index + 1 < scalars.count, scalars[index + 1] == "(" {
        guard let close = scalars[index...].firstIndex(of: ")") else {
          problem = "“$(” is not closed"
          break
        }
        var name = ""
        name.unicodeScalars.append(contentsOf: scalars[(index + 2)..<close])
        guard let vocabulary = variables.vocabulary(name, foldsCase: foldsCase) else {
          problem = "there is no variable \(JSONValue.string("$(\(name.prefix(40)))").serialized)"
          break
        }
        tokens.append(.variable(vocabulary))
        index = close + 1
      } else {
        Self.append(scalars[index], to: &tokens, foldsCase: foldsCase)
        index += 1
      }
    }
    self.tokens = tokens
    self.problem = problem
  }

  private init(tokens: [Token], problem: String?) {
    self.tokens = tokens
    self.problem = problem
  }

  /// The pattern without its last `/*`, which also matches the folder itself (measured: `/buy/*` takes
  /// `/buy`); nil if it does not end so.
  var parent: AssociationPattern? {
    guard problem == nil, tokens.suffix(2) == [.scalar(AssociationText.slash), .anyRun] else { return nil }
    return AssociationPattern(tokens: tokens.dropLast(2), problem: nil)
  }

  /// The tokens of a text without variables.
  static func tokens(_ text: String, foldsCase: Bool) -> [Token] {
    var tokens: [Token] = []
    for scalar in text.unicodeScalars { append(scalar, to: &tokens, foldsCase: foldsCase) }
    return tokens
  }

  private static func append(_ scalar: Unicode.Scalar, to tokens: inout [Token], foldsCase: Bool) {
    switch scalar {
    case "?": tokens.append(.anyOne)
    case "*": if tokens.last != .anyRun { tokens.append(.anyRun) }
    default: tokens.append(.scalar(AssociationText.fold(scalar, if: foldsCase)))
    }
  }

  // MARK: - Matching

  /// Whether the pattern matches a whole text.
  ///
  /// - Parameter steps: what is left of the work that one decision may take; below zero it decides no.
  func matches(_ text: [UInt32], steps: inout Int) -> Bool {
    guard problem == nil else { return false }
    var positions = AssociationPositions(length: text.count)
    for token in tokens {
      switch token {
      case .variable(let vocabulary): vocabulary.advance(&positions, over: text, steps: &steps)
      case .scalar, .anyOne, .anyRun: token.advance(&positions, over: text, steps: &steps)
      }
      guard steps >= 0, positions.bounds != nil else { return false }
    }
    return positions.contains(text.count)
  }
}

extension AssociationPattern.Token {
  /// Moves the positions past a token that is not a variable.
  func advance(_ positions: inout AssociationPositions, over text: [UInt32], steps: inout Int) {
    steps -= positions.width + 1
    guard steps >= 0 else { return }
    switch self {
    case .anyRun: positions.spread()
    case .anyOne: positions.move { _ in true }
    case .scalar(let scalar): positions.move { text[$0] == scalar }
    case .variable: break
    }
  }
}
