import InboxModel

extension InboxError {
  /// The sentence, with the key that helps here: the core knows no keys.
  func sentence(_ keys: KeyMap) -> String {
    switch self {
    case .disabled(byProfile: false): "\(description) Here \(keys.name(of: .switchFeature)) enables them."
    default: description
    }
  }
}
