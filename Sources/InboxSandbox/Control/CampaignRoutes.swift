import struct Foundation.Data
import class Foundation.JSONDecoder
import HTTPTypes
import Hummingbird
import InboxModel
import InboxTOML

/// `/sandbox/campaigns`: what is loaded, and launching while clients run (SB-2).
struct CampaignRoutes: Sendable {
  let account: Account
  let campaigns: [Campaign]
  /// The hosts that the HTTPS listener plays.
  let hosts: Set<String>

  private static let message: APISchema = ["message_id!": .text, "message_center_name!": .text]
  /// With the vendors where the campaign goes to some of them.
  private static let launched = APISchema.list(
    ["message_id!": .text, "message_center_name!": .text, "vendors": .list(.text)])

  var all: [APIRoute] {
    [
      .own(
        .get, "/sandbox/campaigns", "The campaigns that are loaded", returns: .json(.list(.map(.any)))
      ) { _, _ in Response.json(.array(try await list())) },
      .own(
        .post, "/sandbox/campaigns", "Launches the campaigns of a TOML file now",
        details: #"or of {"toml":TEXT,"files":{NAME:TEXT}}, with the HTML files that it names"#,
        body: .text("text/plain"), or: .json(["toml!": .text, "files!": .map(.text)]),
        returns: .json(["launched!": Self.launched, "hosts_not_played!": .list(.text)])
      ) { request, _ in try await launchPosted(request) },
      .own(
        .post, "/sandbox/campaigns/{id}/launch", "Launches a loaded campaign now, again if need be",
        query: [.init("center", .text, "one center, instead of every one that has it")],
        returns: .json(["launched!": Self.launched]), errors: 404
      ) { request, context in
        let campaigns = try await named(context.parameter("id"), in: request.query("center"))
        let launched = try await launch(campaigns.map(\.sentNow))
        return Response.json(.members(["launched": launched]))
      },
      .own(
        .post, "/sandbox/campaigns/{id}/withdraw", "Withdraws every message of a campaign",
        returns: .json(["withdrawn!": .list(Self.message)]), errors: 404
      ) { _, context in
        let id = try context.parameter("id")
        let keys = try await account.withdraw(campaign: id)
        guard !keys.isEmpty else {
          _ = try await named(id, in: nil)
          throw Refusal(status: .notFound, error: "The campaign “\(id)” has no launched message.")
        }
        return Response.json(.members(["withdrawn": keys.map { Self.record($0) }]))
      },
    ]
  }

  /// The campaigns of an id: in every center that has it (MC-20), or in the one that is named.
  private func named(_ id: String, in center: String?) async throws -> [Campaign] {
    let named = try await account.campaigns(besides: campaigns).filter { $0.id == id }
    guard !named.isEmpty else {
      throw Refusal(
        status: .notFound,
        error: "There is no campaign “\(id)”. ‘inbox campaign list’ and GET /sandbox/campaigns list them.")
    }
    guard let center else { return named }
    let campaigns = named.filter { $0.center == CenterName(center) }
    guard !campaigns.isEmpty else {
      let centers = named.map(\.center.rawValue).joined(separator: ", ")
      throw Refusal(
        status: .notFound,
        error: "The campaign “\(id)” is not in the center “\(center)”. It is in: \(centers).")
    }
    return campaigns
  }

  private func list() async throws -> [JSONValue] {
    var records: [JSONValue] = []
    let all = try await account.campaigns(besides: campaigns)
    let launched = try await account.launchedCampaigns()
    let known = Set(all.map(\.key))
    let whole = Set(launched.filter(\.isWhole).map { MessageKey(center: $0.center, id: MessageID($0.id)) })
    for campaign in all {
      let launch = campaign.launch.map { "+\($0.components.seconds)s" }
      records.append(
        .members([
          "id": campaign.id, "brand": campaign.brand.name, "domain": campaign.brand.domain,
          "message_center_name": campaign.center.rawValue, "kind": campaign.kind.rawValue,
          "subject": campaign.subject, "push": campaign.push,
          "attachment": JSONValue.orNull(campaign.attachment),
          "badge": JSONValue.orNull(campaign.badge?.text), "audience": campaign.audience.map(\.text),
          "vendors": campaign.vendors.map(\.rawValue), "launch": JSONValue.orNull(launch),
          "launched": whole.contains(campaign.key),
        ]))
    }
    for (id, center, subject, _) in launched
    where !known.contains(MessageKey(center: center, id: MessageID(id))) {
      records.append(
        .members(["id": id, "message_center_name": center.rawValue, "subject": subject, "launched": true]))
    }
    return records
  }

  private func launchPosted(_ request: Request) async throws -> Response {
    let text = String(decoding: try await request.bodyData(), as: UTF8.self)
    let name = "campaign.toml"
    let played = CampaignSet(played: campaigns, in: try await account.centers())
    let upload = try Self.upload(text)
    let file: CampaignFile
    do throws(TOMLFileError) {
      if let upload {
        file = try upload.file(name: name, after: played)
      } else {
        file = try CampaignFile.parse(text, name: name, after: played)
      }
    } catch {
      throw Refusal(status: .unprocessableContent, error: error.description)
    }
    return try await launch(file)
  }

  /// A file with those that it names, as ‘inbox campaign launch’ sends it; nil for what is not JSON.
  private static func upload(_ text: String) throws -> CampaignUpload? {
    guard text.first(where: { !$0.isWhitespace }) == "{" else { return nil }
    do { return try JSONDecoder().decode(CampaignUpload.self, from: Data(text.utf8)) } catch {
      throw Refusal(
        status: .unprocessableContent,
        error: #"The JSON is not {"toml":TEXT,"files":{NAME:TEXT}}, as this version takes campaign files."#)
    }
  }

  private func launch(_ file: CampaignFile) async throws -> Response {
    let launched = try await launch(file.campaigns)
    let unplayed = file.hosts.subtracting(hosts).sorted()
    return .json(
      .members([
        "launched": launched,
        // The listener's certificate was made at the start: links to other hosts lead nowhere.
        "hosts_not_played": unplayed,
      ]))
  }

  /// Launches campaigns, all or none, and returns their messages, each with its vendors where it goes to some of them.
  private func launch(_ campaigns: [Campaign]) async throws -> [JSONValue] {
    zip(campaigns, try await account.launch(campaigns)).map { campaign, key in
      Self.record(key, for: campaign.goesToAll ? nil : campaign.vendors)
    }
  }

  private static func record(_ key: MessageKey, for vendors: [VendorName]? = nil) -> JSONValue {
    .members([
      "message_id": key.id.rawValue, "message_center_name": key.center.rawValue,
      "vendors": vendors?.map(\.rawValue),
    ])
  }
}

extension CampaignFile {
  /// Every host that its links, pages and pictures are on.
  var hosts: Set<String> {
    var hosts = brand.hosts
    for link in links {
      hosts.formUnion(WebAddress.host(of: link.url, schemes: ["http", "https"]).map { [$0] } ?? [])
    }
    for campaign in campaigns {
      if case .hosted(let url, _)? = campaign.rich, let host = WebAddress.host(of: url, schemes: ["https"]) {
        hosts.insert(host)
      }
      hosts.formUnion([campaign.icon, campaign.attachment].compactMap { $0.flatMap(PictureLibrary.host) })
      for url in campaign.extras.actions.compactMap(\.url) {
        hosts.formUnion(WebAddress.host(of: url, schemes: ["http", "https"]).map { [$0] } ?? [])
      }
      hosts.formUnion(campaign.rich.map { PictureLibrary.hosts(in: $0.html) } ?? [])
    }
    return hosts
  }
}
