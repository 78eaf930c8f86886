import InboxModel

/// What the detail pane says of a message's pictures, below its text.
enum PictureFacts {
  static func lines(_ detail: DetailState, _ key: DetailLayout.Key) -> [(label: String, words: String)] {
    var lines: [(label: String, words: String)] = []
    if let icon = detail.row.message.iconURL {
      // An inline picture may be a very long text, which a reader cannot use.
      let place = PictureSource(icon) == .inline ? "in the message" : icon
      lines.append(("Icon", "\(place) (\(state(key.pictures?.outcomes[0])))"))
    }
    let pictures = detail.text.pictures
    let shown = pictures.filter { !$0.isTrackingPixel }
    if !shown.isEmpty { lines.append(("Pictures", words(shown, key))) }
    let pixels = pictures.filter(\.isTrackingPixel)
    if !pixels.isEmpty {
      let (label, count) =
        pixels.count == 1 ? ("Tracking pixel", "") : ("Tracking pixels", "\(pixels.count) ")
      lines.append((label, "\(count)blocked\(places(pixels))"))
    }
    return lines
  }

  private static func state(_ outcome: PictureOutcome?) -> String {
    switch outcome {
    case .raster: "loaded"
    case .trackingPixel: "a tracking pixel"
    case .failed(let sentence): sentence
    case nil: "not loaded"
    }
  }

  private static func words(_ pictures: [RichPicture], _ key: DetailLayout.Key) -> String {
    let count = "\(pictures.count)\(places(pictures))"
    guard let shelf = key.pictures, shelf.wasAsked || !shelf.outcomes.isEmpty else {
      return "\(count), not loaded\(key.mayAsk ? ": \(key.keys.name(of: .pictures)) loads" : "")"
    }
    return shelf.wasAsked
      ? "\(count), requested: the sender can see that" : "\(count), from the message itself"
  }

  private static func places(_ pictures: [RichPicture]) -> String {
    let hosts = PictureRequest.hosts(pictures.map(\.source))
    return hosts.isEmpty ? "" : " at \(hosts.joined(separator: ", "))"
  }
}
