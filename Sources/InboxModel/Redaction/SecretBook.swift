import Synchronization

/// The secrets that are known so far: a token may be made, or a key read, while the program runs (VE-7).
public final class SecretBook: Hashable, Sendable {
  private let content: Mutex<SecretMask>

  /// A book with some secrets in it.
  public init(_ known: [String] = []) { content = Mutex(SecretMask(known: known)) }

  /// Hides more from now on.
  public func add(_ values: [String]) {
    content.withLock { mask in
      let new = values.filter { !mask.known.contains($0) }
      if !new.isEmpty { mask = SecretMask(known: mask.known + new) }
    }
  }

  /// What hides all of them.
  public var mask: SecretMask { content.withLock { $0 } }

  /// Whether both hide the same at present.
  public static func == (first: SecretBook, second: SecretBook) -> Bool { first.mask == second.mask }

  /// Nothing, as what it hides changes.
  public func hash(into hasher: inout Hasher) {}
}
