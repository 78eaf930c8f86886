import InboxTOML

/// What `--only` and `--skip` say.
nonisolated struct CheckSelection: Sendable {
  var only: [String] = []
  var skip: [String] = []

  /// - Throws: ``Exit`` for a tag or name that nothing has, and where nothing is left.
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
      // Of a broken one no one knows the tags: it is always reported, unless it is skipped by its name.
      return (only.isEmpty || item.isBroken || names.contains(where: only.contains))
        && !names.contains(where: skip.contains)
    }
    guard !left.isEmpty || items.isEmpty else {
      throw Exit.usage("No scenario is left: --skip leaves out all of them.")
    }
    return left
  }
}
