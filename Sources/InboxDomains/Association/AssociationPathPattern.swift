/// The pattern of a path, with what Apple's matcher does about slashes (measured against swcutil).
///
/// Trailing slashes count on neither side, a run of leading ones is one, a pattern may lack the leading
/// slash, and one that ends in `/*` also takes the folder itself.
struct AssociationPathPattern: Hashable, Sendable {
  private let pattern: AssociationPattern
  private let parent: AssociationPattern?
  private let lacksSlash: Bool

  init(_ text: String, foldsCase: Bool, variables: inout AssociationVariables) {
    let slash: Unicode.Scalar = "/"
    var scalars = Array(text.unicodeScalars)
    while scalars.last == slash { scalars.removeLast() }
    let isRooted = text.unicodeScalars.first == slash
    var core = ""
    core.unicodeScalars.append(contentsOf: scalars.drop { $0 == slash })
    pattern = AssociationPattern(
      isRooted && !core.isEmpty ? "/" + core : core, foldsCase: foldsCase, variables: &variables)
    parent = pattern.parent
    lacksSlash = !isRooted
  }

  /// Why it can match nothing; nil for an ordinary pattern.
  var problem: String? { pattern.problem }

  /// Whether it takes a path that has lost its trailing slashes.
  func matches(_ path: [UInt32], steps: inout Int) -> Bool {
    if pattern.matches(path, steps: &steps) { return true }
    if let parent, parent.matches(path, steps: &steps) { return true }
    guard lacksSlash, path.first == AssociationText.slash else { return false }
    let bare = Array(path.dropFirst())
    if pattern.matches(bare, steps: &steps) { return true }
    return parent?.matches(bare, steps: &steps) ?? false
  }
}
