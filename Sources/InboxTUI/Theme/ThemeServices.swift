/// Where themes come from and where the choice goes to, as functions: theme files are another part's.
package struct ThemeServices: Sendable {
  /// Every theme that can be chosen, at the terminal's depth.
  package var list: @Sendable () async -> [ThemeChoice]
  /// Remembers a theme for the next start; returns what went wrong, or what stands against it, as a sentence.
  package var keep: @Sendable (String) async -> String?

  /// The built-in ones, and nothing is remembered.
  package init(
    list: @escaping @Sendable () async -> [ThemeChoice] = { [ThemeChoice(.standard), ThemeChoice(.mono)] },
    keep: @escaping @Sendable (String) async -> String? = { _ in nil }
  ) {
    self.list = list
    self.keep = keep
  }
}
