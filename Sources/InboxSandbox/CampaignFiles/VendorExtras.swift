/// What a campaign says for the wires of some vendors alone.
package struct VendorExtras: Hashable, Sendable, Codable {
  /// The buttons, in their order (`[[campaign.action]]`): of a Bloomreach push, and of an embedded message of Iterable.
  package var actions: [Action]
  package var bloomreach: BloomreachExtras
  package var iterable: IterableExtras

  package init(
    actions: [Action] = [], bloomreach: BloomreachExtras = BloomreachExtras(),
    iterable: IterableExtras = IterableExtras()
  ) {
    self.actions = actions
    self.bloomreach = bloomreach
    self.iterable = iterable
  }

  /// A button.
  package struct Action: Hashable, Sendable, Codable {
    package var title: String
    package var kind: Kind
    /// Where it leads; nil for one that opens the app.
    package var url: String?

    /// What a button does, in Bloomreach's words.
    package enum Kind: String, Hashable, Sendable, Codable, CaseIterable {
      case app, browser, deeplink
    }

    package init(title: String, kind: Kind, url: String? = nil) {
      self.title = title
      self.kind = kind
      self.url = url
    }
  }

  /// `[campaign.bloomreach]`.
  package struct BloomreachExtras: Hashable, Sendable, Codable {
    /// `has_tracking_consent`; nil leaves it out, which means yes.
    package var consent: Bool?
    /// `consent_category_tracking`.
    package var consentCategory: String?
    /// `silent`.
    package var isSilent: Bool?

    package init(consent: Bool? = nil, consentCategory: String? = nil, isSilent: Bool? = nil) {
      self.consent = consent
      self.consentCategory = consentCategory
      self.isSilent = isSilent
    }
  }

  /// `[campaign.iterable]`.
  package struct IterableExtras: Hashable, Sendable, Codable {
    /// `trigger.type`; nil is `immediate`.
    package var trigger: Trigger?
    /// `saveToInbox`; nil is true.
    package var savesToInbox: Bool?
    /// `jsonOnly`; nil is false.
    package var isJSONOnly: Bool?
    /// `priorityLevel`.
    package var priority: Int?
    /// The placement of an embedded message; nil is an in-app message.
    package var placement: Int?

    /// When an in-app message shows itself.
    package enum Trigger: String, Hashable, Sendable, Codable, CaseIterable {
      case immediate, event, never
    }

    package init(
      trigger: Trigger? = nil, savesToInbox: Bool? = nil, isJSONOnly: Bool? = nil, priority: Int? = nil,
      placement: Int? = nil
    ) {
      self.trigger = trigger
      self.savesToInbox = savesToInbox
      self.isJSONOnly = isJSONOnly
      self.priority = priority
      self.placement = placement
    }
  }

  /// The same with every text of a link replaced.
  func replacingLinks(_ replace: (String) -> String) -> VendorExtras {
    var extras = self
    extras.actions = actions.map { Action(title: $0.title, kind: $0.kind, url: $0.url.map(replace)) }
    return extras
  }
}
