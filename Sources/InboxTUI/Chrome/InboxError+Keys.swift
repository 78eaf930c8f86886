import InboxModel

extension InboxError {
  /// The sentence, naming the key that helps here instead of a command: the core knows no keys.
  func sentence(_ keys: KeyMap, again: String? = nil) -> String {
    switch self {
    case .disabled(byProfile: false):
      "Message centers are disabled. \(keys.name(of: .switchFeature)) enables them."
    default: again.map { sentence(again: $0) } ?? description
    }
  }
}
