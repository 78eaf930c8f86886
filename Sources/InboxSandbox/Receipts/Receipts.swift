package import InboxModel

/// Everything that the sandbox got since the last reset (SB-5).
///
/// Times are ISO 8601 in UTC.
package struct Receipts: Hashable, Sendable, Codable {
  /// Counts up with every reset.
  package var generation: Int
  /// Displays and opens in the order of arrival, each id once.
  package var engagements: [Engagement]
  /// How many of the arrivals were repeats.
  package var duplicates: Int
  /// When the generation began; nil in a folder of an earlier version.
  package var began: String?
  /// From when on the generation holds what happened, where the clock was set back behind its beginning, how far the clock
  /// had got if it was set back once more, and what it says.
  package var since: String?
  package var reached: String?
  package var now: String?
  /// When the reset was, by real time.
  package var reset: String?
  /// How many events were received that had happened before the last reset: they belong to the generation before and are
  /// in no list.
  package var late: Int
  package var badge: [Badge]
  package var rich: [Rich]
  package var clicks: [Click]
  /// Events that are about no message, for Bloomreach and Iterable, each once.
  package var tracking: [Tracking]
  package var fetches: [Fetch]
  /// Pictures that were loaded: the sender of a message can see from them that it was read.
  package var pictures: [Picture]
  /// What vendors other than Responsys were sent, in the order of arrival, each once (VE-13).
  package var events: [VendorReceipt]
  /// How many of this generation are gone, by the name that `of=` has for their kind; nil where all are kept (TS-6).
  package var expired: [String: Int]?
  /// Where some are gone, or soon will be (TS-6).
  package var kept: Kept?
  /// What `after=` says for the next page; nil for the last one, and where no pages were asked for.
  package var next: String?

  /// Says what the generation holds.
  mutating func place(_ span: ReceiptSpan, now: Int64) {
    reset = span.reset.map { WireDate.format($0.date) }
    guard let since = span.since, since != span.began else { return }
    (self.since, self.now) = (WireDate.format(since.date), WireDate.format(now.date))
    reached = span.reached.map { WireDate.format($0.date) }
  }

  /// A display or an open.
  package struct Engagement: Hashable, Sendable, Codable {
    package var id: String
    /// `display` or `open`.
    package var type: String
    package var messageID: String
    package var center: String
    /// The person or device that saw it, as `user:maria` or `device:…`.
    package var identity: String
    package var session: Session?
    package var time: String
    /// When it first arrived.
    package var received: String
    package var count: Int

    private enum CodingKeys: String, CodingKey {
      case id, type, identity, session, count
      case messageID = "message_id"
      case center = "message_center_name"
      case time = "ts"
      case received = "received_ts"
    }
  }

  package struct Session: Hashable, Sendable, Codable {
    package var id: String
    package var number: Int
  }

  /// A badge that an app set.
  package struct Badge: Hashable, Sendable, Codable {
    package var identity: String
    /// What was held afterwards: `asked`, capped.
    package var count: Int
    /// What the app asked for.
    package var asked: Int
    package var time: String

    private enum CodingKeys: String, CodingKey {
      case identity, count, asked
      case time = "ts"
    }
  }

  /// Rich content of one message for one identity.
  package struct Rich: Hashable, Sendable, Codable {
    package var messageID: String
    package var identity: String
    /// How often it was requested.
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
    package var host: String
    /// The path without its query.
    package var path: String
    /// By an app, by a browser, or a non-app link.
    package var kind: ClickKind
    package var userAgent: String
    package var time: String

    private enum CodingKeys: String, CodingKey {
      case campaign, link, host, path, kind
      case userAgent = "user_agent"
      case time = "ts"
    }
  }

  /// An event that is about no message, for Bloomreach or Iterable.
  ///
  /// What is equal in everything that the app said was received again, and what has the same id of Iterable's.
  package struct Tracking: Hashable, Sendable, Codable {
    /// To whom it was sent; nil from a sandbox of an earlier version.
    package var vendor: VendorName?
    /// The vendor's `event_type`, such as `campaign_click`.
    package var type: String
    /// `customer_ids`.
    package var customerIDs: [String: JSONValue]
    /// The link of a campaign click.
    package var url: String?
    package var properties: [String: JSONValue]
    /// When it happened, as the app says.
    package var time: String
    /// When it first arrived.
    package var received: String
    package var count: Int

    private enum CodingKeys: String, CodingKey {
      case vendor, type, url, properties, count
      case customerIDs = "customer_ids"
      case time = "ts"
      case received = "received_ts"
    }
  }

  /// A picture that was loaded; its request does not say by whom.
  package struct Picture: Hashable, Sendable, Codable {
    package var host: String
    /// Its path without the query.
    package var path: String
    package var count: Int
  }

  /// Fetches of one center by one identity.
  package struct Fetch: Hashable, Sendable, Codable {
    package var vendor: VendorName
    /// The center; where the vendor has none, the name that the vendor gives to its list.
    package var center: String
    package var identity: String
    package var count: Int
  }
}

/// How a tracked link was followed.
package enum ClickKind: String, Hashable, Sendable, Codable {
  /// `/pub/acc` by an app that asked for JSON (UL-1).
  case app
  /// `/pub/acc` by a browser, redirected to the web link.
  case browser
  /// `/pub/cc`, which never leads into the app (UL-3).
  case nonApp = "non-app"
  /// A link of an email service's click domain (UL-10).
  case emailService = "esp"
  /// A OneLink that was asked itself.
  case oneLink = "onelink"
}

/// Which receipts are wanted; nil takes all.
///
/// A field applies to all receipts that have it.
package struct ReceiptFilter: Hashable, Sendable {
  /// What happened; engagements and events only.
  package var type: String?
  /// The id of the message, or of the campaign of a click.
  package var message: String?
  /// The identity as `user:maria` or `device:…`; clicks have none and are left out then.
  package var identity: String?
  /// The vendor of fetches and events; what only Responsys has is left out for another.
  package var vendor: VendorName?
  /// How many of each list, the newest ones; of counted receipts, those that were seen last.
  package var limit: Int?

  package init(
    type: String? = nil, message: String? = nil, identity: String? = nil, vendor: VendorName? = nil,
    limit: Int? = nil
  ) {
    self.type = type
    self.message = message
    self.identity = identity
    self.vendor = vendor
    self.limit = limit
  }
}

/// One request in the journal of everything that was received.
package struct JournalRequest: Hashable, Sendable, Codable {
  /// When the response was sent, ISO 8601 in UTC; empty until it is stored.
  package var time = ""
  package var method: String
  package var host: String
  package var path: String
  /// The identity header, if there was one.
  package var identity: String?
  package var status: Int

  private enum CodingKeys: String, CodingKey {
    case method, host, path, identity, status
    case time = "ts"
  }
}
