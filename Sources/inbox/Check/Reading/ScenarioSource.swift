import Foundation
import InboxTOML

/// The text of a scenario with its includes: parameters, shared steps and the rows of its data table.
nonisolated struct ScenarioSource {
  /// The file itself.
  let fields: TOMLFields
  /// The default values of parameters.
  private(set) var defaults: [String: TOMLScalar] = [:]
  private(set) var shared: [String: SharedSteps] = [:]
  /// The rows of `[[data]]`; a single empty row where there are none.
  private(set) var rows: [[String: TOMLScalar]] = [[:]]
  /// The files that were read, by their full paths.
  private var included: Set<String> = []

  /// Steps with a name.
  struct SharedSteps {
    var fields: TOMLFields
    var defaults: [String: TOMLScalar]
    /// The parameters that `with` must set.
    var needs: [String]
  }

  /// The keys of an included file.
  static let keys = ["include", "parameters", "steps"]

  /// - Parameters:
  ///   - settings: What the command line sets, by name; a name that is not a parameter is left out.
  ///   - onRead: Takes the path of each file that is included before it is read.
  init(_ fields: TOMLFields, setting settings: [String: String], onRead: (String) -> Void) throws {
    self.fields = fields
    try read(fields, in: [fields.file], onRead)
    for (name, text) in settings.sorted(by: { $0.key < $1.key }) {
      guard let known = defaults[name] else { continue }
      guard let value = known.read(text) else {
        throw WrongSetting(
          sentence:
            "--set \(name)=\(text): “\(text)” is not \(known.kind), which \(name) is in \(fields.file).")
      }
      defaults[name] = value
    }
    try readRows()
  }

  /// Whether `${NAME}` stands for a parameter in it: in files without any of these keys it is plain text.
  var usesParameters: Bool { fields.keys.contains { (Self.keys + ["data"]).contains($0) } }

  /// The parameters that the command line can set with an effect: those that some row does not set.
  var settable: Set<String> {
    Set(defaults.keys.filter { name in rows.contains { $0[name] == nil } })
  }

  /// Whether a file only serves to be included: it has shared parts and no scenario.
  static func isShared(_ fields: TOMLFields) -> Bool {
    !fields.keys.isEmpty && fields.keys.allSatisfy(keys.contains)
  }

  // MARK: - Files

  /// - Parameter chain: The files that led here, including this one.
  private mutating func read(
    _ fields: TOMLFields, in chain: [String], _ onRead: (String) -> Void
  ) throws {
    included.insert(TextFile.wholePath(fields.file))
    for name in try fields.filledTexts("include") ?? [] {
      let folder = fields.file.lastIndex(of: "/").map { fields.file[...$0] } ?? ""
      let path = name.hasPrefix("/") ? name : folder + name
      if chain.contains(where: { TextFile.wholePath($0) == TextFile.wholePath(path) }) {
        let names = (chain + [path]).map { ($0 as NSString).lastPathComponent }
        throw fields.error("include", "these files include one another: \(names.joined(separator: " → ")).")
      }
      guard !included.contains(TextFile.wholePath(path)) else { continue }
      guard FileManager.default.fileExists(atPath: path) else {
        throw fields.error(
          "include", "there is no file “\(name)” beside this one. Its path is relative to this file.")
      }
      onRead(path)
      let part = try TOMLFields.parse(TextFile.read(path), file: path)
      try part.allow(only: Self.keys)
      try read(part, in: chain + [path], onRead)
    }
    // The including file has precedence.
    for (name, value) in try Self.parameters(fields, "parameters") { defaults[name] = value }
    try readShared(fields)
  }

  private static func parameters(_ fields: TOMLFields, _ key: String) throws -> [String: TOMLScalar] {
    guard let table = try fields.inner(key) else { return [:] }
    let values = try table.scalars()
    for name in values.keys.sorted() {
      if let flaw = TOMLParameters.flaw(inName: name) { throw table.error(name, flaw) }
    }
    return values
  }

  private mutating func readShared(_ fields: TOMLFields) throws {
    guard let tables = try fields.inner("steps") else { return }
    for name in tables.keys.sorted() {
      guard let table = try tables.inner(name)?.named("[steps.\(name)]") else { continue }
      try table.allow(only: ["parameters", "needs", "step"])
      if let other = shared[name] {
        throw table.error(
          nil, "“\(name)” already exists, at \(other.fields.file):\(other.fields.line). Rename one of them."
        )
      }
      guard try !table.list("step").isEmpty else {
        throw table.error(nil, "it does nothing. Add [[steps.\(name).step]].")
      }
      shared[name] = SharedSteps(
        fields: table, defaults: try Self.parameters(table, "parameters"),
        needs: try table.filledTexts("needs") ?? [])
    }
  }

  // MARK: - Rows

  private mutating func readRows() throws {
    let tables = try fields.list("data")
    guard !tables.isEmpty else {
      if fields.keys.contains("data") {
        throw fields.error("data", "it has no rows. Write [[data]] for each.")
      }
      return
    }
    rows = []
    for table in tables {
      guard !defaults.isEmpty else {
        throw table.error(nil, "there is no [parameters]. It names what rows can set, with a value for each.")
      }
      try table.allow(only: defaults.keys.sorted())
      let row = try table.scalars()
      guard !row.isEmpty else { throw table.error(nil, "the row is empty. Give a parameter a value.") }
      for (name, value) in row.sorted(by: { $0.key < $1.key }) {
        guard let known = defaults[name], known.kind != value.kind else { continue }
        throw table.error(name, "it is \(value.kind), but under [parameters] it is \(known.kind).")
      }
      guard !rows.contains(row) else {
        throw table.error(nil, "the row occurs twice. Leave one of them out.")
      }
      rows.append(row)
    }
  }
}
