package import InboxCore
package import InboxEvidence
package import InboxModel

/// What happened, in the past tense: the only way into ``AppState``.
package enum AppEvent: Equatable, Sendable {
  /// Something about one person's messages: it means nothing once the identity has changed (MC-12).
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
  /// What belongs to no feature.
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
        // It has no case of that name.
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
    var event = try read(own)
    if event == nil { event = try read({ (own: ScreenEvent) in .screen(own) }) }
    if event == nil { event = try read({ (own: ListEvent) in .list(own) }) }
    if event == nil { event = try read({ (own: MessageEvent) in .message(own) }) }
    if event == nil { event = try read({ (own: MarkingEvent) in .marking(own) }) }
    if event == nil { event = try read({ (own: PictureEvent) in .picture(own) }) }
    if event == nil { event = try read({ (own: BadgeEvent) in .badge(own) }) }
    if event == nil { event = try read({ (own: CenterEvent) in .center(own) }) }
    if event == nil { event = try read({ (own: LinkEvent) in .link(own) }) }
    if event == nil { event = try read({ (own: ProofEvent) in .proof(own) }) }
    if event == nil { event = try read({ (own: CompareEvent) in .compare(own) }) }
    if event == nil { event = try read({ (own: LensEvent) in .lens(own) }) }
    if event == nil { event = try read({ (own: StaleEvent) in .stale(own) }) }
    if event == nil { event = try read({ (own: CommandEvent) in .command(own) }) }
    if event == nil { event = try read({ (own: PresentingEvent) in .presenting(own) }) }
    if event == nil { event = try read({ (own: ThemeEvent) in .theme(own) }) }
    if event == nil { event = try read({ (own: SandboxEvent) in .sandbox(own) }) }
    guard let event else {
      throw DecodingError.dataCorrupted(
        .init(codingPath: decoder.codingPath, debugDescription: "there is no such event"))
    }
    self = event
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
