import InboxTOML
import InboxTUI

/// How a person wants the screen, besides its theme: keys and times.
nonisolated struct FrontSettings: Sendable {
  var keys = KeyMap.standard
  var zone = DisplayZone.utc
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
  }
}
