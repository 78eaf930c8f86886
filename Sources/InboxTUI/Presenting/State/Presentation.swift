package import InboxModel

/// The inbox as it is shown to an audience: larger, in the brand's colours, and without anything that identifies
/// anyone.
package struct Presentation: Equatable, Sendable, Codable {
  /// The looks of a message, one of which may be pointed at.
  package enum Look: String, CaseIterable, Sendable, Codable {
    /// All, as far as there is room.
    case all
    /// As a phone announces it.
    case banner
    /// As a row of the message center.
    case row
    case opened

    /// Those that a phone shows.
    static let shown: [Look] = [.banner, .row, .opened]
  }

  /// The themes that carry a brand.
  package var themes: [Theme]
  /// Which look is pointed at, and shown where there is room for one.
  package var look = Look.all
  /// Nil in recordings from before there was one.
  private var handset: Phone?
  /// The phone that shows the message.
  package var phone: Phone {
    get { handset ?? Phone() }
    set { handset = newValue }
  }
  /// Whose message was selected last: another one without a brand of its own keeps no colours of it.
  package var brand: String?
  /// The tour that is under way; nil for none.
  package var tour: TourState?
  /// What was launched and is not in the list yet.
  var launched: Launched?

  /// What a phone shows, and the status line says, until what was launched is there.
  static let awaited = "Launched: the message is on its way."

  /// A campaign that was launched, and the newest message of it that there was before.
  struct Launched: Equatable, Sendable, Codable {
    var campaign: String
    /// The list that it was launched for; nil in earlier recordings.
    var home: CenterName?
    var known: MessageKey?
    /// Whether its list was there to say that.
    var isLoaded: Bool
    /// Whether the audience sees what is selected meanwhile: a key was pressed since, or a fetch did not bring it.
    var gaveWay: Bool?
  }

  package init(themes: [Theme] = [], tour: Tour? = nil) {
    self.themes = themes
    self.tour = tour.map { TourState($0) }
  }

  /// Takes the themes that carry a brand.
  package mutating func take(_ choices: [ThemeChoice]) {
    themes = choices.map(\.theme).filter { $0.brand != nil }
  }

  /// The theme of the brand whose message is selected; nil where it has none.
  var brandTheme: Theme? {
    guard let brand else { return nil }
    return themes.first { $0.brand?.name.lowercased() == brand.lowercased() }
  }
}

package enum PresentingEvent: FeatureEvent {
  /// The sandbox has responded to a command of a step of the tour.
  case tourCommandEnded(failed: Bool)
  /// What a step of the tour waits for has not come for a long time.
  case tourWaitedLong
  /// What the sandbox can launch.
  case campaignsListed(CampaignFacts)
  case campaignsUnlisted(InboxError)

  // A recording names a case by its key.
  private enum CodingKeys: String, CodingKey {
    case tourCommandEnded = "tourAnswered"
    case tourWaitedLong, campaignsListed, campaignsUnlisted
  }
}
