import Synchronization

/// The secrets that are known so far: a token may be made, or a key read, while the program runs (VE-7).
///
/// Of JSON Web Tokens, which a command may make anew for each request, the newest are kept: a server repeats what it has
/// just been sent, and an older one is masked by its form (``SecretMask``). So are of an app's credentials that pass a
/// tap. Everything else is kept for ever.
public final class SecretBook: Hashable, Sendable {
  /// This many tokens are kept beside the secrets that the book began with.
  static let mostTokens = 32

  private struct Content {
    var kept: [String]
    /// The newest last.
    var tokens: [String] = []
    var mask: SecretMask
  }

  private let content: Mutex<Content>

  /// A book with some secrets in it.
  public init(_ known: [String] = []) {
    content = Mutex(Content(kept: known, mask: SecretMask(known: known)))
  }

  /// Hides more from now on.
  ///
  /// - Parameter isPassing: Whether they are another program's, which may send new ones with each request.
  public func add(_ values: [String], isPassing: Bool = false) {
    content.withLock { content in
      var isNew = false
      for value in values where !content.kept.contains(value) {
        guard isPassing || JWTMask.isToken(value) else {
          content.kept.append(value)
          isNew = true
          continue
        }
        let known = content.tokens.firstIndex(of: value)
        if let known { content.tokens.remove(at: known) } else { isNew = true }
        content.tokens.append(value)
      }
      content.tokens.removeFirst(max(0, content.tokens.count - Self.mostTokens))
      if isNew { content.mask = SecretMask(known: content.kept + content.tokens) }
    }
  }

  /// What hides all of them.
  public var mask: SecretMask { content.withLock { $0.mask } }

  /// Whether both hide the same at present.
  public static func == (first: SecretBook, second: SecretBook) -> Bool { first.mask == second.mask }

  /// Nothing, as what it hides changes.
  public func hash(into hasher: inout Hasher) {}
}
