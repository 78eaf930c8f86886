import CursesTerminal
import Foundation
import InboxTOML
import InboxTUI

/// A person's settings for the screen, besides the theme: keys, times, characters, mouse, pictures.
nonisolated struct FrontSettings: Sendable {
  var keys = KeyMap.standard
  var zone = DisplayZone.utc
  /// Whether only ASCII is to be on the screen.
  var isASCII = false
  /// Whether it is for a screen reader.
  var isAccessible = false
  /// Whether the program handles the mouse.
  var hasMouse = true
  /// Whether the panes get the row of the hint line.
  var hidesHints = false
  /// How the configuration wants pictures shown; nil leaves it to the terminal.
  var pictures: PictureForm?
  /// The same, but off for a screen reader, which would spell out half blocks and reads the text of a picture.
  var shownPictures: PictureForm? { pictures ?? (isAccessible ? .off : nil) }
  /// How many colours are to be used; nil leaves it to the terminal.
  var depth: ColorDepth?
  /// What is wrong with their source, as a sentence.
  var notice: String?

  /// Reads the configuration; options of the command line are taken into account.
  static func find(_ options: FrontOptions) -> FrontSettings {
    let configuration = FrontConfiguration.read()
    let reader = KeyMapReader(configuration)
    var settings = FrontSettings(keys: reader.map, notice: reader.notice)
    func take<Value>(_ read: @autoclosure () throws(TOMLFileError) -> Value?) -> Value? {
      do throws(TOMLFileError) { return try read() } catch {
        settings.notice = settings.notice ?? error.description
        return nil
      }
    }
    func flag(_ key: String) -> Bool? { take(try configuration.fields?.flag(key)) }
    let isUTC = flag("utc") ?? false || options.utc
    if !isUTC { settings.zone = LocalZone.read() }
    settings.isASCII = flag("ascii") ?? false || options.ascii
    settings.isAccessible = flag("accessible") ?? false || options.accessible
    settings.depth = options.depth
    settings.hasMouse = flag("mouse") ?? true && !options.noMouse
    settings.hidesHints = !(flag("hints") ?? true)
    settings.pictures = take(try configuration.fields?.choice("pictures", of: PictureForm.self))
    return settings
  }

  /// Applies the settings to the initial state of a screen.
  func apply(to state: inout AppState) {
    state.keys = keys
    state.zone = zone
    state.mouse.isOn = hasMouse
    state.panes.hidesHints = hidesHints
    if isASCII { state.profile.repertoire = .ascii }
    if isAccessible { state.beAccessible() }
    state.profile.pictures = shownPictures == .off ? .off : .ask
  }
}

/// The screen's part of `config.toml`: read on its own, as the demonstration needs no profile.
nonisolated struct FrontConfiguration {
  /// The content of the file; nil where there is none, or none that can be read.
  var fields: TOMLFields?
  /// Why it cannot be read, as a sentence; nil for a file that is not there.
  var flaw: String?

  /// Reads a file.
  ///
  /// - Parameter path: nil for the configuration.
  static func read(_ path: String? = nil) -> FrontConfiguration {
    let file = path ?? StateFolder.configFile
    guard let data = FileManager.default.contents(atPath: file) else {
      return FrontConfiguration(flaw: TextFile.flaw(of: file).map { "\(file) cannot be read: \($0)." })
    }
    let name = path ?? "config.toml"
    do throws(TOMLFileError) {
      return FrontConfiguration(fields: try TOMLFields.parse(FileText.read(data, of: name), file: name))
    } catch {
      return FrontConfiguration(flaw: error.description)
    }
  }
}
