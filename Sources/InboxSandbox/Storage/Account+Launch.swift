import Crypto
import struct Foundation.Data
import struct Foundation.Date
import class Foundation.JSONEncoder
import InboxCore
import InboxModel
import InboxVendors

extension Account {
  /// Launches what belongs to the start, oldest first, so that badge rules add up in the order of sending.
  ///
  /// A message that an earlier run of the same folder launched stays as it is. In a space of a tester, and where other
  /// processes serve the space too, only the first start launches.
  func launchAtStart(_ campaigns: [Campaign]) async throws {
    let launched = now()
    let ordered = campaigns.enumerated().sorted {
      let left = $0.element.sent?.date(after: launched) ?? launched
      let right = $1.element.sent?.date(after: launched) ?? launched
      return (left, $0.offset) < (right, $1.offset)
    }
    let (isOnce, loaded) = (store.isShared || space != .main, campaignIDs)
    try await transaction(.changing) { tables in
      let time = Int64(milliseconds: launched)
      if tables.space == .main {
        try tables.run("INSERT INTO space (name, made) VALUES ($1, $2) ON CONFLICT (name) DO NOTHING", time)
      }
      try tables.run("UPDATE space SET began = $2 WHERE name = $1 AND began IS NULL", time)
      let first = try tables.run(
        "UPDATE space SET launched = 1 WHERE name = $1 AND launched = 0 RETURNING name")
      guard !isOnce || !first.isEmpty else { return }
      var ids = FreeIDs(tables, besides: loaded)
      // Nor what an earlier run launched and withdrew.
      for (_, campaign) in ordered where try Self.claim(campaign, tables) {
        let id = try ids.next(for: campaign)
        try Self.insert(campaign, id: id, launched: launched, tables)
        if let rule = campaign.badgeRule { try Self.log(rule, campaign, tables) }
      }
    }
  }

  /// The campaigns whose messages are out, posted ones included; whole are those that were launched, and not only sent to
  /// some of their audience.
  func launchedCampaigns() async throws
    -> [(id: String, center: CenterName, subject: String, isWhole: Bool)]
  {
    try await transaction(.reading) { tables in
      var seen: Set<[String]> = []
      return try tables.run(
        """
        SELECT message.campaign AS campaign, message.center AS center, message.subject AS subject,
          launch.campaign AS launched
        FROM message LEFT JOIN launch ON launch.space = message.space AND launch.center = message.center
          AND launch.campaign = message.campaign
        WHERE message.space = $1 ORDER BY message.seq
        """
      ).compactMap { row in
        let (id, center): (String, String) = (try row["campaign"], try row["center"])
        guard seen.insert([id, center]).inserted else { return nil }
        return (id, CenterName(center), try row["subject"], try row["launched"] as String? != nil)
      }
    }
  }

  /// Launches a campaign now and pushes it to every open line.
  ///
  /// An id that was taken before gets `-2`, `-3` … behind it.
  func launch(_ campaign: Campaign) async throws -> MessageKey {
    // Only launchOnce may launch nothing.
    try await launch([campaign]).first ?? MessageKey(center: campaign.center, id: MessageID(""))
  }

  /// Launches campaigns in the order in which they stand, all of them or, where that fails, none.
  func launch(_ campaigns: [Campaign]) async throws -> [MessageKey] { try await launch(campaigns, .again) }

  /// Launches a campaign whose time has come, unless this or another process already did.
  func launchOnce(_ campaign: Campaign) async throws { _ = try await launch([campaign], .once) }

  /// Sends a campaign to some of its audience; when its time comes, it is launched to all of them all the same.
  func send(_ campaign: Campaign) async throws { _ = try await launch([campaign], .apart) }

  private enum Launching { case again, once, apart }

  private func launch(_ campaigns: [Campaign], _ launching: Launching) async throws -> [MessageKey] {
    let (launched, maximum, isShared, loaded) = (now(), maximumBadge, store.isShared, campaignIDs)
    typealias Found = (key: MessageKey, news: LineNews)
    let found = try await transaction(.changing, signal: .lines(space)) { tables -> [Found] in
      _ = try tables.generation()
      var found: [Found] = []
      var ids = FreeIDs(tables, besides: loaded.union(campaigns.map(\.id)))
      for campaign in campaigns {
        if launching != .apart {
          guard try Self.claim(campaign, tables) || launching == .again else { continue }
          try Self.keep(campaign, tables)
        }
        let id = try ids.next(for: campaign)
        let vendorID = try Self.insert(campaign, id: id, launched: launched, tables)
        var changes: [Identity: ServerBadge] = [:]
        if let rule = campaign.badgeRule {
          changes = try Self.applyToKnown(rule, campaign, maximum: maximum, tables)
          try Self.log(rule, campaign, tables)
        }
        let news = Self.news(campaign, id: id, vendorID: vendorID, changes, in: tables.space)
        found.append((MessageKey(center: campaign.center, id: MessageID(id)), news))
      }
      if isShared { try Self.keep(found.map { $0.news }, tables) }
      return found
    }
    if !found.isEmpty { await say(found.map { $0.news }) }
    return found.map { $0.key }
  }

  private static func news(
    _ campaign: Campaign, id: String, vendorID: String, _ changes: [Identity: ServerBadge],
    in space: SpaceName
  ) -> LineNews {
    let change = VendorChange(id: MessageID(vendorID), center: campaign.center, extras: campaign.extras)
    let badges = changes.map {
      (LineNews.Banner.key(of: $0.key), LineNews.Badge(count: $0.value.count, version: $0.value.version))
    }
    let push = LineNews.Banner(
      center: campaign.center.rawValue, message: id,
      alert: campaign.push ? alert(campaign, id: id, in: space) : nil,
      attachment: campaign.attachment,
      cause: "campaign \(campaign.badgeRule?.text ?? ""): \(id)",
      badges: Dictionary(uniqueKeysWithValues: badges))
    return LineNews(change: change, vendors: campaign.vendors, audience: campaign.audience, push: push)
  }

  /// Withdraws every message of a campaign: the next responses lack it (MC-11).
  ///
  /// - Returns: the messages that were there.
  func withdraw(campaign: String) async throws -> [MessageKey] {
    let (isShared, now) = (store.isShared, Int64(milliseconds: now()))
    let (keys, news) = try await transaction(.changing, signal: .lines(space)) { tables in
      let rows = try tables.run(
        "SELECT * FROM message WHERE space = $1 AND campaign = $2 ORDER BY seq", campaign)
      let columns = "space, id, vendor_id, center, subject, body, sent, expiry, audience"
      try tables.run(
        """
        INSERT INTO withdrawn (\(columns), withdrawn_at)
        SELECT \(columns), CAST($3 AS BIGINT) FROM message WHERE space = $1 AND campaign = $2 ORDER BY seq
        """, campaign, now)
      let old = """
        WHERE space = $1 AND seq <= (
          SELECT seq FROM withdrawn WHERE space = $1 ORDER BY seq DESC LIMIT 1 OFFSET \(Self.retainedWithdrawn))
        """
      try tables.run(
        """
        INSERT INTO former_message (space, vendor_id, center, id)
        SELECT space, vendor_id, center, id FROM withdrawn \(old) ON CONFLICT DO NOTHING
        """)
      try tables.run("DELETE FROM withdrawn \(old)")
      try tables.run("DELETE FROM message WHERE space = $1 AND campaign = $2", campaign)
      let news = try rows.map(Self.withdrawal)
      if isShared { try Self.keep(news, tables) }
      let keys = try rows.map {
        MessageKey(center: CenterName(try $0["center"] as String), id: MessageID(try $0["id"] as String))
      }
      return (keys, news)
    }
    await say(news)
    return keys
  }

  /// How many withdrawn messages keep their pages.
  private static let retainedWithdrawn = 1_000

  /// Notes that a campaign is launched, by its time or by a person.
  ///
  /// - Returns: Whether it was never launched before, not even for a message that was withdrawn since.
  private static func claim(_ campaign: Campaign, _ tables: SpaceTables) throws -> Bool {
    try !tables.run(
      """
      INSERT INTO launch (space, center, campaign) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING RETURNING campaign
      """, campaign.center.rawValue, campaign.id
    ).isEmpty
  }

  private static func alert(_ campaign: Campaign, id: String, in space: SpaceName) -> String {
    LinkPlaceholder.replace(in: campaign.message) { link(campaign, id: id, $0, in: space) }
  }

  /// - Returns: The message's id for vendors with one list.
  @discardableResult
  private static func insert(
    _ campaign: Campaign, id: String, launched: Date, _ tables: SpaceTables
  ) throws -> String {
    for row in campaign.links { try insert(row, of: campaign, id: id, tables) }
    let replace = { (text: String) in
      LinkPlaceholder.replace(in: text) { link(campaign, id: id, $0, in: tables.space) }
    }
    let vendorID = try vendorID(of: id, in: campaign.center, tables)
    var rich = StoredRich(campaign.rich?.replacingLinks(replace))
    rich.url = rich.url.map { page($0, in: tables.space) }
    try tables.run(
      """
      INSERT INTO message (space, center, id, campaign, sent, expiry, subject, body, deep_link, icon, rich_kind,
        rich_url, rich_html, custom, audience, vendors, extras, vendor_id, changed)
      VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19)
      """,
      campaign.center.rawValue, id, campaign.id,
      Int64(milliseconds: campaign.sent?.date(after: launched) ?? launched),
      campaign.expires.map { Int64(milliseconds: $0.date(after: launched)) }, campaign.subject,
      replace(campaign.message), campaign.deepLink.map(replace), campaign.icon, rich.kind, rich.url,
      rich.html,
      try json(campaign.custom), try json(campaign.audience.map(\.text)),
      try json(campaign.vendors.map(\.rawValue)), try json(campaign.extras.replacingLinks(replace)), vendorID,
      try tables.nextChange())
    return vendorID
  }

  private static func insert(
    _ row: LinkRow, of campaign: Campaign, id: String, _ tables: SpaceTables
  ) throws {
    let marks = marks(campaign, id: id, name: row.name, in: tables.space)
    try tables.run(
      """
      INSERT INTO link (space, ri, ei, domain, campaign, name, url, ios, android, onelink, upn, short, email_domain,
        onelink_domain) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14)
      ON CONFLICT (space, ri) DO UPDATE SET ei = excluded.ei, domain = excluded.domain,
        campaign = excluded.campaign, name = excluded.name, url = excluded.url, ios = excluded.ios,
        android = excluded.android, onelink = excluded.onelink, upn = excluded.upn, short = excluded.short,
        email_domain = excluded.email_domain, onelink_domain = excluded.onelink_domain
      """,
      marks.ri, marks.ei, campaign.brand.domain, id, row.name, row.url, row.ios, row.android, row.oneLink,
      marks.upn, marks.short, campaign.brand.emailDomain, campaign.brand.oneLinkDomain)
  }

  /// The tracked link: its opaque parameters are the same for the same message and link in every run.
  private static func link(
    _ campaign: Campaign, id: String, _ placeholder: LinkPlaceholder, in space: SpaceName
  ) -> String {
    let marks = marks(campaign, id: id, name: placeholder.name, in: space)
    let brand = campaign.brand
    return switch placeholder.kind {
    case .link: "https://\(brand.domain)/pub/acc?_ri_=\(marks.ri)&_ei_=\(marks.ei)"
    case .esp: "https://\(brand.emailDomain ?? brand.domain)\(TrackedLink.emailPath)?upn=\(marks.upn)"
    case .onelink:
      "https://\(brand.oneLinkDomain ?? brand.domain)/\(TrackedLink.oneLinkTemplate)/\(marks.short)"
    }
  }

  private struct Marks {
    var ri: String
    var ei: String
    var upn: String
    var short: String
  }

  /// The marks of a link show which space it belongs to, as its host cannot.
  private static func marks(_ campaign: Campaign, id: String, name: String, in space: SpaceName) -> Marks {
    let place = space == .main ? "" : "\(space)\n"
    let message = "\(place)\(campaign.brand.domain)\n\(campaign.center)\n\(id)"
    let link = "\(message)\n\(name)"
    return Marks(
      ri: opaque("link\n\(link)"), ei: opaque("message\n\(message)"), upn: opaque("esp\n\(link)"),
      short: String(opaque("onelink\n\(link)").suffix(8)))
  }

  /// The address of a hosted page: like a link's, it shows which space it belongs to, as its host cannot.
  private static func page(_ url: String, in space: SpaceName) -> String {
    guard space != .main else { return url }
    return url + (url.contains("?") ? "&" : "?") + "_s_=" + opaque("page\n\(space)")
  }

  private static func opaque(_ text: String) -> String {
    let digits = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_")
    return "X0" + SHA256.hash(data: Data(text.utf8)).prefix(22).map { String(digits[Int($0 & 63)]) }.joined()
  }

  static func json(_ value: some Encodable) throws -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    return String(decoding: try encoder.encode(value), as: UTF8.self)
  }
}
