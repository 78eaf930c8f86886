import Foundation
import InboxSandbox
import InboxTOML

/// Which scenarios a check runs, in the order in which it reports them.
nonisolated struct CheckPlan: Sendable {
  enum Item: Sendable {
    case scenario(Scenario, file: String)
    /// A file that cannot be read, or cannot be read with that row of its data table.
    case broken(path: String, file: String, row: [String: String], String)
  }

  var items: [Item] = []
  /// The files that were read, including those of scenarios that are broken or not run.
  private(set) var files: [String] = []

  /// Reads the files that a command line names.
  ///
  /// - Parameters:
  ///   - names: Files, folders, or scenarios that come with the program; none takes all of those.
  ///   - settings: What `--set` says.
  ///   - only: The tags and names of `--only`.
  ///   - skip: Those of `--skip`.
  /// - Throws: ``Exit`` for what no file has, and where nothing is left.
  static func read(
    _ names: [String], setting settings: [String: String], only: [String], skip: [String]
  ) throws -> Self {
    var plan = CheckPlan()
    var (parameters, settable): (Set<String>, Set<String>) = ([], [])
    for path in try ShippedScenarioNames.paths(names) {
      // Scenarios that come with the program are named without their folder.
      let isShipped = ShippedScenarios.folder.map { path.hasPrefix($0 + "/") } ?? false
      let file = isShipped ? URL(fileURLWithPath: path).lastPathComponent : path
      do {
        let read = try ScenarioReader.read(path, setting: settings) { plan.files.append($0) }
        parameters.formUnion(read.parameters)
        settable.formUnion(read.settable)
        plan.items += read.scenarios.map { .scenario($0, file: file) }
      } catch let wrong as WrongSetting {
        throw Exit.usage(wrong.sentence)
      } catch {
        let row = (error as? BrokenRow)?.row ?? [:]
        plan.items.append(
          .broken(path: path, file: file, row: row, "\(error)" + (try ShippedScenarioNames.hint(path))))
      }
    }
    try check(settings, parameters, settable, whole: !plan.items.contains { $0.isBroken })
    plan.items = try selected(plan.items, only: only, skip: skip)
    return plan
  }

  /// A broken file may have had the name.
  private static func check(
    _ settings: [String: String], _ parameters: Set<String>, _ settable: Set<String>, whole: Bool
  ) throws {
    for name in settings.keys.sorted() where whole && !settable.contains(name) {
      guard !parameters.contains(name) else {
        throw Exit.usage("--set \(name) changes nothing: each row of [[data]] sets it.")
      }
      let hint = NearestName.hintOrList(
        name, among: parameters.sorted(), none: "These scenarios have none.")
      throw Exit.usage("--set \(name): no scenario has such a parameter.\(hint)")
    }
  }

  private static func selected(_ items: [Item], only: [String], skip: [String]) throws -> [Item] {
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

extension CheckPlan.Item {
  nonisolated var isBroken: Bool { if case .broken = self { true } else { false } }

  /// What `--only` and `--skip` can name it by: its tags, its name, and the name of its file.
  nonisolated var names: [String] {
    let file =
      switch self {
      case .scenario(_, let file), .broken(_, let file, _, _): file
      }
    let last = URL(fileURLWithPath: file).lastPathComponent
    let short = last.hasSuffix(".toml") ? [last, String(last.dropLast(5))] : [last]
    guard case .scenario(let scenario, _) = self else { return short }
    return scenario.tags + [scenario.name, scenario.plainName] + short
  }
}
