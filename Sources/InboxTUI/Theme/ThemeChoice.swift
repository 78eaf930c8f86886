/// A theme that can be chosen.
package struct ThemeChoice: Equatable, Sendable, Codable {
  package var theme: Theme
  package var variant: ThemeDefinition.Variant
  /// Whether it is one of the person's own files.
  package var isOwn: Bool
  /// What is wrong with its file, as sentences.
  package var flaws: [String]

  package init(
    _ theme: Theme, variant: ThemeDefinition.Variant = .any, isOwn: Bool = false, flaws: [String] = []
  ) {
    self.theme = theme
    self.variant = variant
    self.isOwn = isOwn
    self.flaws = flaws
  }
}
