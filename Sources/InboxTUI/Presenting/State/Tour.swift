package import InboxModel

/// A story in steps: each has a caption, and what is done for it.
package struct Tour: Equatable, Sendable, Codable {
  package struct Step: Equatable, Sendable, Codable {
    package var caption: String
    /// What the caption talks about; nil for everything.
    package var look: Presentation.Look?
    /// What is done, in order; each waits until nothing is under way.
    package var actions: [Act]

    package init(_ caption: String, look: Presentation.Look? = nil, actions: [Act] = []) {
      self.caption = caption
      self.look = look
      self.actions = actions
    }
  }

  /// Something that a step does.
  package enum Act: Equatable, Sendable, Codable {
    /// Presses a key, as the person would.
    case press(Key)
    /// Shows the newest message of a campaign in the list, as soon as it is there.
    case select(String)
    /// Has the sandbox do something: `launch ID`, `clock +5m`.
    case ask(String)
    /// Waits until something is so.
    case expect(Wait)
  }

  /// What a step waits for.
  package enum Wait: Equatable, Sendable, Codable {
    /// Nothing is under way, and nothing waits to be sent.
    case quiet
    /// The badge has a number.
    case badge(local: Int?, server: Int?)
    /// A list holds some messages, and others not.
    case list(center: CenterName?, shows: [String], hides: [String])
    /// This many displays, opens or clicks of a campaign's newest message are known to the server.
    case deeds(Deed, of: String, least: Int, most: Int)
    /// The last link has ended in this way.
    case link(outcome: String?, screen: String?, click: String?)
  }

  /// What is reported of a message.
  package enum Deed: String, Sendable, Codable { case displays, opens, clicks }

  package var name: String
  package var steps: [Step]

  package init(name: String, steps: [Step]) {
    self.name = name
    self.steps = steps
  }

  /// The longest caption that fits on a small screen.
  package static let longestCaption = 220
}

extension Tour.Act {
  /// The launch that it has the sandbox do; nil where it does something else.
  var launch: LaunchCommand? {
    if case .ask(let command) = self { LaunchCommand(command) } else { nil }
  }
}

extension Tour.Wait {
  /// What an audience reads meanwhile, and where it did not become so.
  var words: (waiting: String, late: String) {
    switch self {
    case .quiet: ("one moment", "something is still under way")
    case .badge: Self.words("the badge")
    case .list(_, let shows, _) where shows.isEmpty:
      ("waiting until it is gone", "the message is still there")
    case .list: Self.words("the message")
    case .deeds(.displays, _, _, _): Self.words("the report of the display")
    case .deeds(.opens, _, _, _): Self.words("the report of the open")
    case .deeds(.clicks, _, _, _): ("waiting for the click to be counted", "no count of the click has come")
    case .link: ("waiting for the link", "the link ended in another way")
    }
  }

  private static func words(_ what: String) -> (waiting: String, late: String) {
    ("waiting for \(what)", "\(what) did not come")
  }
}
