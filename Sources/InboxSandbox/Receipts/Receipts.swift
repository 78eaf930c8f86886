package import InboxCore

/// Everything that the sandbox got since the last reset (SB-5).
///
/// Times are ISO 8601 in UTC.
package struct Receipts: Hashable, Sendable, Codable {
  /// Counts up with every reset.
  package var generation: Int
  /// Displays and opens in the order of arrival, each id once.
  package var engagements: [Engagement]
  /// How many of those arrivals were repeats.
  package var duplicates: Int
  /// When the generation began; nil in a folder of an earlier version.
  package var began: String?
  /// How many displays and opens came that had happened before the last reset: they belong to the generation before
  /// and are in no list.
  package var late: Int
  /// Badges that apps set.
  package var badge: [Badge]
  /// Rich content that was asked for.
  package var rich: [Rich]
  /// Tracked links that were followed.
  package var clicks: [Click]
  /// Events that Bloomreach got, each once.
  package var tracking: [Tracking]
  /// Fetches of messages.
  package var fetches: [Fetch]
  /// Pictures that were loaded: whoever sent a message can tell from them that it is read.
  package var pictures: [Picture]

  /// A display or an open.
  package struct Engagement: Hashable, Sendable, Codable {
    /// The event's id.
    package var id: String
    /// `display` or `open`.
    package var type: String
    /// The message.
    package var messageID: String
    /// Its center.
    package var center: String
    /// Who looked, as `user:maria` or `device:…`.
    package var identity: String
    /// The session, if there was one.
    package var session: Session?
    /// When it happened.
    package var time: String
    /// When it first arrived.
    package var received: String
    /// How often it arrived.
    package var count: Int

    private enum CodingKeys: String, CodingKey {
      case id, type, identity, session, count
      case messageID = "message_id"
      case center = "message_center_name"
      case time = "ts"
      case received = "received_ts"
    }
  }

  /// The session of an engagement.
  package struct Session: Hashable, Sendable, Codable {
    /// Its id.
    package var id: String
    /// Its number on the device.
    package var number: Int
  }

  /// A badge that an app set.
  package struct Badge: Hashable, Sendable, Codable {
    /// Whose.
    package var identity: String
    /// What was held afterwards: `asked`, capped.
    package var count: Int
    /// What the app asked for.
    package var asked: Int
    /// When.
    package var time: String

    private enum CodingKeys: String, CodingKey {
      case identity, count, asked
      case time = "ts"
    }
  }

  /// Rich content of one message for one identity.
  package struct Rich: Hashable, Sendable, Codable {
    /// The message.
    package var messageID: String
    /// Who asked.
    package var identity: String
    /// How often it was asked for.
    package var asked: Int
    /// How often it was served: 0 or 1.
    package var served: Int

    private enum CodingKeys: String, CodingKey {
      case identity, asked, served
      case messageID = "message_id"
    }
  }

  /// A tracked link that was followed.
  ///
  /// The link does not say by whom.
  package struct Click: Hashable, Sendable, Codable {
    /// The id of the message that the link was in.
    package var campaign: String
    /// Its name in the link table.
    package var link: String
    /// The branded domain.
    package var host: String
    /// The path without its query.
    package var path: String
    /// By an app, by a browser, or a non-app link.
    package var kind: ClickKind
    /// The User-Agent header.
    package var userAgent: String
    /// When.
    package var time: String

    private enum CodingKeys: String, CodingKey {
      case campaign, link, host, path, kind
      case userAgent = "user_agent"
      case time = "ts"
    }
  }

  /// An event for Bloomreach.
  ///
  /// Its wire has no event id: what is equal in kind, customer, link and time came again.
  package struct Tracking: Hashable, Sendable, Codable {
    /// The vendor's `event_type`, such as `campaign_click`.
    package var type: String
    /// `customer_ids`.
    package var customerIDs: [String: JSONValue]
    /// The link of a campaign click.
    package var url: String?
    /// `properties`.
    package var properties: [String: JSONValue]
    /// When it happened, as the app says.
    package var time: String
    /// When it first arrived.
    package var received: String
    /// How often it arrived.
    package var count: Int

    private enum CodingKeys: String, CodingKey {
      case type, url, properties, count
      case customerIDs = "customer_ids"
      case time = "ts"
      case received = "received_ts"
    }
  }

  /// A picture that was loaded; its request does not say by whom.
  package struct Picture: Hashable, Sendable, Codable {
    /// Its host.
    package var host: String
    /// Its path without the query.
    package var path: String
    /// How often.
    package var count: Int
  }

  /// Fetches of one center by one identity.
  package struct Fetch: Hashable, Sendable, Codable {
    /// The center.
    package var center: String
    /// Who fetched.
    package var identity: String
    /// How often.
    package var count: Int
  }
}
