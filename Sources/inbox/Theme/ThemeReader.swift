import InboxTOML
import InboxTUI

/// Reads a theme file as far as it is valid: mistakes are reported, and the rest applies.
nonisolated struct ThemeReader {
  /// The content of the file, over what it inherits.
  private(set) var definition: ThemeDefinition
  /// What is wrong, each with file, line and column.
  private(set) var flaws: [String] = []

  private static let keys =
    [
      "schema", "name", "variant", "inherits", "author", "depth", "palette", "palette-256", "palette-16",
      "base",
    ]
    + ThemeRole.Table.allCases.map(\.rawValue) + ["glyphs", "brand"]

  /// - Parameter parent: The inherited definition, under the name of the file.
  init(_ fields: TOMLFields, over parent: ThemeDefinition) {
    definition = parent
    known(fields, Self.keys)
    facts(fields)
    palettes(fields)
    base(fields)
    for table in ThemeRole.Table.allCases { roles(fields, table) }
    glyphs(fields)
    brand(fields)
  }

  // MARK: - Flaws

  private mutating func addFlaw(_ fields: TOMLFields, _ key: String?, _ problem: String) {
    flaws.append(fields.error(key, problem).description)
  }

  /// A value, or nil and a recorded flaw where it has another type.
  private mutating func take<Value>(_ read: @autoclosure () throws(TOMLFileError) -> Value?) -> Value? {
    do throws(TOMLFileError) { return try read() } catch {
      flaws.append(error.description)
      return nil
    }
  }

  private mutating func known(_ fields: TOMLFields, _ names: [String]) {
    for key in fields.keys.sorted() where !names.contains(key) {
      flaws.append(fields.unknownKey(key, among: names).description)
    }
  }

  // MARK: - Tables

  private mutating func facts(_ fields: TOMLFields) {
    if let schema = take(try fields.whole("schema", 1...99)), schema != 1 {
      addFlaw(
        fields, "schema", "it is \(schema), and this program knows 1. The keys that it knows apply.")
    }
    if let title = take(try fields.filledText("name")) { definition.title = title }
    if let variant = take(try fields.choice("variant", of: ThemeDefinition.Variant.self)) {
      definition.variant = variant
    }
    if let depth = take(try fields.choice("depth", of: ColorDepth.self)) { definition.depth = depth }
    if let author = take(try fields.text("author")) { definition.author = author }
  }

  private mutating func palettes(_ fields: TOMLFields) {
    if let table = take(try fields.inner("palette")) {
      for key in table.keys.sorted() {
        if case .fixed(let color)? = hue(table, key, names: []) { definition.palette[key] = color }
      }
    }
    let seeds = ThemeDefinition.Seed.allCases.map(\.rawValue)
    let names = definition.palette.keys.sorted() + seeds.filter { definition.palette[$0] == nil }
    for (key, depth) in [("palette-256", ColorDepth.palette256), ("palette-16", .palette16)] {
      guard let table = take(try fields.inner(key)) else { continue }
      known(table, names)
      for name in table.keys where names.contains(name) {
        guard case .fixed(let color)? = hue(table, name, names: []) else { continue }
        if depth == .palette16, case .palette(16...) = color {
          addFlaw(
            table, name,
            "it is none of the sixteen. Write a number from 0 to 15, or a name such as \"bright-red\".")
        } else if case .rgb = color {
          addFlaw(table, name, "it is a colour of 24 bits. Write its number in the palette.")
        } else {
          definition.overrides[depth, default: [:]][name] = color
        }
      }
    }
  }

  private mutating func base(_ fields: TOMLFields) {
    guard let table = take(try fields.inner("base")) else { return }
    known(table, ThemeDefinition.Seed.allCases.map(\.rawValue))
    let names = definition.palette.keys.sorted()
    for seed in ThemeDefinition.Seed.allCases {
      if let hue = hue(table, seed.rawValue, names: names) { definition.base[seed] = hue }
    }
  }

  private mutating func roles(_ fields: TOMLFields, _ name: ThemeRole.Table) {
    guard let table = take(try fields.inner(name.rawValue)) else { return }
    let known = ThemeRole.allCases.filter { $0.table == name }.map(\.rawValue)
    for key in table.keys.sorted() {
      guard let role = ThemeRole(rawValue: key) else {
        let near = NearestName.of(key, among: known).map { "Did you mean “\($0)”?" }
        addFlaw(table, key, "the role is unknown. \(near ?? "Known are: \(known.joined(separator: ", ")).")")
        continue
      }
      guard role.table == name else {
        addFlaw(table, key, "it is in the wrong table. Write it below [\(role.table.rawValue)].")
        continue
      }
      if let entry = entry(table, key, role) { definition.roles[role] = entry }
    }
  }

  private mutating func glyphs(_ fields: TOMLFields) {
    guard let table = take(try fields.inner("glyphs")) else { return }
    known(table, ["unread", "border"])
    if let unread = take(try table.text("unread")) {
      if DisplayText.width(of: unread) == 1, unread.count == 1, unread != " " {
        definition.glyphs.unread = unread
      } else {
        addFlaw(table, "unread", "“\(unread)” does not take one column. Write one character, such as \"●\".")
      }
    }
    if let border = take(try table.choice("border", of: ThemeGlyphs.Border.self)) {
      definition.glyphs.border = border
    }
  }

  private mutating func brand(_ fields: TOMLFields) {
    guard let table = take(try fields.inner("brand")) else { return }
    known(table, ["name", "line", "logo"])
    guard let name = take(try table.requiredText("name")) else { return }
    var brand = ThemeBrand(name: name)
    if let line = take(try table.filledText("line")) { brand.line = line }
    if DisplayText.width(of: brand.line) > ThemeBrand.longestLine {
      addFlaw(
        table, "line",
        "it takes \(DisplayText.width(of: brand.line)) columns, and \(ThemeBrand.longestLine) is the most. Shorten it."
      )
      brand.line = DisplayText.clip(brand.line, to: ThemeBrand.longestLine)
    }
    let most = ThemeBrand.largestLogo
    if let logo = take(try table.texts("logo")) {
      brand.logo = Array(logo.prefix(most.rows))
      if logo.count > most.rows {
        addFlaw(
          table, "logo", "it has \(logo.count) lines, and \(most.rows) are the most. The rest is not shown.")
      }
      if let wide = brand.logo.first(where: { DisplayText.width(of: $0) > most.columns }) {
        addFlaw(
          table, "logo",
          "a line takes \(DisplayText.width(of: wide)) columns, and \(most.columns) is the most. The rest is not shown."
        )
        brand.logo = brand.logo.map { DisplayText.clip($0, to: most.columns, ellipsis: false) }
      }
    }
    definition.brand = brand
  }

  // MARK: - Roles

  private mutating func entry(
    _ table: TOMLFields, _ key: String, _ role: ThemeRole
  ) -> ThemeDefinition.Entry? {
    if table.isTable(key), let fields = take(try table.inner(key)) { return .style(style(fields)) }
    if let text = try? table.text(key), text.hasPrefix("@") {
      return link(table, key, String(text.dropFirst()), from: role)
    }
    return hue(table, key, names: names).map { .style(.init($0)) }
  }

  private mutating func link(
    _ table: TOMLFields, _ key: String, _ name: String, from role: ThemeRole
  ) -> ThemeDefinition.Entry? {
    guard let other = ThemeRole(rawValue: name) else {
      let near = NearestName.of(name, among: ThemeRole.allCases.map(\.rawValue))
      addFlaw(table, key, "“@\(name)” is not a role.\(near.map { " Did you mean “@\($0)”?" } ?? "")")
      return nil
    }
    var chain = [role, other]
    while case .same(let next)? = definition.roles[chain[chain.count - 1]], chain.count < 40 {
      chain.append(next)
      if next == role { break }
    }
    guard other != role, chain.dropFirst().allSatisfy({ $0 != role }) else {
      let names = chain.map { "@\($0.rawValue)" }.joined(separator: " → ")
      addFlaw(table, key, "it ends at itself: \(names). Give one of them a colour.")
      return nil
    }
    return .same(other)
  }

  private mutating func style(_ fields: TOMLFields) -> ThemeDefinition.RoleStyle {
    known(fields, ["fg", "bg", "attrs", "mono"])
    var style = ThemeDefinition.RoleStyle(
      hue(fields, "fg", names: names), on: hue(fields, "bg", names: names))
    style.attributes = attributes(fields, "attrs") ?? []
    style.mono = attributes(fields, "mono")
    return style
  }

  private mutating func attributes(_ fields: TOMLFields, _ key: String) -> Attributes? {
    guard let words = take(try fields.texts(key)) else { return nil }
    var attributes: Attributes = []
    for word in words {
      guard let known = Attributes.names.first(where: { $0.name == word }) else {
        let unknown = fields.unknown(word, of: key, among: Attributes.names.map(\.name))
        flaws.append(unknown.description)
        continue
      }
      attributes.insert(known.attribute)
    }
    return attributes
  }

  // MARK: - Colours

  /// The names that a role's colour may have.
  private var names: [String] {
    definition.palette.keys.sorted() + ThemeDefinition.Seed.allCases.map(\.rawValue)
  }

  private static let ansi = ["black", "red", "green", "yellow", "blue", "magenta", "cyan", "white"]

  /// A colour; nil where there is none, also with a recorded flaw where it is invalid.
  private mutating func hue(_ fields: TOMLFields, _ key: String, names: [String]) -> ThemeDefinition.Hue? {
    guard fields.keys.contains(key) else { return nil }
    guard let text = try? fields.text(key) else {
      guard let number = take(try fields.whole(key, 0...255)) else { return nil }
      return .fixed(.palette(UInt8(number)))
    }
    if names.contains(text) { return .named(text) }
    if text == "default" { return .fixed(.standard) }
    let isBright = text.hasPrefix("bright-")
    if let index = Self.ansi.firstIndex(of: isBright ? String(text.dropFirst(7)) : text) {
      return .fixed(.palette(UInt8(index + (isBright ? 8 : 0))))
    }
    if text != "standard", let color = Color(text) { return .fixed(color) }
    let near = NearestName.of(text, among: names + Self.ansi + Self.ansi.map { "bright-" + $0 } + ["default"])
    addFlaw(
      fields, key,
      "“\(text)” is not a colour. "
        + (near.map { "Did you mean “\($0)”?" }
          ?? "Write \"#rrggbb\", a number from 0 to 255, a name such as \"bright-red\", or \"default\"."))
    return nil
  }
}
