private import InboxCore
private import InboxModel
import InboxTOML
import InboxVendors

/// Turns the tables of a campaign file into values and refuses what would surprise later.
struct CampaignFileReader {
  /// Loads a file that `[campaign.rich]` names; nil when there is no folder that it could lie in.
  let load: CampaignFile.Load?

  /// Further keys that the file may have, as another part of the program reads them.
  var others: [String] = []

  /// The files read before this one, which are played with it.
  var set = CampaignSet()

  func read(_ fields: TOMLFields) throws(TOMLFileError) -> CampaignFile {
    try fields.allow(only: ["brand", "link", "campaign"] + others)
    guard let brandFields = try fields.inner("brand") else {
      throw fields.error(nil, "there is no [brand]. Every campaign file begins with one.")
    }
    let brand = try brand(brandFields)
    var links: [LinkRow] = []
    for row in try fields.list("link") {
      let link = try self.link(row, brand)
      guard !links.contains(where: { $0.name == link.name }) else {
        throw row.error("name", "“\(link.name)” is taken by a link before it. Rename one of them.")
      }
      links.append(link)
    }
    var campaigns: [Campaign] = []
    var (keys, centers) = (Set<MessageKey>(), set.centers)
    for table in try fields.list("campaign") {
      let campaign = try self.campaign(table, brand: brand, links: links)
      guard keys.insert(campaign.key).inserted else {
        throw table.error("id", "“\(campaign.id)” is taken by a campaign before it. Rename one of them.")
      }
      if let other = set.owner(of: campaign) {
        throw table.error("id", "“\(campaign.id)” is taken by a campaign of \(other). Rename one of them.")
      }
      campaigns.append(campaign)
      if campaign.goes(to: .responsys), centers.insert(campaign.center).inserted,
        centers.count > CenterList.maximum
      {
        throw table.error(
          "center",
          "“\(campaign.center.rawValue)” would be the sixth message center. An app has Primary and at most four others: "
            + "name one that is there already.")
      }
    }
    return CampaignFile(brand: brand, links: links, campaigns: campaigns)
  }

  private func brand(_ fields: TOMLFields) throws(TOMLFileError) -> Brand {
    try fields.allow(only: [
      "name", "domain", "scheme", "esp-domain", "onelink-domain", "app-domain", "routes",
    ])
    _ = try fields.requiredText("domain")
    var brand = Brand(
      name: try fields.requiredText("name"), domain: try host(fields, "domain") ?? "",
      scheme: try fields.text("scheme") ?? "", emailDomain: try host(fields, "esp-domain"),
      oneLinkDomain: try host(fields, "onelink-domain"), appDomain: try host(fields, "app-domain"))
    let routes = try RouteTable(fields).routes
    brand.routes = routes.isEmpty ? nil : routes
    guard brand.oneLinkDomain?.hasSuffix(".onelink.me") != false else {
      throw fields.error("onelink-domain", "a OneLink domain ends in .onelink.me. Write it like that.")
    }
    try check(hostsOf: brand, fields)
    return brand
  }

  /// Refuses a host that is played as another kind already: links of one of the kinds would lead nowhere.
  private func check(hostsOf brand: Brand, _ fields: TOMLFields) throws(TOMLFileError) {
    var taken: [String: String] = [:]
    for (key, host) in brand.namedHosts {
      if let other = taken.updateValue(key, forKey: host) {
        throw fields.error(
          key, "“\(host)” is the brand's \(other) already. Each kind of link has its own host: name another.")
      }
      if let other = set.owner(of: host, besides: key) {
        throw fields.error(
          key,
          "“\(host)” is the \(other.key) of the brand in \(other.name) already. Each kind of link has its own host: "
            + "name another.")
      }
      if let vendor = VendorName.allCases.first(where: { $0.host == host }) {
        throw fields.error(
          key, "the sandbox itself has “\(host)”, for what it plays of \(vendor.rawValue). Name another host."
        )
      }
    }
  }

  private func host(_ fields: TOMLFields, _ key: String) throws(TOMLFileError) -> String? {
    guard let host = try nonEmpty(fields, key) else { return nil }
    guard HostName.isPlain(host), host.contains("."), !host.hasSuffix("."), !host.contains("_")
    else {
      throw fields.error(key, "“\(host)” is not a host name. Write it like \"news.brand.example\".")
    }
    return host
  }

  private func link(_ fields: TOMLFields, _ brand: Brand) throws(TOMLFileError) -> LinkRow {
    try fields.allow(only: ["name", "category", "url", "ios", "android", "onelink"])
    let url = try fields.requiredText("url")
    if let problem = WebAddress.problem(of: url, schemes: ["http", "https"], kind: "web link") {
      throw fields.error("url", "\(problem) Write it with https:// and a host.")
    }
    let oneLink = try fields.text("onelink") ?? ""
    if !oneLink.isEmpty {
      guard let host = WebAddress.host(of: oneLink, schemes: ["https"]), host == brand.oneLinkDomain else {
        throw fields.error(
          "onelink",
          "“\(oneLink)” is not on the brand's onelink-domain. Write it like "
            + "\"https://brand.onelink.me/abcd?deep_link_value=…\" and name that domain in [brand].")
      }
    }
    // A column that holds only blanks is empty.
    func column(_ name: String) throws(TOMLFileError) -> String {
      let text = try fields.text(name) ?? ""
      return text.allSatisfy(\.isWhitespace) ? "" : text
    }
    return LinkRow(
      name: try fields.requiredText("name"), category: try fields.text("category") ?? "", url: url,
      ios: try column("ios"), android: try column("android"),
      oneLink: oneLink)
  }

  private func campaign(
    _ table: TOMLFields, brand: Brand, links: [LinkRow]
  ) throws(TOMLFileError) -> Campaign {
    let id = try table.requiredText("id")
    let fields = table.named("\(table.place) (\(id))")
    try fields.allow(only: Self.campaignKeys)
    if let center = try nonEmpty(fields, "center"), let flaw = CenterName.flaw(in: center) {
      throw fields.error("center", flaw)
    }
    let vendors = try vendors(fields)
    let campaign = Campaign(
      id: id, center: CenterName(try fields.text("center") ?? ""), kind: try kind(fields),
      subject: try fields.requiredText("subject"), message: try fields.requiredText("message"),
      icon: try nonEmpty(fields, "icon"), deepLink: try nonEmpty(fields, "deeplink"),
      sent: try time(fields, "sent"), expires: try time(fields, "expires"),
      push: try fields.flag("push") ?? false, attachment: try attachment(fields), badge: try badge(fields),
      audience: try audience(fields),
      launch: try launch(fields), rich: try rich(fields), custom: try fields.pairs("custom"), brand: brand,
      links: links, vendors: vendors, extras: try extras(fields, of: vendors))
    try check(campaign, fields)
    try check(vendorsOf: campaign, fields)
    return campaign
  }

  private static let campaignKeys =
    [
      "id", "center", "kind", "subject", "message", "icon", "deeplink", "sent", "expires", "push",
      "attachment", "badge", "audience", "launch", "rich", "custom",
    ] + vendorKeys

  private func nonEmpty(_ fields: TOMLFields, _ key: String) throws(TOMLFileError) -> String? {
    try fields.text(key).flatMap { $0.isEmpty ? nil : $0 }
  }

  private func attachment(_ fields: TOMLFields) throws(TOMLFileError) -> String? {
    guard let url = try nonEmpty(fields, "attachment") else { return nil }
    guard try fields.flag("push") == true else {
      throw fields.error("attachment", "only a push banner has one. Add push = true.")
    }
    if let problem = WebAddress.problem(of: url, schemes: ["https"], kind: "https link") {
      throw fields.error("attachment", problem)
    }
    return url
  }

  private func kind(_ fields: TOMLFields) throws(TOMLFileError) -> MessageKind {
    guard let kind = try fields.choice("kind", of: MessageKind.self) else {
      throw fields.error("kind", "it is missing. Write kind = \"launch-app\".")
    }
    return kind
  }

  private func time(_ fields: TOMLFields, _ key: String) throws(TOMLFileError) -> Moment? {
    guard let text = try fields.text(key) else { return nil }
    guard let time = Moment(text) else {
      throw fields.error(
        key, "“\(text)” is not a time. Write \"-2h\" or \"+6d\" (s, m, h, d, w), or \"2031-01-31T22:59:59Z\"."
      )
    }
    return time
  }

  private func badge(_ fields: TOMLFields) throws(TOMLFileError) -> BadgeRule? {
    guard let text = try fields.text("badge") else { return nil }
    guard let rule = BadgeRule(text) else {
      throw fields.error("badge", "“\(text)” is not a badge rule. Write \"+1\", \"=12\" or \"clear\".")
    }
    return rule
  }

  private func audience(_ fields: TOMLFields) throws(TOMLFileError) -> [Audience] {
    guard let texts = try fields.texts("audience") else { return [.everyone] }
    var result: [Audience] = []
    for text in texts {
      guard let audience = Audience(text) else {
        throw fields.error(
          "audience",
          "“\(text)” is not a person. Write \"everyone\", \"device\", \"device:ID\" or \"user:NAME\".")
      }
      result.append(audience)
    }
    guard !result.isEmpty else {
      throw fields.error(
        "audience", "it is empty, so no one would get it. Name someone, or leave audience out.")
    }
    return result
  }

  private func launch(_ fields: TOMLFields) throws(TOMLFileError) -> Duration? {
    guard let text = try fields.text("launch") else { return nil }
    guard case .relative(let seconds)? = Moment(text), seconds >= 0 else {
      throw fields.error("launch", "“\(text)” is not a time after the start. Write it like \"+25s\".")
    }
    return .seconds(seconds)
  }

  private func rich(_ fields: TOMLFields) throws(TOMLFileError) -> RichContent? {
    guard let rich = try fields.inner("rich") else { return nil }
    try rich.allow(only: ["html", "file", "url"])
    switch (try rich.text("html"), try rich.text("file"), try rich.text("url")) {
    case (let html?, nil, nil): return .inline(html: html)
    case (nil, let file?, nil): return .servedOnce(html: try content(file, rich))
    case (nil, let file?, let url?):
      if let problem = WebAddress.problem(of: url, schemes: ["https"], kind: "https link") {
        throw rich.error("url", problem)
      }
      // A client would request another address, and not find the page.
      if let asked = WebAddress.requested(url), asked != url {
        throw rich.error("url", "“\(url)” is requested as “\(asked)”. Write it like that.")
      }
      return .hosted(url: url, html: try content(file, rich))
    default:
      throw rich.error(nil, "it needs exactly one of: html; file; url and file together.")
    }
  }

  private func content(_ file: String, _ fields: TOMLFields) throws(TOMLFileError) -> String {
    guard let load else {
      throw fields.error("file", "text that was posted names no files. Put the HTML into html = '''…'''.")
    }
    guard !file.isEmpty, !file.hasPrefix("/"), !file.split(separator: "/").contains("..") else {
      throw fields.error("file", "“\(file)” is not beside the campaign file. Put it there.")
    }
    do {
      return try load(file)
    } catch {
      if case .unreadable(_, let reason) = error {
        throw fields.error("file", "“\(file)” cannot be read: \(reason).")
      }
      throw error
    }
  }

  /// The kind is not on the wire: the app derives it from what the message carries, so both must agree (MC-19).
  private func check(_ campaign: Campaign, _ fields: TOMLFields) throws(TOMLFileError) {
    switch campaign.kind {
    case .launchApp where campaign.deepLink != nil:
      throw fields.error("deeplink", "a launch-app message leads nowhere. Use kind = \"open-url\".")
    case .openURL where campaign.deepLink == nil:
      throw fields.error("deeplink", "an open-url message needs one. Write deeplink = \"…\".")
    case .openRichMessage where campaign.rich == nil:
      throw fields.error("rich", "an open-rich-message needs content. Add [campaign.rich].")
    case .launchApp where campaign.rich != nil, .openURL where campaign.rich != nil:
      throw fields.error("rich", "only kind = \"open-rich-message\" has rich content.")
    default: break
    }
    let places = [
      ("message", campaign.message), ("deeplink", campaign.deepLink ?? ""),
      ("action", campaign.extras.actions.compactMap(\.url).joined(separator: " ")),
      ("rich", campaign.rich?.html ?? ""),
    ]
    for (key, text) in places {
      for placeholder in LinkPlaceholder.all(in: text) {
        if let problem = problem(placeholder, campaign) { throw fields.error(key, problem) }
      }
    }
    let texts = [("subject", campaign.subject)] + places.dropLast()
    for (key, text) in texts where LinkPlaceholder.hasLoose(in: text, replaces: key != "subject") {
      throw fields.error(
        key,
        "it has {{…}} that stays as it is, and people would read it. {{link:NAME}}, {{esp:NAME}} and {{onelink:NAME}} "
          + "are replaced, in message, deeplink, the url of an action and rich content.")
    }
  }

  private func problem(_ placeholder: LinkPlaceholder, _ campaign: Campaign) -> String? {
    let written = "{{\(placeholder.kind.rawValue):\(placeholder.name)}}"
    guard let row = campaign.links.first(where: { $0.name == placeholder.name }) else {
      let known = campaign.links.map(\.name)
      let names = known.isEmpty ? "There is none." : "There are: \(known.joined(separator: ", "))."
      return "\(written) names no [[link]] of this file. \(names)"
    }
    switch placeholder.kind {
    case .esp where campaign.brand.emailDomain == nil: return "\(written) needs esp-domain in [brand]."
    case .onelink where row.oneLink.isEmpty: return "\(written) needs onelink in its [[link]]."
    default: return nil
    }
  }
}
