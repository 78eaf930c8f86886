/// What became of something that an app did.
package struct AppOutcome: Hashable, Sendable {
  package enum Kind: String, Hashable, Sendable, CaseIterable {
    /// The vendor took it.
    case taken
    /// The vendor will never take it as it is.
    case refused
    /// The vendor did not take it, and may take it later.
    case postponed
    /// It went to the vendor, and no response says what became of it.
    case unknown
    /// It never went to the vendor.
    case withheld
  }

  package var kind: Kind
  /// Why it was not taken, as a clause; nil where it was.
  package var why: String?

  package init(_ kind: Kind, _ why: String? = nil) { (self.kind, self.why) = (kind, why) }

  /// The end of a line about it.
  package var words: String { why ?? kind.rawValue }
}
