package import InboxCore

/// Which messages a list shows.
package struct ListSource: Equatable, Sendable {
  /// The center; nil is every center in one list.
  package var center: CenterName?
  /// What it is narrowed to.
  package var filter: MessageFilter

  package init(center: CenterName?, filter: MessageFilter = .everything) {
    self.center = center
    self.filter = filter
  }
}
