package import InboxCore
package import InboxEvidence
package import InboxModel

/// What happened, in the past tense: the only way into ``AppState``.
package enum AppEvent: Equatable, Sendable {
  /// Something about one person's messages, to be ignored once the identity has changed (MC-12).
  indirect case of(Identity, AppEvent)
  case keyPressed(Key)
  case coreUpdated(InboxUpdate)
  /// A request got its response, or failed; without secrets.
  case exchanged(HTTPExchange)
  case screen(ScreenEvent)
  case list(ListEvent)
  case message(MessageEvent)
  case marking(MarkingEvent)
  case picture(PictureEvent)
  case badge(BadgeEvent)
  case center(CenterEvent)
  case link(LinkEvent)
  case proof(ProofEvent)
  case compare(CompareEvent)
  case lens(LensEvent)
  case stale(StaleEvent)
  case command(CommandEvent)
  case presenting(PresentingEvent)
  case theme(ThemeEvent)
  case sandbox(SandboxEvent)
}

/// As recordings have it: one member with the name of what happened, whichever feature it belongs to.
extension AppEvent: Codable {
  /// The events of no feature.
  private indirect enum Own: FeatureEvent {
    case of(Identity, AppEvent)
    case keyPressed(Key)
    case coreUpdated(InboxUpdate)
    case exchanged(HTTPExchange)

    private enum CodingKeys: String, CodingKey {
      case of, keyPressed, exchanged
      case coreUpdated = "coreTold"
    }
  }

  package init(from decoder: any Decoder) throws {
    func read<Event: FeatureEvent>(_ make: (Event) -> AppEvent) throws -> AppEvent? {
      do {
        return make(try Event(from: decoder))
      } catch DecodingError.typeMismatch(let type, _) where type == Event.self {
        // This enum has no case of that name.
        return nil
      }
    }
    func own(_ event: Own) -> AppEvent {
      switch event {
      case .of(let person, let event): .of(person, event)
      case .keyPressed(let key): .keyPressed(key)
      case .coreUpdated(let update): .coreUpdated(update)
      case .exchanged(let exchange): .exchanged(exchange)
      }
    }
    let readers: [() throws -> AppEvent?] = [
      { try read(own) }, { try read(AppEvent.screen) }, { try read(AppEvent.list) },
      { try read(AppEvent.message) }, { try read(AppEvent.marking) }, { try read(AppEvent.picture) },
      { try read(AppEvent.badge) }, { try read(AppEvent.center) }, { try read(AppEvent.link) },
      { try read(AppEvent.proof) }, { try read(AppEvent.compare) }, { try read(AppEvent.lens) },
      { try read(AppEvent.stale) }, { try read(AppEvent.command) }, { try read(AppEvent.presenting) },
      { try read(AppEvent.theme) }, { try read(AppEvent.sandbox) },
    ]
    for reader in readers {
      guard let event = try reader() else { continue }
      self = event
      return
    }
    throw DecodingError.dataCorrupted(
      .init(codingPath: decoder.codingPath, debugDescription: "there is no such event"))
  }

  package func encode(to encoder: any Encoder) throws {
    let event: any FeatureEvent =
      switch self {
      case .of(let person, let event): Own.of(person, event)
      case .keyPressed(let key): Own.keyPressed(key)
      case .coreUpdated(let update): Own.coreUpdated(update)
      case .exchanged(let exchange): Own.exchanged(exchange)
      case .screen(let event): event
      case .list(let event): event
      case .message(let event): event
      case .marking(let event): event
      case .picture(let event): event
      case .badge(let event): event
      case .center(let event): event
      case .link(let event): event
      case .proof(let event): event
      case .compare(let event): event
      case .lens(let event): event
      case .stale(let event): event
      case .command(let event): event
      case .presenting(let event): event
      case .theme(let event): event
      case .sandbox(let event): event
      }
    try event.encode(to: encoder)
  }
}
