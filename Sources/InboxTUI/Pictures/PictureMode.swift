/// What is done about pictures: `pictures` in the configuration.
package enum PictureMode: String, Hashable, Sendable, Codable, CaseIterable {
  /// Those at a host are loaded when the person asks for them twice; those inside a message are shown.
  case ask
  /// None is shown; their words stay.
  case off
}
