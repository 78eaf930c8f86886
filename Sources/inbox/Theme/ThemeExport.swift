import InboxTUI

/// A theme as a whole file: every role named, nothing inherited and nothing derived.
nonisolated enum ThemeExport {
  /// The file's text; read again it gives the same theme at 24 bits and without colours.
  static func text(_ definition: ThemeDefinition) -> String {
    let theme = definition.theme(at: .truecolor)
    let mono = definition.theme(at: .mono)
    var lines = [
      "schema = 1", "name = \(quoted(definition.title))", "variant = \"\(definition.variant.rawValue)\"",
    ]
    if definition.depth != .truecolor { lines.append("depth = \"\(definition.depth.rawValue)\"") }
    if let author = definition.author { lines.append("author = \(quoted(author))") }
    lines += [
      "", "[base]", "background = \(word(theme.page.background))",
      "foreground = \(word(theme.page.foreground))",
    ]
    for table in ThemeRole.Table.allCases {
      lines += ["", "[\(table.rawValue)]"]
      for role in ThemeRole.allCases where role.table == table {
        lines.append("\(role.rawValue) = \(look(theme(role), mono(role)))")
      }
    }
    lines += [
      "", "[glyphs]", "unread = \(quoted(definition.glyphs.unread))",
      "border = \"\(definition.glyphs.border.rawValue)\"",
    ]
    if let brand = definition.brand {
      lines += ["", "[brand]", "name = \(quoted(brand.name))", "line = \(quoted(brand.line))"]
      if !brand.logo.isEmpty { lines.append("logo = [\(brand.logo.map(quoted).joined(separator: ", "))]") }
    }
    return lines.joined(separator: "\n")
  }

  private static func look(_ style: Style, _ mono: Style) -> String {
    var parts: [String] = []
    if style.foreground != .standard { parts.append("fg = \(word(style.foreground))") }
    if style.background != .standard { parts.append("bg = \(word(style.background))") }
    if !style.attributes.isEmpty { parts.append("attrs = \(list(style.attributes))") }
    parts.append("mono = \(list(mono.attributes))")
    return "{ \(parts.joined(separator: ", ")) }"
  }

  private static func list(_ attributes: Attributes) -> String {
    "[\(attributes.words.map { "\"\($0)\"" }.joined(separator: ", "))]"
  }

  private static func word(_ color: Color) -> String {
    switch color {
    case .standard: "\"default\""
    case .palette(let index): String(index)
    case .rgb: "\"\(color)\""
    }
  }

  static func quoted(_ text: String) -> String {
    let escaped = text.unicodeScalars.map { scalar in
      switch scalar {
      case "\"", "\\": "\\\(scalar)"
      case _ where scalar.value < 0x20 || scalar.value == 0x7F:
        "\\u00" + (scalar.value < 16 ? "0" : "") + String(scalar.value, radix: 16)
      default: String(scalar)
      }
    }
    return "\"" + escaped.joined() + "\""
  }
}
