import InboxTOML

/// The values of `--only` and `--skip`.
nonisolated struct CheckSelection: Sendable {
  var only: [String] = []
  var skip: [String] = []

  /// - Throws: ``Exit`` for a tag or name that no scenario has, and where nothing is left.
  func selected(_ items: [CheckPlan.Item]) throws -> [CheckPlan.Item] {
    for (option, names) in [("--only", only), ("--skip", skip)] {
      for name in names where !items.contains(where: { $0.names.contains(name) }) {
        let tags = Set(items.flatMap(\.names))
        let near = NearestName.hint(name, among: tags.sorted())
        throw Exit.usage("\(option) \(name): no scenario has such a tag or name.\(near)")
      }
    }
    let left = items.filter { item in
      let names = item.names
      // The tags of a broken scenario are unknown: it is always reported, unless its name is skipped.
      return (only.isEmpty || item.isBroken || names.contains(where: only.contains))
        && !names.contains(where: skip.contains)
    }
    guard !left.isEmpty || items.isEmpty else {
      throw Exit.usage("No scenario is left: --skip leaves out all of them.")
    }
    return left
  }
}
