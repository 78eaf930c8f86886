import InboxTOML
import InboxTUI

/// How a person wants the screen, besides its theme: keys, times and pictures.
nonisolated struct FrontSettings: Sendable {
  var keys = KeyMap.standard
  var zone = DisplayZone.utc
  var pictures = PictureMode.ask
  /// What is wrong with what they are read from, as a sentence.
  var told: String?

  /// Reads the configuration.
  ///
  /// - Parameter utc: Whether the command line wants universal time.
  static func find(utc: Bool) -> FrontSettings {
    let configuration = FrontConfiguration.read()
    let reader = KeyMapReader(configuration)
    var settings = FrontSettings(keys: reader.map, told: reader.told)
    var isUTC = utc
    do throws(TOMLFileError) {
      isUTC = try configuration.fields?.flag("utc") ?? false || utc
      settings.pictures = try configuration.fields?.choice("pictures", of: PictureMode.self) ?? .ask
    } catch {
      settings.told = settings.told ?? error.description
    }
    if !isUTC { settings.zone = LocalZone.read() }
    return settings
  }

  /// What a screen begins with.
  func apply(to state: inout AppState) {
    state.keys = keys
    state.zone = zone
    state.profile.pictures = pictures
  }
}
