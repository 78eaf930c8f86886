import Synchronization

/// The secrets that are known so far: a token may be made, or a key read, while the program runs (VE-7).
///
/// Of what may be made anew for each request, the newest of each source are kept: JSON Web Tokens, what a command prints
/// or a file holds, an app's credentials that pass a tap. A server repeats what it has just been sent, and an older JSON
/// Web Token is masked by its form (``SecretMask``). Everything else is kept for ever.
public final class SecretBook: Hashable, Sendable {
  /// This many of a source are kept beside the secrets that the book began with.
  static let mostNew = 32

  private struct Content {
    var kept: [String]
    /// By their sources, the newest last; tokens that any gave have none.
    var new: [String?: [String]] = [:]
    var mask: SecretMask
  }

  private let content: Mutex<Content>

  /// A book with some secrets in it.
  public init(_ known: [String] = []) {
    content = Mutex(Content(kept: known, mask: SecretMask(known: known)))
  }

  /// Hides more from now on.
  ///
  /// - Parameter source: What may make others each time; nil for what stays, unless it is a JSON Web Token.
  public func add(_ values: [String], madeBy source: String? = nil) {
    content.withLock { content in
      var isNew = false
      for value in values where !content.kept.contains(value) {
        guard source != nil || JWTMask.isToken(value) else {
          content.kept.append(value)
          isNew = true
          continue
        }
        var known = content.new[source] ?? []
        if let place = known.firstIndex(of: value) { known.remove(at: place) } else { isNew = true }
        content.new[source] = Array((known + [value]).suffix(Self.mostNew))
      }
      if isNew { content.mask = SecretMask(known: content.kept + content.new.values.joined().sorted()) }
    }
  }

  /// What hides all of them.
  public var mask: SecretMask { content.withLock { $0.mask } }

  /// Whether both hide the same at present.
  public static func == (first: SecretBook, second: SecretBook) -> Bool { first.mask == second.mask }

  /// Nothing, as what it hides changes.
  public func hash(into hasher: inout Hasher) {}
}
