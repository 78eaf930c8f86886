import InboxModel

/// Takes an association file apart, leniently: one odd entry must not hide the others.
struct AssociationReader {
  /// More remarks than these are of no use.
  private static let mostRemarks = 50
  private static let knownKeys: Set<String> = [
    "/", "?", "#", "exclude", "comment", "caseSensitive", "percentEncoded",
  ]

  /// What was not understood.
  private(set) var remarks: [String] = []

  private static let servicesKnown: Set<String> = [
    "applinks", "webcredentials", "activitycontinuation", "appclips",
  ]
  private static let linksKnown: Set<String> = ["apps", "details", "defaults", "substitutionVariables"]
  private static let detailsKnown: Set<String> = ["appID", "appIDs", "paths", "components", "defaults"]

  private let file: JSONValue
  private let links: JSONValue
  private var variables = AssociationVariables(custom: [:])

  init(_ file: JSONValue) {
    self.file = file
    links = file["applinks"] ?? .null
  }

  /// The entries of `applinks.details` in order; those of an object in the order of their names, since JSON
  /// gives its members none.
  mutating func read() -> [AssociationDetails] {
    remarkUnknown(file, known: Self.servicesKnown, at: "")
    remarkUnknown(links, known: Self.linksKnown, at: "applinks.")
    guard case .object = links else {
      remark("applinks", links == .null ? "is missing" : "is \(links.kindName), not an object")
      return []
    }
    variables = AssociationVariables(custom: customVariables())
    let defaults = settings(links["defaults"], at: "applinks.defaults")
    switch links["details"] {
    case .array(let entries):
      return entries.enumerated().compactMap { index, entry in
        let label = entries.count > 1 ? "details[\(index)]." : ""
        return details(
          entry, key: nil, defaults: defaults, label: label, place: "applinks.details[\(index)]")
      }
    case .object(let entries):
      return entries.sorted { $0.key < $1.key }.compactMap { key, entry in
        details(entry, key: key, defaults: defaults, label: "", place: "applinks.details.\(key)")
      }
    case let other:
      remark("applinks.details", other.map { "is \($0.kindName), not a list" } ?? "is missing")
      return []
    }
  }

  // MARK: - Entries

  private mutating func details(
    _ entry: JSONValue, key: String?, defaults: [String: JSONValue], label: String, place: String
  ) -> AssociationDetails? {
    guard case .object(let members) = entry else {
      remark(place, "is \(entry.kindName), not an object")
      return nil
    }
    remarkUnknown(entry, known: Self.detailsKnown, at: place + ".")
    var appIDs: [String] = key.map { [$0] } ?? []
    if let single = members["appID"] { appIDs += texts(.array([single]), at: "\(place).appID") }
    if let several = members["appIDs"] { appIDs += texts(several, at: "\(place).appIDs") }
    if appIDs.isEmpty { remark(place, "lists no app") }
    let own = settings(members["defaults"], at: "\(place).defaults")
    let inherited = defaults.merging(own) { _, own in own }
    var rules: [AssociationRule] = []
    if let components = members["components"] {
      // iOS 13 and later ignore paths where there are components (WWDC19, session 717).
      if members["paths"] != nil { remark("\(place).paths", "does not count beside components") }
      rules = self.components(components, inherited, label: label, place: "\(place).components")
    } else if let paths = members["paths"] {
      rules = self.paths(paths, inherited, label: label, place: "\(place).paths")
    }
    if rules.isEmpty { remark(place, "has no rules") }
    return AssociationDetails(appIDs: appIDs, rules: rules)
  }

  private mutating func components(
    _ value: JSONValue, _ inherited: [String: JSONValue], label: String, place: String
  ) -> [AssociationRule] {
    elements(of: value, at: place).enumerated().compactMap { index, element in
      let place = "\(place)[\(index)]"
      guard case .object = element else {
        remark(place, "is \(element.kindName), not an object")
        return nil
      }
      let own = settings(element, at: place)
      return rule(
        inherited.merging(own) { _, own in own },
        label: "\(label)components[\(index)] \(Self.short(element.serialized))", place: place)
    }
  }

  /// The old form, which compares only the path and in which `NOT ` keeps a path from the app.
  ///
  /// Of the defaults only the way of comparing applies.
  private mutating func paths(
    _ value: JSONValue, _ inherited: [String: JSONValue], label: String, place: String
  ) -> [AssociationRule] {
    elements(of: value, at: place).enumerated().compactMap { index, element in
      let place = "\(place)[\(index)]"
      guard let text = element.text else {
        remark(place, "is \(element.kindName), not a text")
        return nil
      }
      var members = inherited.filter { $0.key == "caseSensitive" || $0.key == "percentEncoded" }
      let excludes = text.hasPrefix("NOT ")
      members["exclude"] = .bool(excludes)
      members["/"] = .string(excludes ? String(text.dropFirst(4).drop { $0 == " " }) : text)
      return rule(
        members, label: "\(label)paths[\(index)] \(Self.short(element.serialized))", place: place)
    }
  }

  // MARK: - Rules

  /// A rule of members that ``settings(_:at:)`` has let through.
  private mutating func rule(_ members: [String: JSONValue], label: String, place: String) -> AssociationRule
  {
    let form = AssociationText.Form(
      foldsCase: members["caseSensitive"] == .bool(false), decodes: members["percentEncoded"] == .bool(false))
    let path = members["/"]?.text.map {
      AssociationPathPattern($0, foldsCase: form.foldsCase, variables: &variables)
    }
    let fragment = members["#"]?.text.map {
      AssociationPattern($0, foldsCase: form.foldsCase, variables: &variables)
    }
    let query = self.query(members["?"], form: form, place: place)
    for case let problem? in [path?.problem, fragment?.problem] {
      remark(place, "can never match: \(problem)")
    }
    return AssociationRule(
      label: label, excludes: members["exclude"] == .bool(true), form: form, path: path, query: query,
      fragment: fragment)
  }

  private mutating func query(
    _ value: JSONValue?, form: AssociationText.Form, place: String
  ) -> AssociationRule.Query? {
    let result: AssociationRule.Query
    let patterns: [AssociationPattern]
    switch value {
    case .string(let text):
      patterns = [AssociationPattern(text, foldsCase: form.foldsCase, variables: &variables)]
      result = .whole(patterns[0])
    case .object(let members):
      var items: [AssociationRule.Item] = []
      for (name, pattern) in members.sorted(by: { $0.key < $1.key }) {
        let scalars = name.unicodeScalars.map { AssociationText.fold($0, if: form.foldsCase) }
        let value = AssociationPattern(pattern.text ?? "*", foldsCase: form.foldsCase, variables: &variables)
        items.append(.init(name: scalars, value: value))
      }
      patterns = items.map(\.value)
      result = .items(items)
    default: return nil
    }
    if let problem = patterns.lazy.compactMap(\.problem).first {
      remark(place, "can never match: \(problem)")
    }
    return result
  }

  // MARK: - Members

  /// The members of a component or of `defaults` that are known and of the right kind. (Measured: `defaults`
  /// may hold patterns and `exclude` too, and components inherit them.)
  private mutating func settings(_ value: JSONValue?, at place: String) -> [String: JSONValue] {
    guard let value else { return [:] }
    guard case .object(let members) = value else {
      remark(place, "is \(value.kindName), not an object")
      return [:]
    }
    var result: [String: JSONValue] = [:]
    for (name, member) in members.sorted(by: { $0.key < $1.key }) {
      switch (name, member) {
      case ("/", .string), ("#", .string), ("?", .string), ("exclude", .bool), ("caseSensitive", .bool),
        ("percentEncoded", .bool):
        result[name] = member
      case ("?", .object(let items)):
        // Measured: one value that is not text voids all of them.
        if let odd = items.first(where: { $0.value.text == nil }) {
          remark("\(place).?", "is ignored as a whole: \(odd.key) is \(odd.value.kindName), not a text")
        } else {
          result[name] = member
        }
      case ("comment", _): break
      default:
        let isKnown = Self.knownKeys.contains(name)
        remark("\(place).\(name)", isKnown ? "is \(member.kindName)" : "is not a key that Apple knows")
      }
    }
    return result
  }

  private mutating func customVariables() -> [String: [String]] {
    let place = "applinks.substitutionVariables"
    guard let value = links["substitutionVariables"] else { return [:] }
    guard case .object(let members) = value else {
      remark(place, "is \(value.kindName), not an object")
      return [:]
    }
    var result: [String: [String]] = [:]
    for (name, values) in members.sorted(by: { $0.key < $1.key }) {
      if name.contains(where: { "$()".contains($0) }) {
        remark("\(place).\(name)", "cannot be used: a name holds no $, ( or )")
        continue
      }
      let words = texts(values, at: "\(place).\(name)")
      // A value that refers to a variable cannot be used.
      result[name] = words.filter { !$0.utf8.contains("$(".utf8) }
      if words.count != result[name]?.count {
        remark("\(place).\(name)", "has a value with a variable in it; Apple allows none")
      }
    }
    return result
  }

  private mutating func elements(of value: JSONValue, at place: String) -> [JSONValue] {
    if value.elements == nil { remark(place, "is \(value.kindName), not a list") }
    return value.elements ?? []
  }

  private mutating func texts(_ value: JSONValue, at place: String) -> [String] {
    let elements = elements(of: value, at: place)
    for element in elements where element.text == nil {
      remark(place, "holds \(element.kindName), not a text")
    }
    return elements.compactMap(\.text)
  }

  private mutating func remarkUnknown(_ value: JSONValue, known: Set<String>, at place: String) {
    guard case .object(let members) = value else { return }
    for name in members.keys.sorted() where !known.contains(name) {
      remark("\(place)\(name)", "is not a key that Apple knows")
    }
  }

  private mutating func remark(_ place: String, _ sentence: String) {
    guard remarks.count < Self.mostRemarks else { return }
    remarks.append("\(Self.short(place)) \(sentence)")
  }

  private static func short(_ text: String) -> String {
    text.count <= 120 ? text : text.prefix(119) + "…"
  }
}
