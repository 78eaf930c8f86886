import Foundation
import InboxTOML

/// The theme of a start: the option, the environment, then the later of the person's choice and the configuration.
nonisolated struct ThemeSetting: Sendable {
  /// The theme's name or path, or two of them; nil by default.
  var request: ThemeRequest?
  /// What is wrong with the sources of the setting, as a sentence.
  var flaw: String?

  /// The file of the person's choice.
  static var file: String { StateFolder.root + "/theme.toml" }

  static func find(option: String?) -> ThemeSetting {
    if let option { return ThemeSetting(request: .one(option)) }
    if let environment { return ThemeSetting(request: .one(environment)) }
    let (configured, flaw) = configured()
    // A choice on the screen counts until the configuration differs from what it was then.
    if let chosen = chosen(), chosen.insteadOf == configured?.text {
      return ThemeSetting(request: .one(chosen.theme), flaw: flaw)
    }
    return ThemeSetting(request: configured, flaw: flaw)
  }

  /// `INBOX_THEME`, unless it is empty.
  static var environment: String? {
    Environment["INBOX_THEME"].flatMap { $0.isEmpty ? nil : $0 }
  }

  /// Stores a choice.
  ///
  /// - Returns: nil, or why it will not be the theme of the next start.
  static func remember(_ name: String) -> String? {
    var text =
      "# The theme that was chosen with T. The configuration's counts again when it is changed.\ntheme = \(TOMLText.quoted(name))\n"
    if let before = configured().request { text += "instead-of = \(TOMLText.quoted(before.text))\n" }
    do {
      try StateFolder.make(StateFolder.root)
      try Data(text.utf8).write(to: URL(fileURLWithPath: file), options: .atomic)
    } catch {
      return "The theme is changed until you quit: \(file) cannot be written."
    }
    guard let environment else { return nil }
    return "The theme is changed; at the next start INBOX_THEME counts, which says \(environment)."
  }

  /// The configured theme; other mistakes in the configuration are reported when a profile is opened.
  private static func configured() -> (request: ThemeRequest?, flaw: String?) {
    let configuration = FrontConfiguration.read()
    do throws(TOMLFileError) {
      guard let fields = configuration.fields, let request = try ThemeRequest.read(fields, place) else {
        return (nil, configuration.flaw)
      }
      return (request, nil)
    } catch {
      return (nil, error.description)
    }
  }

  /// Makes a path absolute, so that it means the same in every working directory.
  private static func place(_ theme: String) -> String {
    guard ThemeLibrary.isPath(theme), !theme.hasPrefix("/") else { return theme }
    return (StateFolder.configFile as NSString).deletingLastPathComponent + "/" + theme
  }

  /// The choice on the screen; a file that cannot be read counts as none.
  private static func chosen() -> (theme: String, insteadOf: String?)? {
    guard let data = FileManager.default.contents(atPath: file),
      let text = String(validating: data, as: UTF8.self)
    else { return nil }
    do throws(TOMLFileError) {
      let fields = try TOMLFields.parse(text, file: file)
      guard let theme = try fields.filledText("theme") else { return nil }
      return (theme, try fields.text("instead-of"))
    } catch {
      return nil
    }
  }
}
