import Foundation
import InboxTOML
import InboxTUI

/// The available theme files: the person's own, then those that come with the program.
nonisolated struct ThemeLibrary: Sendable {
  struct File: Hashable, Sendable {
    /// The name without its extension, or the full path of a file elsewhere.
    var name: String
    var path: String
    var isOwn: Bool
    /// What messages call it: a path as it was given, else the name of the file.
    var shown: String
  }

  struct Theme: Sendable {
    var definition: ThemeDefinition
    /// What is wrong with it and with the themes it inherits from, as sentences.
    var flaws: [String]
    /// The files that it was read from, and one of them that could not be read; none for the built-in one.
    var files: [File]

    /// What is wrong, as one line for the person; nil where nothing is.
    var notice: String? {
      guard let first = flaws.first else { return nil }
      let more = flaws.count > 1 ? " (and \(flaws.count - 1) more: ‘inbox theme check’)" : ""
      return first + more
    }
  }

  /// The name of the default theme.
  static let standard = "terminal"

  private let folders: [(path: String, isOwn: Bool)]

  init(own: String = StateFolder.themes, shipped: String? = Self.shipped) {
    folders = [(own, true)] + (shipped.map { [($0, false)] } ?? [])
  }

  /// The folder of the themes that come with the program; nil when it is missing beside it.
  static var shipped: String? { ShippedFolder.path("Themes") }

  /// Every theme; one of the person's own replaces a shipped one of the same name.
  var files: [File] {
    var files: [File] = []
    for folder in folders {
      // The files that editors leave beside a file begin with a dot.
      for name in Self.names(folder.path).sorted() where name.hasSuffix(".toml") && !name.hasPrefix(".") {
        let stem = String(name.dropLast(5))
        guard !files.contains(where: { $0.name == stem }) else { continue }
        files.append(File(name: stem, path: folder.path + "/" + name, isOwn: folder.isOwn, shown: name))
      }
    }
    return files.sorted { $0.name < $1.name }
  }

  /// The themes in a folder; empty for a missing one.
  private static func names(_ folder: String) -> [String] {
    do { return try FileManager.default.contentsOfDirectory(atPath: folder) } catch { return [] }
  }

  static func isPath(_ request: String) -> Bool {
    request.contains("/") || request.hasSuffix(".toml")
  }

  /// The file of a theme.
  ///
  /// - Parameter request: A name, or a path: whatever contains a slash or ends in `.toml`.
  ///
  /// - Throws: ``Exit`` with a sentence where there is none.
  func file(_ request: String) throws(Exit) -> File {
    if Self.isPath(request) {
      let path = URL(fileURLWithPath: request).standardizedFileURL.path
      return File(name: path, path: path, isOwn: true, shown: request)
    }
    let files = files
    if let file = files.first(where: { $0.name == request }) { return file }
    let names = files.isEmpty ? [Self.standard] : files.map(\.name)
    throw Exit.usage("There is no theme “\(request)”.\(NearestName.hintOrList(request, among: names))")
  }

  /// Reads a theme.
  ///
  /// - Throws: ``Exit`` where there is none, ``TOMLFileError`` where it is not TOML.
  func read(_ request: String) throws -> Theme {
    // By default nothing is read before the first frame.
    if request == Self.standard, !FileManager.default.fileExists(atPath: folders[0].path + "/\(request).toml")
    {
      return Theme(definition: ThemeDefinition(), flaws: [], files: [])
    }
    return try read(file(request))
  }

  /// Reads a theme file, and before it the one that it inherits from.
  ///
  /// - Parameter above: The files that inherit from it.
  func read(_ file: File, above: [File] = []) throws -> Theme {
    let fields = try TOMLFields.parse(text(file), file: file.shown)
    var flaws: [String] = []
    var files = [file]
    var parent = ThemeDefinition()
    do throws(TOMLFileError) {
      if let request = try fields.filledText("inherits") {
        do {
          let next = try ancestor(request, of: file, above: above + [file])
          files.append(next)
          let below = try read(next, above: above + [file])
          parent = below.definition
          flaws += below.flaws
          files += below.files.dropFirst()
        } catch let error as Exit {
          flaws.append(fields.error("inherits", error.sentence).description)
        } catch {
          flaws.append(fields.error("inherits", "it cannot be read: \(error)").description)
        }
      }
    } catch {
      flaws.append(error.description)
    }
    parent.name = file.name
    parent.title = (file.name as NSString).lastPathComponent
    let reader = ThemeReader(fields, over: parent)
    return Theme(definition: reader.definition, flaws: flaws + reader.flaws, files: files)
  }

  /// The file that a file inherits from: under its own name, the shipped one.
  private func ancestor(_ request: String, of file: File, above: [File]) throws(Exit) -> File {
    // A path is relative to the file that contains it, wherever the program runs.
    let beside = URL(fileURLWithPath: file.path).deletingLastPathComponent()
    var next = try self.file(
      Self.isPath(request) ? URL(fileURLWithPath: request, relativeTo: beside).path : request)
    next.shown = (next.path as NSString).lastPathComponent
    if next.path == file.path {
      let below = folders.drop { $0.path + "/\(request).toml" != file.path }.dropFirst()
      guard
        let folder = below.first(where: {
          FileManager.default.fileExists(atPath: $0.path + "/\(request).toml")
        })
      else { throw Exit.usage("a theme cannot inherit itself. Name another.") }
      (next.path, next.isOwn) = (folder.path + "/\(request).toml", folder.isOwn)
    }
    guard !above.contains(where: { $0.path == next.path }) else {
      let chain = (above + [next]).map(\.name).joined(separator: " → ")
      throw Exit.usage("it ends at itself: \(chain). Take one of them out.")
    }
    return next
  }

  /// The most bytes of a theme file.
  private static let largest = 256 * 1024

  /// The text of a file, which must be a regular file: a pipe could keep the screen waiting.
  func text(_ file: File) throws(TOMLFileError) -> String {
    let name = file.shown
    let url = URL(fileURLWithPath: file.path).resolvingSymlinksInPath()
    let facts: URLResourceValues
    do { facts = try url.resourceValues(forKeys: [.isRegularFileKey, .fileSizeKey]) } catch {
      throw .unreadable(file: name, reason: "there is no such file")
    }
    guard facts.isRegularFile == true else {
      throw .unreadable(file: name, reason: "it is not a regular file")
    }
    guard let size = facts.fileSize, size <= Self.largest else {
      throw .unreadable(file: name, reason: "it is larger than 256 KiB, which no theme needs")
    }
    guard let data = FileManager.default.contents(atPath: file.path) else {
      throw .unreadable(file: name, reason: TextFile.flaw(of: file.path) ?? "it is not readable")
    }
    return try FileText.read(data, of: name)
  }
}

/// A theme as a whole file: every role is named, nothing is inherited or derived.
nonisolated enum ThemeExport {
  /// The text of the file; when read again it gives the same theme at 24 bits and without colours.
  static func text(_ definition: ThemeDefinition) -> String {
    let theme = definition.theme(at: .truecolor)
    let mono = definition.theme(at: .mono)
    var lines = [
      "schema = 1", "name = \(TOMLText.quoted(definition.title))",
      "variant = \"\(definition.variant.rawValue)\"",
    ]
    if definition.depth != .truecolor { lines.append("depth = \"\(definition.depth.rawValue)\"") }
    if let author = definition.author { lines.append("author = \(TOMLText.quoted(author))") }
    lines += [
      "", "[base]", "background = \(word(theme.page.background))",
      "foreground = \(word(theme.page.foreground))",
    ]
    for table in ThemeRole.Table.allCases {
      lines += ["", "[\(table.rawValue)]"]
      for role in ThemeRole.allCases where role.table == table {
        lines.append("\(role.rawValue) = \(style(theme(role), mono(role)))")
      }
    }
    lines += [
      "", "[glyphs]", "unread = \(TOMLText.quoted(definition.glyphs.unread))",
      "border = \"\(definition.glyphs.border.rawValue)\"",
    ]
    if let brand = definition.brand {
      lines += [
        "", "[brand]", "name = \(TOMLText.quoted(brand.name))", "line = \(TOMLText.quoted(brand.line))",
      ]
      if !brand.logo.isEmpty {
        lines.append("logo = [\(brand.logo.map(TOMLText.quoted).joined(separator: ", "))]")
      }
    }
    return lines.joined(separator: "\n")
  }

  private static func style(_ style: Style, _ mono: Style) -> String {
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
}
