/// A theme that can be chosen.
package struct ThemeChoice: Equatable, Sendable, Codable {
  package var theme: Theme
  package var variant: ThemeDefinition.Variant
  /// Whether it is a file of the person's own.
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

/// Where themes come from and where the choice goes to, as functions: theme files are another part's.
package struct ThemeServices: Sendable {
  /// Every theme that can be chosen, at the terminal's depth.
  package var list: @Sendable () async -> [ThemeChoice]
  /// Remembers a theme for the next start; returns what went wrong, or what stands against it, as a sentence.
  package var save: @Sendable (String) async -> String?

  /// The built-in ones, and nothing is remembered.
  package init(
    list: @escaping @Sendable () async -> [ThemeChoice] = { [ThemeChoice(.standard), ThemeChoice(.mono)] },
    save: @escaping @Sendable (String) async -> String? = { _ in nil }
  ) {
    self.list = list
    self.save = save
  }
}
