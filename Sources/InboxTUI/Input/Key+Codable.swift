extension Key: Codable {
  private enum CodingKeys: String, CodingKey { case paste, mouse }

  /// Reads a notation such as `<c-r>`, or a paste or mouse event.
  public init(from decoder: any Decoder) throws {
    if let container = try? decoder.container(keyedBy: CodingKeys.self) {
      if let text = try container.decodeIfPresent(String.self, forKey: .paste) {
        self = .paste(text)
      } else {
        self = .mouse(try container.decode(MouseEvent.self, forKey: .mouse))
      }
      return
    }
    let container = try decoder.singleValueContainer()
    let notation = try container.decode(String.self)
    guard let key = Key(notation: notation) else {
      throw DecodingError.dataCorruptedError(in: container, debugDescription: "“\(notation)” is no key")
    }
    self = key
  }

  /// Writes the notation; a paste with its text, the mouse with what it did.
  public func encode(to encoder: any Encoder) throws {
    switch self {
    case .paste(let text):
      var container = encoder.container(keyedBy: CodingKeys.self)
      try container.encode(text, forKey: .paste)
    case .mouse(let event):
      var container = encoder.container(keyedBy: CodingKeys.self)
      try container.encode(event, forKey: .mouse)
    default:
      var container = encoder.singleValueContainer()
      try container.encode(notation)
    }
  }
}
