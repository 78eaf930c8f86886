import HTTPTypes
import InboxCore

extension Responsys {
  var operations: [APIOperation] {
    let message = APISchema.object([
      "id!": .text, "sent_ts!": .text, "subject!": .text, "message!": .text, "message_center_name": .text,
      "deeplink_url": .text, "richmessage_url": .text, "richmessage_html": .text, "icon_url": .text,
      "expiry_ts": .text, "custom_key_value_pairs": .map(.text),
    ])
    let event = APISchema.object([
      "id!": .text, "type!": .choice(["display", "open"]), "identity!": .text, "message_id!": .text,
      "message_center_name": .text, "ts!": .text,
      "session": .object(["id!": .text, "number!": .whole(0)]),
    ])
    let badge = APIOperation.Content.json(.object(["count!": .whole(0), "version": .whole(0)]))
    return [
      operation(
        APIOperation(
          .get, "/mc/v1/centers/{center}/messages", "The 20 newest unexpired messages of a center",
          returns: .json(.object(["message_center_name!": .text, "messages!": .list(message)]))), 404),
      operation(
        APIOperation(
          .get, "/mc/v1/rich/{id}", "Rich content, once for each identity", returns: .text("text/html")),
        404, 410),
      operation(
        APIOperation(
          .post, "/mc/v1/engagements", "Displays and opens, each counted once by its id",
          body: .json(.object(["sent_ts": .text, "events!": .list(event)])),
          returns: .json(
            .object([
              "accepted!": .list(.text), "duplicates!": .list(.text), "late": .list(.text),
              "generation": .whole(1),
            ]))), 413, 422),
      operation(APIOperation(.get, "/mc/v1/badge", "The badge that is held", returns: badge)),
      operation(
        APIOperation(
          .put, "/mc/v1/badge", "Sets the badge; returns what is held, capped",
          body: .json(.object(["count!": .whole(0)])), returns: badge), 413, 422),
      operation(
        APIOperation(
          .get, "/mc/v1/pushes", "Pushes: one JSON object a line, until the client goes",
          returns: .text("application/x-ndjson"))),
    ]
  }

  private func operation(_ operation: APIOperation, _ statuses: Int...) -> APIOperation {
    var operation = operation
    operation.access = [[.appToken, .accountToken, .identity]]
    for status in statuses + [400] {
      operation.errors[status] = .json(.object(["error!": .text, "served_ts": .text]))
    }
    return operation
  }
}
