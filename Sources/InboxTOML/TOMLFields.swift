import TOMLKit

/// One table of a TOML file, read key by key with errors that name the place.
package struct TOMLFields {
  /// The file's path, as it was given.
  package let file: String
  /// “[[campaign]] 3 (spring-sale)”.
  package let place: String
  private let table: TOMLTable
  /// Where this table stands: “profile.work”, “campaign#2.rich”.
  private let path: String
  private let positions: TOMLPositions
  /// What `${NAME}` stands for in its texts; nil where it is a text like any other.
  private let parameters: TOMLParameters?

  package static func parse(_ text: String, file: String) throws(TOMLFileError) -> TOMLFields {
    let pitfall = TOMLPitfall(in: text)
    let table = try table(of: pitfall?.before ?? text, file: file)
    if let pitfall { throw pitfall.error(in: file) }
    return TOMLFields(
      file: file, place: "the file", table: table, path: "", positions: TOMLPositions(text),
      parameters: nil)
  }

  private static func table(of text: String, file: String) throws(TOMLFileError) -> TOMLTable {
    do { return try TOMLTable(string: text) } catch let error as TOMLParseError {
      let begin = error.source.begin
      throw .syntax(
        file: file, line: begin.line, column: begin.column, reason: TOMLReason.words(error.description))
    } catch {
      throw .syntax(file: file, line: 1, column: 1, reason: "\(error)")
    }
  }

  /// The same table under a better name.
  package func named(_ place: String) -> TOMLFields {
    TOMLFields(
      file: file, place: place, table: table, path: path, positions: positions, parameters: parameters)
  }

  /// The place of a table inside this one.
  package func place(of inner: String) -> String { place == "the file" ? inner : "\(place), \(inner)" }

  /// The same table, in which texts can name parameters.
  package func with(_ parameters: TOMLParameters) -> TOMLFields {
    TOMLFields(
      file: file, place: place, table: table, path: path, positions: positions, parameters: parameters)
  }

  /// Refuses names of parameters that do not exist, wherever they stand in the table.
  package func checkParameters() throws(TOMLFileError) {
    for key in table.keys.sorted() {
      if let array = table[key]?.array {
        for element in array { _ = try scalar(element, key) }
      } else if isTable(key) {
        try inner(key)?.checkParameters()
      } else if let value = table[key] {
        _ = try scalar(value, key)
      }
    }
  }

  /// An error about the first text that is as it must not be, wherever it stands in the table; nil where none is.
  ///
  /// - Parameter problem: What is wrong with a key of the table; of one in an inner table it gets both, as `a.b`.
  package func firstError(
    where isWrong: (String) -> Bool, _ problem: (_ key: String) -> String
  ) -> TOMLFileError? {
    let errors = table.keys.compactMap { key -> TOMLFileError? in
      let texts = (table[key]?.array?.map(\.string) ?? []) + [table[key]?.string]
      if texts.contains(where: { $0.map(isWrong) ?? false }) { return error(key, problem(key)) }
      guard let inner = table[key]?.table else { return nil }
      let fields = inside(inner, key, place: place(ofKey: key))
      return fields.firstError(where: isWrong) { problem("\(key).\($0)") }
    }
    return errors.min { $0.position < $1.position }
  }

  /// Whether an error is about a value of this table that has a parameter in it.
  package func isAboutParameter(_ error: TOMLFileError) -> Bool {
    guard case .value(_, _, _, let wrong, _) = error else { return false }
    return table.keys.contains { key in
      let own = place(ofKey: key)
      return (wrong == own || wrong.hasPrefix(own + ",")) && table[key].map(Self.hasParameter) ?? false
    }
  }

  private static func hasParameter(_ value: any TOMLValueConvertible) -> Bool {
    if let array = value.array { return array.contains(where: hasParameter) }
    if let table = value.table { return table.keys.contains { table[$0].map(hasParameter) ?? false } }
    return value.string?.contains("${") ?? false
  }

  /// The line that the table begins in; 1 for the whole file.
  package var line: Int { positions[path]?.line ?? 1 }

  package var keys: [String] { table.keys }

  /// Refuses every key that is not listed.
  ///
  /// - Parameter others: Keys that are refused elsewhere.
  package func allow(only known: [String], besides others: [String] = []) throws(TOMLFileError) {
    guard let unknown = table.keys.sorted().first(where: { !known.contains($0) && !others.contains($0) })
    else { return }
    throw unknownKey(unknown, among: known)
  }

  /// The error about a key that is none of the known ones.
  package func unknownKey(_ key: String, among known: [String]) -> TOMLFileError {
    let hint = NearestName.hint(key, among: known)
    let list = " Known are: \(known.joined(separator: ", "))."
    return error(key, "the key is unknown.\(hint.isEmpty ? list : hint)")
  }

  package func error(_ key: String?, _ problem: String) -> TOMLFileError {
    let position = positions[key.map { TOMLPositions.join(path, $0) } ?? path]
    return .value(
      file: file, line: position?.line ?? 1, column: position?.column ?? 1,
      place: key.map(place(ofKey:)) ?? place, problem: problem)
  }

  private func place(ofKey key: String) -> String { "\(place), \(Self.shown(key))" }

  /// A name or value of the file as an error shows it: anyone may have written a longer one than can be read.
  private static func shown(_ text: String) -> String {
    guard text.unicodeScalars.count > 80 else { return text }
    return String(String.UnicodeScalarView(text.unicodeScalars.prefix(79))) + "…"
  }

  package func text(_ key: String) throws(TOMLFileError) -> String? {
    guard let value = table[key] else { return nil }
    // A parameter of another kind is written out; a number without quotes is not a text.
    guard value.string != nil, let scalar = try scalar(value, key) else {
      throw error(key, wrong(value, "a text in quotes"))
    }
    return scalar.text
  }

  /// The texts, numbers and flags of the table, by their keys.
  package func scalars() throws(TOMLFileError) -> [String: TOMLScalar] {
    var result: [String: TOMLScalar] = [:]
    for key in table.keys { result[key] = try scalar(key) }
    return result
  }

  /// A text, number or flag.
  package func scalar(_ key: String) throws(TOMLFileError) -> TOMLScalar? {
    guard let value = table[key] else { return nil }
    guard let scalar = try scalar(value, key) else {
      throw error(key, wrong(value, "a text, a number, or true or false"))
    }
    return scalar
  }

  /// A value without parts, with what its parameters stand for; nil for a list, a table or a date.
  private func scalar(
    _ value: any TOMLValueConvertible, _ key: String
  ) throws(TOMLFileError) -> TOMLScalar? {
    guard let text = value.string else {
      return value.bool.map { .flag($0) } ?? value.int.map { .whole($0) } ?? value.double.map { .number($0) }
    }
    guard let parameters else { return .text(text) }
    do throws(TOMLParameters.Flaw) { return try parameters.fill(text) } catch {
      throw self.error(key, error.problem)
    }
  }

  package func requiredText(_ key: String) throws(TOMLFileError) -> String {
    guard let text = try text(key) else { throw error(key, "it is missing. Write \(key) = \"…\".") }
    guard !text.isEmpty else { throw error(key, "it is empty. Write \(key) = \"…\".") }
    return text
  }

  /// A text that says something, where it is there at all.
  package func filledText(_ key: String) throws(TOMLFileError) -> String? {
    guard let text = try text(key) else { return nil }
    guard !text.isEmpty else { throw error(key, "it is empty. Write what is meant, or leave \(key) out.") }
    return text
  }

  /// A list of texts, each of which says something.
  package func filledTexts(_ key: String) throws(TOMLFileError) -> [String]? {
    guard let texts = try texts(key) else { return nil }
    guard texts.allSatisfy({ !$0.isEmpty }) else {
      throw error(key, "one of its texts is empty, which is found everywhere. Leave that one out.")
    }
    return texts
  }

  package func flag(_ key: String) throws(TOMLFileError) -> Bool? {
    guard let value = table[key] else { return nil }
    guard case .flag(let flag)? = try scalar(value, key) else {
      throw error(key, wrong(value, "true or false without quotes"))
    }
    return flag
  }

  /// A number of seconds, whole or not; without another bound at most a month.
  package func seconds(
    _ key: String, atLeast least: Int, atMost most: Int = 31 * 86_400
  ) throws(TOMLFileError) -> Double? {
    guard let value = table[key] else { return nil }
    guard let scalar = try scalar(value, key), let number = scalar.asNumber else {
      throw error(key, wrong(value, "a number of seconds"))
    }
    guard number >= Double(least), number <= Double(most) else {
      throw error(key, "it is \(scalar.text), but a number from \(least) to \(most) is expected.")
    }
    return number
  }

  /// A whole number within bounds.
  package func whole(_ key: String, _ bounds: ClosedRange<Int>) throws(TOMLFileError) -> Int? {
    guard let value = table[key] else { return nil }
    guard case .whole(let number)? = try scalar(value, key) else {
      throw error(key, wrong(value, "a whole number"))
    }
    guard bounds.contains(number) else {
      throw error(
        key,
        "it is \(number), but a whole number from \(bounds.lowerBound) to \(bounds.upperBound) is expected.")
    }
    return number
  }

  /// A list of whole numbers within bounds.
  package func wholes(_ key: String, _ bounds: ClosedRange<Int>) throws(TOMLFileError) -> [Int]? {
    guard let value = table[key] else { return nil }
    guard let array = value.array else { throw error(key, wrong(value, "a list of whole numbers")) }
    return try array.map { element throws(TOMLFileError) in
      guard case .whole(let number)? = try scalar(element, key) else {
        throw error(key, wrong(element: element, "a list of whole numbers"))
      }
      guard bounds.contains(number) else {
        throw error(
          key,
          "it has \(number), but whole numbers from \(bounds.lowerBound) to \(bounds.upperBound) are wanted.")
      }
      return number
    }
  }

  /// One of the values of an enumeration.
  package func choice<Choice: RawRepresentable & CaseIterable>(
    _ key: String, of type: Choice.Type
  ) throws(TOMLFileError) -> Choice? where Choice.RawValue == String {
    try choice(key, among: Choice.allCases.map(\.rawValue)).flatMap(Choice.init)
  }

  /// One of some texts.
  package func choice(_ key: String, among known: [String]) throws(TOMLFileError) -> String? {
    guard let text = try text(key) else { return nil }
    guard known.contains(text) else { throw unknown(text, of: key, among: known) }
    return text
  }

  /// The error about a text of a key that is none of the known ones.
  package func unknown(_ text: String, of key: String, among known: [String]) -> TOMLFileError {
    let hint = NearestName.hint(text, among: known)
    return error(
      key, "“\(Self.shown(text))” is unknown. Known are: \(known.joined(separator: ", ")).\(hint)")
  }

  package func texts(_ key: String) throws(TOMLFileError) -> [String]? {
    guard let value = table[key] else { return nil }
    guard let array = value.array else { throw error(key, wrong(value, "a list of texts, such as [\"…\"]")) }
    return try array.map { element throws(TOMLFileError) in
      guard element.string != nil, let scalar = try scalar(element, key) else {
        throw error(key, wrong(element: element, "a list of texts"))
      }
      return scalar.text
    }
  }

  package func pairs(_ key: String) throws(TOMLFileError) -> [String: String] {
    guard let fields = try inner(key) else { return [:] }
    var result: [String: String] = [:]
    for name in fields.table.keys { result[name] = try fields.text(name) }
    return result
  }

  package func isTable(_ key: String) -> Bool { table[key]?.table != nil }

  /// The table under a key.
  package func inner(_ key: String) throws(TOMLFileError) -> TOMLFields? {
    guard let value = table[key] else { return nil }
    guard let inner = value.table else { throw error(key, wrong(value, "a table, [\(header(of: key))]")) }
    return inside(inner, key, place: place == "the file" ? "[\(Self.shown(key))]" : place(ofKey: key))
  }

  private func inside(_ table: TOMLTable, _ key: String, place: String) -> TOMLFields {
    TOMLFields(
      file: file, place: place, table: table, path: TOMLPositions.join(path, key), positions: positions,
      parameters: parameters)
  }

  /// The tables of a list of tables, numbered from 1.
  package func list(_ key: String) throws(TOMLFileError) -> [TOMLFields] {
    guard let value = table[key] else { return [] }
    let expected = "a list of tables, [[\(header(of: key))]]"
    guard let array = value.array else { throw error(key, wrong(value, expected)) }
    return try array.enumerated().map { index, element throws(TOMLFileError) in
      guard let inner = element.table else { throw error(key, wrong(element: element, expected)) }
      return inside(inner, "\(key)#\(index)", place: "[[\(Self.shown(key))]] \(index + 1)")
    }
  }

  /// What stands in the brackets over a table under a key, without the numbers of the tables around it.
  private func header(of key: String) -> String {
    Self.shown(TOMLPositions.join(path, key).replacing(/#[0-9]+/, with: ""))
  }

  private func wrong(_ value: any TOMLValueConvertible, _ wanted: String) -> String {
    "it must be \(wanted), not \(Self.name(of: value.type))."
  }

  /// What is wrong with a list that holds such an element.
  private func wrong(element: any TOMLValueConvertible, _ wanted: String) -> String {
    "it must be \(wanted) only, but it holds \(Self.name(of: element.type))."
  }

  private static func name(of type: TOMLType) -> String {
    switch type {
    case .int: "a whole number"
    case .double: "a number"
    case .bool: "true or false"
    case .string: "a text"
    case .array: "a list"
    case .table: "a table"
    case .date, .time, .dateTime: "a date or time without quotes"
    }
  }
}
