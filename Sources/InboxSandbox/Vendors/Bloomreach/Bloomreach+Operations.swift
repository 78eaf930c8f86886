import HTTPTypes
import InboxCore

extension Bloomreach {
  var operations: [APIOperation] { inbox + tracking + [customerTokens] }

  private static let ids = APISchema.map(.text, atLeast: 1)
  private static let success = APIOperation.Content.json(.object(["success!": .flag]))
  private static let wrongBody = APIOperation.Content.json(
    .object(["success!": .flag, "errors!": .list(.text, atLeast: 1)]))
  private static let noAccess = APIOperation.Content.json(.object(["success!": .flag, "error!": .text]))

  private func operation(_ operation: APIOperation, _ access: [[APIAccess]]) -> APIOperation {
    var operation = operation
    operation.access = access
    for status in [401, 403, 404] { operation.errors[status] = Self.noAccess }
    guard operation.body != nil else { return operation }
    operation.errors[400] = Self.wrongBody
    operation.errors[413] = .json(.object(["error!": .text]))
    return operation
  }

  private var inbox: [APIOperation] {
    let item = APISchema.object([
      "id!": .text, "type!": .choice(["push", "html"]), "is_read!": .flag, "create_time!": .number,
      "expire_time": .number, "content!": .map(.any),
    ])
    let fetch = APIOperation.Content.json(
      .object([
        "customer_ids!": Self.ids,
        "application_id": .text("^[a-z0-9]+(?:[-.][a-z0-9]+)*$", atMost: 50), "sync_token": .text.orNull,
      ]))
    let mark = APIOperation.Content.json(
      .object([
        "customer_ids!": Self.ids, "message_ids!": .list(.text, atLeast: 1), "sync_token!": .text,
      ]))
    let list = APIOperation.Content.json(
      .object(["success!": .flag, "sync_token!": .text, "messages!": .list(item)]))
    return ["projects/{project}", "streams/{stream}"].flatMap { place -> [APIOperation] in
      let access: [[APIAccess]] =
        place.hasPrefix("streams") ? [[.customerToken]] : [[.bloomreachKey], [.customerToken]]
      return [
        operation(
          APIOperation(
            .post, "/webxp/\(place)/appinbox/fetch", "The App Inbox, or what changed since the sync token",
            body: fetch, returns: list, errors: [410: Self.wrongBody]), access),
        operation(
          APIOperation(
            .post, "/webxp/\(place)/appinbox/markasread", "Marks messages as read", body: mark,
            returns: Self.success), access),
      ]
    }
  }

  private var tracking: [APIOperation] {
    let event: KeyValuePairs<String, APISchema> = [
      "customer_ids!": Self.ids, "event_type!": .text, "timestamp": .number.orNull,
      "properties": .map(.any).orNull, "url": .text.orNull,
    ]
    let bodies: [(String, String, APISchema)] = [
      ("customers/events", "Takes an event", .object(event)),
      ("campaigns/clicks", "Takes a campaign click", .object(event)),
      (
        "customers", "Takes the properties of a customer",
        .object(["customer_ids!": Self.ids, "properties": .map(.any).orNull])
      ),
    ]
    let keys: [[APIAccess]] = [[.bloomreachKey], [.bloomreachPrivateKey]]
    let time = APISchema.object(["success!": .flag, "time!": .number])
    return bodies.flatMap { path, summary, body in
      [
        operation(
          APIOperation(
            .post, "/track/v2/projects/{project}/\(path)", summary, body: .json(body), returns: Self.success),
          keys),
        operation(
          APIOperation(
            .post, "/track/u/v1/\(path)", summary + " of a stream",
            query: [.init(name: "stream_id", isRequired: true)], body: .json(body), returns: Self.success),
          [[], [.customerToken]]),
      ]
    } + [
      operation(
        APIOperation(
          .post, "/track/v2/projects/{project}/batch", "Takes several commands, each for itself",
          body: .json(.object(["commands!": .list(.object(["name!": .text, "data": .map(.any)]))])),
          returns: .json(
            .object([
              "success!": .flag, "results!": .list(.map(.any)), "start_time!": .number, "end_time!": .number,
            ]))), keys),
      operation(
        APIOperation(
          .get, "/track/v2/projects/{project}/system/time", "The time in seconds", returns: .json(time)), keys
      ),
    ]
  }

  private var customerTokens: APIOperation {
    operation(
      APIOperation(
        .post, "/webxp/exampleapp/customertokens", "Hands out a customer token, as the example app's server",
        body: .json(
          .object(["project_id!": .text, "kid!": .text, "sub!": Self.ids, "exp": .whole(0)])),
        returns: .json(.object(["customer_token!": .text, "expire_time!": .whole(0)]))), [])
  }
}
