import struct Foundation.Date
import struct Foundation.UUID
import InboxCore
import InboxModel

/// Campaign clicks and the app's sessions as Bloomreach's SDK tracks them (UL-11…13; vendors.md B.3, B.4).
struct BloomreachTracking: AppTracking {
  private let settings: CampaignSettings
  private var machine: AppSessionMachine
  private var attribution = CampaignAttribution()
  private var isInForeground = false
  /// The session's start, while it has not been sent.
  private var unsentStart: VendorEvent?
  /// The click that it names, and the start without it.
  private var named: (click: CampaignAttribution.Click, start: VendorEvent)?

  /// Tracks as the profile says; nothing is going on yet.
  init(settings: CampaignSettings) {
    self.settings = settings
    machine = AppSessionMachine(timeout: settings.sessionTimeout)
  }

  var session: AppSession? {
    get { machine.state }
    set { machine.state = newValue }
  }

  var sessionEnd: Date? { isInForeground ? nil : machine.timesOut }

  var held: (event: UUID, during: Range<Date>)? {
    unsentStart.map { ($0.id, $0.time..<$0.time.addingTimeInterval(CampaignAttribution.window)) }
  }

  mutating func resume(_ unsent: [VendorEvent]) {
    unsentStart = unsent.last { $0.kind == VendorEvent.TrackingKind.sessionStart.rawValue }
  }

  mutating func enterForeground(_ context: TrackingContext) -> [VendorEvent]? {
    guard settings.tracksSessions, !isInForeground else { return nil }
    isInForeground = true
    return events(of: machine.enterForeground(at: context.time), context)
  }

  mutating func enterBackground(at now: Date) -> Bool {
    guard settings.tracksSessions, isInForeground else { return false }
    isInForeground = false
    machine.enterBackground(at: now)
    return true
  }

  mutating func timedOut(_ context: TrackingContext) -> [VendorEvent] {
    isInForeground ? [] : events(of: machine.timedOut(at: context.time), context)
  }

  mutating func followed(
    _ link: String, at moment: Date, _ context: TrackingContext
  ) -> TrackedLink {
    var tracked = TrackedLink()
    guard let data = CampaignData(link) else { return tracked }
    if data.isCampaign {
      tracked.events.append(
        event(
          .campaignClick, at: moment, url: data.url, ["platform": .string("ios")], context))
    }
    guard settings.tracksSessions else { return tracked }
    guard context.ownsSession else {
      tracked.suppressed =
        "the click begins no session: the app's is of the inbox that is open, and of who reads there"
      return tracked
    }
    attribute(data, at: moment, context, to: &tracked)
    return tracked
  }

  /// A link opens the app: a session goes on, or another one begins (UL-12).
  private mutating func attribute(
    _ data: CampaignData, at moment: Date, _ context: TrackingContext, to tracked: inout TrackedLink
  ) {
    let joinsStart = attribution.clicked(data, at: moment, unsentStart: unsentStart?.time)
    let opening = isInForeground ? [] : machine.enterForeground(at: context.time)
    isInForeground = true
    if !opening.isEmpty {
      tracked.events += events(of: opening, context)
    } else if joinsStart, var start = unsentStart, start.identity == context.identity {
      named = (.init(data: data, time: moment), start)
      start.properties.merge(data.properties) { _, new in new }
      unsentStart = start
      tracked.amended = start
    } else {
      tracked.suppressed = "no session is attributed to the click: none began within 3 s of it"
    }
  }

  mutating func lost(_ click: VendorEvent) -> VendorEvent? {
    attribution.forget(click)
    guard let named, named.click.isOf(click), named.start.id == unsentStart?.id else { return nil }
    (unsentStart, self.named) = (named.start, nil)
    return unsentStart
  }

  func isEvent(_ link: String) -> Bool { CampaignData(link)?.isCampaign == true }

  mutating func sends(_ event: VendorEvent) {
    if unsentStart?.id == event.id { unsentStart = nil }
  }

  func clickedLink(of event: VendorEvent) -> String? { event.url }

  func subject(of event: VendorEvent) -> String {
    event.url.map { " · \($0)" } ?? event.properties["xnpe_cmp"]?.text.map { " · campaign \($0)" } ?? ""
  }

  private mutating func events(
    of actions: [AppSessionMachine.Action], _ context: TrackingContext
  ) -> [VendorEvent] {
    actions.map { action in
      switch action {
      case .start:
        let campaign = attribution.sessionStarts(at: context.time)
        var start = event(.sessionStart, at: context.time, settings.properties, context)
        named = campaign.map { ($0, start) }
        start.properties.merge(campaign?.data.properties ?? [:]) { _, new in new }
        unsentStart = start
        return start
      case .end(let moment, let duration):
        return event(
          .sessionEnd, at: moment,
          settings.properties.merging(["duration": .number(duration)]) { _, new in new }, context)
      }
    }
  }

  private func event(
    _ kind: VendorEvent.TrackingKind, at moment: Date, url: String? = nil,
    _ properties: [String: JSONValue], _ context: TrackingContext
  ) -> VendorEvent {
    VendorEvent(
      kind, id: context.id(), identity: context.identity,
      customerIDs: CustomerIDs.ids(of: context.identity, cookie: settings.cookie), at: moment, url: url,
      properties: properties)
  }
}
