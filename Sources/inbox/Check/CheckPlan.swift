import Foundation
import InboxSandbox
import InboxTOML

/// Which scenarios a check runs, in the order in which it reports them.
nonisolated struct CheckPlan: Sendable {
  enum Item: Sendable {
    case scenario(Scenario, file: String)
    case broken(path: String, file: String, String)
  }

  var items: [Item] = []

  /// Reads the files that a command line names.
  ///
  /// - Parameters:
  ///   - names: Files, folders, or scenarios that come with the program; none takes all of those.
  ///   - settings: What `--set` says.
  /// - Throws: ``Exit`` for what no file has.
  static func read(_ names: [String], setting settings: [String: String], _ selection: CheckSelection) throws
    -> Self
  {
    var plan = CheckPlan()
    var (parameters, settable): (Set<String>, Set<String>) = ([], [])
    for path in try ShippedScenarioNames.paths(names) {
      // What comes with the program is named without the place where it lies.
      let isShipped = ShippedScenarios.folder.map { path.hasPrefix($0 + "/") } ?? false
      let file = isShipped ? URL(fileURLWithPath: path).lastPathComponent : path
      do {
        let read = try ScenarioReader.read(path, setting: settings)
        parameters.formUnion(read.parameters)
        settable.formUnion(read.settable)
        plan.items += read.scenarios.map { .scenario($0, file: file) }
      } catch let exit as Exit where exit.status == Exit.usage {
        throw exit
      } catch {
        plan.items.append(
          .broken(path: path, file: file, "\(error)" + (try ShippedScenarioNames.hint(path))))
      }
    }
    try check(settings, parameters, settable, whole: !plan.items.contains { $0.isBroken })
    plan.items = try selection.selected(plan.items)
    return plan
  }

  /// A file that is broken may have had the name.
  private static func check(
    _ settings: [String: String], _ parameters: Set<String>, _ settable: Set<String>, whole: Bool
  ) throws {
    for name in settings.keys.sorted() where whole && !settable.contains(name) {
      guard !parameters.contains(name) else {
        throw Exit(Exit.usage, "--set \(name) changes nothing: each row of [[data]] sets it.")
      }
      let known = parameters.sorted()
      let hint =
        NearestName.of(name, among: known).map { "Did you mean “\($0)”?" }
        ?? (known.isEmpty ? "These scenarios have none." : "There are: \(known.joined(separator: ", ")).")
      throw Exit(Exit.usage, "--set \(name): no scenario has such a parameter. \(hint)")
    }
  }
}

extension CheckPlan.Item {
  nonisolated var isBroken: Bool { if case .broken = self { true } else { false } }

  /// What `--only` and `--skip` can name it by: its tags, its name, and that of its file.
  nonisolated var names: [String] {
    let file =
      switch self {
      case .scenario(_, let file), .broken(_, let file, _): file
      }
    let last = URL(fileURLWithPath: file).lastPathComponent
    let short = last.hasSuffix(".toml") ? [last, String(last.dropLast(5))] : [last]
    guard case .scenario(let scenario, _) = self else { return short }
    return scenario.tags + [scenario.name, scenario.plainName] + short
  }
}

/// What `--only` and `--skip` say.
nonisolated struct CheckSelection: Sendable {
  var only: [String] = []
  var skip: [String] = []

  /// - Throws: ``Exit`` for a tag or name that nothing has, and where nothing is left.
  func selected(_ items: [CheckPlan.Item]) throws -> [CheckPlan.Item] {
    for (option, names) in [("--only", only), ("--skip", skip)] {
      for name in names where !items.contains(where: { $0.names.contains(name) }) {
        let tags = Set(items.flatMap(\.names))
        let near = NearestName.of(name, among: tags.sorted()).map { " Did you mean “\($0)”?" } ?? ""
        throw Exit(Exit.usage, "\(option) \(name): no scenario has such a tag or name.\(near)")
      }
    }
    let left = items.filter { item in
      let names = item.names
      // Of a broken one nobody knows the tags: it is always reported, unless it is skipped by its name.
      return (only.isEmpty || item.isBroken || names.contains(where: only.contains))
        && !names.contains(where: skip.contains)
    }
    guard !left.isEmpty || items.isEmpty else {
      throw Exit(Exit.usage, "No scenario is left: --skip leaves out all of them.")
    }
    return left
  }
}

/// The scenarios that come with the program, and files beside them.
nonisolated enum ShippedScenarioNames {
  /// The files that names mean; none means all that come with the program.
  static func paths(_ names: [String]) throws -> [String] {
    guard !names.isEmpty else { return try shipped() }
    return try names.flatMap { name -> [String] in
      let path = try self.path(of: name)
      let files = try TextFile.inFolder(path)
      // A folder may hold files that its scenarios share; one that is named is meant.
      return try files == [path] ? files : files.filter { try !isShared($0) }
    }
  }

  /// A file that cannot be read is broken, and reported as that later.
  private static func isShared(_ path: String) throws -> Bool {
    do { return try ScenarioReader.isShared(path) } catch { return false }
  }

  private static func shipped() throws -> [String] {
    guard let folder = ShippedScenarios.folder else {
      throw Exit(Exit.notReady, "The scenarios that come with the program are missing beside it.")
    }
    return try TextFile.inFolder(folder).filter { try !isShared($0) }
  }

  /// A file, or the one that comes with the program under that name, with or without “.toml”.
  private static func path(of name: String) throws -> String {
    guard isName(name) else { return name }
    return try shipped().first {
      [name, name + ".toml"].contains(URL(fileURLWithPath: $0).lastPathComponent)
    } ?? name
  }

  /// Whether no file is meant that is there.
  private static func isName(_ text: String) -> Bool {
    text != "-" && !text.contains("/") && !FileManager.default.fileExists(atPath: text)
  }

  /// What a name could have been that is none.
  static func hint(_ name: String) throws -> String {
    guard isName(name) else { return "" }
    let names = try shipped().map { URL(fileURLWithPath: $0).deletingPathExtension().lastPathComponent }
    return " With the program come: \(names.joined(separator: ", "))."
  }
}
