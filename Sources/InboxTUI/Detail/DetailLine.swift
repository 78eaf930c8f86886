/// A laid-out line of the detail pane.
package struct DetailLine: Equatable, Sendable {
  /// A run of text in one role.
  package struct Run: Equatable, Sendable {
    package var text: String
    package var role: ThemeRole
    package var attributes: Attributes
    /// The number of the link that this is part of.
    package var link: Int?

    init(_ text: String, _ role: ThemeRole = .text, attributes: Attributes = [], link: Int? = nil) {
      self.text = text
      self.role = role
      self.attributes = attributes
      self.link = link
    }
  }

  package var runs: [Run]

  init(_ runs: [Run] = []) { self.runs = runs }

  init(_ text: String, _ role: ThemeRole = .text) { runs = [Run(text, role)] }
}
