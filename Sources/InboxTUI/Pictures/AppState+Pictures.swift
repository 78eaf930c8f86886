import InboxModel

/// Pictures: those inside a message are drawn at once, those on a host when the person asks for them twice (FE-9).
extension AppState {
  mutating func take(_ event: PictureEvent) -> [AppEffect] {
    switch event {
    case .pictureLoaded(let key, let numbers, let outcome): pictureLoaded(key, numbers, outcome)
    case .picturesEnded(let key, let stopped): picturesEnded(key, stopped: stopped)
    }
    return []
  }

  /// Why no picture can be drawn at all; nil where some could.
  var whyNoPictures: String? {
    if profile.repertoire == .ascii { return "ASCII-only terminal: pictures are shown as text." }
    if profile.depth == .mono { return "Without colours, pictures are shown as text." }
    if profile.pictures == .off {
      return isAccessible
        ? "Pictures are shown as text; pictures = \"blocks\" in the configuration shows them."
        : "Pictures are off: pictures = \"off\" in the configuration."
    }
    return nil
  }

  /// Why this message has no picture to show; nil where it has one.
  var whyNothingToShow: String? {
    if let why = whyNoPictures { return why }
    guard let detail else { return "No message is selected." }
    if pictures(of: detail).contains(where: { PictureSource($0.source) != .nowhere }) { return nil }
    if !detail.isOpen, detail.row.message.kind == .openRichMessage {
      return "\(keys.name(of: .open)) opens the message; then its pictures are known."
    }
    return "This message has no pictures."
  }

  /// The pictures that could be shown, by place; that of the push banner while an audience sees the banner.
  private func pictures(of detail: DetailState) -> [(number: Int, source: String)] {
    let key = detail.row.key
    let attachment =
      campaignLog.banner(of: key)?.attachment ?? profile.campaigns?.campaign(of: key)?.attachment
    guard presenting != nil, let attachment else { return detail.pictures }
    return [(PictureShelf.Message.banner, attachment)] + detail.pictures
  }

  func shownPictures(of detail: DetailState) -> PictureShelf.Message? {
    guard whyNoPictures == nil, let shelf = pictures.messages[detail.row.key], !shelf.isHidden else {
      return nil
    }
    return shelf
  }

  /// Asks about the pictures of the message, loads them once they were asked for before, else hides or shows them.
  mutating func showPictures() -> [AppEffect] {
    guard let detail else { return [] }
    let key = detail.row.key
    guard !pictures[key].isLoading else {
      return notify("Pictures are loading; \(keys.name(of: .stopWaiting)) cancels.")
    }
    let wanted = missingPictures(of: detail)
    guard !wanted.isEmpty else {
      pictures[key].isHidden.toggle()
      let name = keys.name(of: .pictures)
      return notify(pictures[key].isHidden ? "Pictures hidden; \(name) shows them again." : "Pictures shown.")
    }
    if profile.capturedFrom != nil {
      let source = profile.isTapped == true ? "These are an app's messages" : "These are captured responses"
      return notify("\(source): no pictures are requested.", .warning)
    }
    if profile.isReadOnly == true {
      return notify("Read-only: no pictures are requested, as their sender would see that.", .warning)
    }
    if wanted.allSatisfy({ isLocal($0.source) }) { return load(wanted, of: key) }
    // Consent applies to the hosts that were named, and to no other.
    let asked = PictureShelf.Question(key: key, sources: wanted.map(\.source))
    guard pictures.question == asked else {
      pictures.question = asked
      return notify(question(about: wanted), .warning)
    }
    return load(wanted, of: key)
  }

  private mutating func load(_ wanted: [(number: Int, source: String)], of key: MessageKey) -> [AppEffect] {
    pictures.question = nil
    pictures[key].isLoading = true
    pictures[key].wasAsked = true
    pictures[key].isHidden = false
    return [.loadPictures(key, PictureRequest.requests(wanted))]
  }

  /// Whether the sandbox on this machine plays the host of an address, so that no one else learns of a request.
  private func isLocal(_ source: String) -> Bool {
    guard case .remote(let host) = PictureSource(source), profile.localHosts?.contains(host) == true else {
      return false
    }
    // On another port, or without TLS, someone else may respond.
    return source.lowercased().hasPrefix("https://\(host)/")
  }

  /// Whether the message shows without a question the pictures that this machine's sandbox has.
  private var showsLocalPictures: Bool {
    profile.localHosts != nil && profile.isReadOnly != true && (detail?.isOpen == true || presenting != nil)
  }

  /// Those on a host that are missing; all of them again where none came.
  private func missingPictures(of detail: DetailState) -> [(number: Int, source: String)] {
    let remote = pictures(of: detail).filter { picture in
      if case .remote = PictureSource(picture.source) { true } else { false }
    }
    let outcomes = pictures[detail.row.key].outcomes
    let missing = remote.filter { outcomes[$0.number] == nil }
    let hasAny = remote.contains { picture in
      switch outcomes[picture.number] {
      case .raster, .trackingPixel: true
      case .failed, nil: false
      }
    }
    return Array((missing.isEmpty && !hasAny ? remote : missing).prefix(PicturePolicy().count))
  }

  private func question(about wanted: [(number: Int, source: String)]) -> String {
    let hosts = PictureRequest.hosts(wanted.map(\.source))
    let count = PictureRequest.requests(wanted).count
    let them = count.counted("picture")
    let others = hosts.count > 2 ? [(hosts.count - 1).counted("other host")] : Array(hosts.dropFirst())
    let names = (hosts.prefix(1) + others).joined(separator: " and ")
    return
      "Loading \(them) shows \(names) that you read this. Press \(keys.name(of: .pictures)) again to load \(count == 1 ? "it" : "them")."
  }

  /// Pictures inside the message need no question, nor do those that this machine's sandbox has.
  mutating func decodePictures() -> [AppEffect] {
    guard let detail, whyNoPictures == nil else { return [] }
    let key = detail.row.key
    let shelf = pictures.messages[key]
    let wanted = pictures(of: detail).filter { picture in
      shelf?.outcomes[picture.number] == nil && shelf?.decoding.contains(picture.number) != true
        && (PictureSource.isInline(picture.source) || showsLocalPictures && isLocal(picture.source))
    }
    guard !wanted.isEmpty else { return [] }
    pictures[key].decoding.formUnion(wanted.map(\.number))
    return [.decodePictures(key, PictureRequest.requests(Array(wanted.prefix(PicturePolicy().count))))]
  }

  mutating func pictureLoaded(_ key: MessageKey, _ numbers: [Int], _ outcome: PictureOutcome) {
    // A cancelled picture, or one of a former identity, does not arrive after all.
    let awaited = numbers.filter { pictures[key].isLoading || pictures[key].decoding.contains($0) }
    for number in awaited { pictures[key].outcomes[number] = outcome }
    pictures[key].decoding.subtract(numbers)
  }

  mutating func picturesEnded(_ key: MessageKey, stopped: Bool) {
    pictures[key].isLoading = false
    guard detail?.row.key == key else { return }
    let outcomes = pictures[key].outcomes.filter { $0.value != .trackingPixel }
    let failures = outcomes.values.compactMap { outcome in
      if case .failed(let sentence) = outcome { sentence } else { nil }
    }
    if stopped {
      notify("Cancelled: pictures loaded so far are shown.")
    } else if let first = failures.first, failures.count == outcomes.count {
      notify(presenting == nil ? first : "The pictures could not be loaded.", .error)
    } else {
      let some = failures.isEmpty ? "" : "; \(failures.count) could not be shown"
      notify("Pictures shown\(some); \(keys.name(of: .pictures)) hides them.")
    }
  }
}

extension DetailState {
  /// The pictures that could be shown, by place: the icon is 0.
  var pictures: [(number: Int, source: String)] {
    let icon = row.message.iconURL.map { [(number: 0, source: $0)] } ?? []
    return icon
      + text.pictures.enumerated().filter { !$0.element.isTrackingPixel }.map {
        ($0.offset + 1, $0.element.source)
      }
  }
}

extension ActionID {
  package static let pictures = ActionID("message.pictures")
}

extension Action {
  static let pictures: [Action] = [
    Action(
      .pictures, "Load, hide or show pictures (the sender sees that you load them)", keys: ["I"],
      in: [.list, .detail], allowed: .anywhere, unless: { $0.whyNothingToShow }
    ) { $0.showPictures() }
  ]
}
