public import InboxModel

/// What screens, commands and reports say of a back end (VE-2); every sentence of what a vendor lacks is here.
extension Capabilities {
  /// What some vendors have and others do not.
  public enum Feature: Hashable, Sendable, CaseIterable {
    case badge, displays, opens, clicks, closes, deliveries, liveLine, severalLists, offSwitch, readBack
  }

  /// That the vendor does not have something, as a sentence; nil where it has it.
  public func lack(of feature: Feature) -> String? {
    switch feature {
    case .badge:
      switch badge {
      case .server: nil
      case .unread: "\(vendor) keeps no badge: its apps show how many messages are unread."
      case .none: "\(vendor) has no badge."
      }
    case .displays:
      displays
        ? nil
        : impressions
          ? "\(vendor) has no event for each display: it counts them once a visit."
          : "\(vendor) has no display event."
    case .opens: opens ? nil : "\(vendor) has no open event."
    case .clicks: clicks ? nil : "\(vendor) has no click event."
    case .closes: closes ? nil : "\(vendor) has no close event."
    case .deliveries: deliveries ? nil : "\(vendor) has no delivery event."
    case .liveLine: liveLine ? nil : "\(vendor) has no live line: what is new comes with the next refresh."
    case .readBack: readBack ? nil : "\(vendor) has no request that says what it recorded."
    case .severalLists: lists == .one ? "\(vendor) has one list." : nil
    case .offSwitch: offSwitch ? nil : "\(vendor) has no switch that turns its inbox off."
    }
  }

  /// That the vendor accepts no events of a kind, as a sentence; nil where it does.
  public func lack(of kind: EngagementEvent.Kind) -> String? {
    switch kind {
    case .display: lack(of: .displays)
    case .open: lack(of: .opens)
    case .click: lack(of: .clicks)
    case .close: lack(of: .closes)
    case .delivery: lack(of: .deliveries)
    }
  }

  /// What the vendor calls an event: “trackInAppOpen”; where it has no name of its own, ours.
  public func name(of kind: EngagementEvent.Kind) -> String { eventNames[kind.rawValue] ?? kind.rawValue }

  /// What it takes of what a person does: displays, opens.
  public var reported: [String] {
    EngagementEvent.Kind.allCases.filter { lack(of: $0) == nil }.map(\.rawValue)
  }

  /// - Throws: ``InboxError/unsupported(_:)`` where the vendor does not have it, before anything is asked or sent.
  public func require(_ feature: Feature) throws(InboxError) {
    if let lack = lack(of: feature) { throw .unsupported(lack) }
  }

  /// What one of its lists is called; a single inbox has no lists, and an inbox beside placements is not one.
  public var list: String {
    switch lists {
    case .centers: "center"
    case .one: "inbox"
    case .placements: "list"
    }
  }

  /// The current list: “this center”, “the inbox”.
  public var thisList: String { lists == .one ? "the inbox" : "this \(list)" }

  /// All lists together: “every center”, “the inbox”.
  public var everyList: String { lists == .one ? "the inbox" : "every \(list)" }

  /// How a list is named to a person: the only one has no name of its own, and neither has the inbox beside placements,
  /// which have numbers.
  public func name(of list: CenterName) -> String {
    switch lists {
    case .one: "Inbox"
    case .placements: list == .primary ? "Inbox" : "Placement \(list)"
    case .centers: list.rawValue
    }
  }

  /// Where a mark is stored, for the person who makes it (MC-18, VE-4).
  public func place(of marks: Marks) -> String {
    switch marks {
    case .here: "on this device only"
    case .server: "also at \(vendor)"
    }
  }
}
