import HTTPTypes

/// The sandbox's own paths for its OpenAPI document.
enum ControlOperations {
  static let all: [APIOperation] = receipts + campaigns + rest

  private static let receipts: [APIOperation] = {
    let filters: [APIOperation.Parameter] = [
      .init(name: "type", schema: .choice(VendorReceipt.Kind.allCases.map(\.rawValue))),
      .init(name: "message"), .init(name: "identity"),
      .init(name: "vendor", schema: .choice(VendorName.allCases.map(\.rawValue))),
      .init(name: "limit", schema: .whole(0, 3_600_000)),
      .init(name: "wait", schema: .whole(0, 3_600_000)),
      .init(name: "of", schema: .choice(ReceiptKind.allCases.map(\.rawValue))),
      .init(name: "timeout", schema: .whole(0, 3_600_000)),
      .init(name: "quiet_ms", schema: .whole(0, 3_600_000)),
    ]
    let receipts = APISchema.object([
      "generation!": .whole(1), "began": .text, "since": .text, "reached": .text, "now": .text,
      "reset": .text, "duplicates!": .whole(0), "late!": .whole(0),
      "badge!": .list(.any), "clicks!": .list(.any), "engagements!": .list(.any), "events!": .list(.any),
      "fetches!": .list(.any), "pictures!": .list(.any), "rich!": .list(.any), "tracking!": .list(.any),
      "expired": .map(.whole(0)), "kept": .map(.any),
    ])
    return [
      .own(
        .get, "/sandbox/receipts", "Everything received since the last reset", query: filters,
        returns: .json(receipts), errors: 408, 410),
      .own(
        .post, "/sandbox/reset", "Begins a generation of receipts",
        query: [.init(name: "with", schema: .choice(["receipts"]))],
        returns: .json(.object(["generation!": .whole(1), "ended": receipts]))),
      .own(
        .get, "/sandbox/mail", "The links of the mails, in each way they are tracked",
        query: [.init(name: "message")],
        returns: .json(.list(.object(["name!": .text, "kind!": .text, "url!": .text])))),
      .own(
        .get, "/sandbox/requests", "The last 1000 requests, and 500 that were refused",
        returns: .json(.list(.map(.any)))),
      .own(
        .get, "/sandbox/lines", "Open push lines",
        returns: .json(
          .object([
            "open!": .whole(0), "opened!": .whole(0), "said!": .whole(0).orNull,
            "lines!": .list(.object(["number!": .whole(1), "identity!": .text, "said!": .whole(0)])),
          ]))),
      .own(
        .get, "/sandbox/badge", "The badge",
        query: [.init(name: "identity", isRequired: true)],
        returns: .json(.object(["identity!": .text, "count!": .whole(0)]))),
    ]
  }()

  private static let campaigns: [APIOperation] = {
    let message = APISchema.object(["message_id!": .text, "message_center_name!": .text])
    // The vendors where the campaign goes to some of them.
    let launched = APISchema.object([
      "message_id!": .text, "message_center_name!": .text, "vendors": .list(.text),
    ])
    var post = APIOperation.own(
      .post, "/sandbox/campaigns", "Launches the campaigns of a TOML file",
      body: .text("text/plain"),
      returns: .json(.object(["launched!": .list(launched), "hosts_not_played!": .list(.text)])),
      errors: 413, 422)
    // With the HTML files that it names.
    post.otherBody = .json(.object(["toml!": .text, "files!": .map(.text)]))
    return [
      .own(
        .get, "/sandbox/campaigns", "The campaigns that are loaded", returns: .json(.list(.map(.any)))),
      post,
      .own(
        .post, "/sandbox/campaigns/{id}/launch",
        "Launches a loaded campaign now, in one center or in all that have it",
        query: [.init(name: "center")],
        returns: .json(.object(["launched!": .list(launched)])), errors: 404),
      .own(
        .post, "/sandbox/campaigns/{id}/withdraw", "Withdraws every message of a campaign",
        returns: .json(.object(["withdrawn!": .list(message)])), errors: 404),
    ]
  }()

  private static let rest: [APIOperation] = {
    let faults = APIOperation.Content.json(.list(.map(.any)))
    let clock = APIOperation.Content.json(
      .object(["running!": .flag, "ahead_s": .number.orNull, "now!": .text]))
    return [
      .own(.get, "/sandbox/faults", "The faults that are set", returns: faults),
      .own(
        .post, "/sandbox/faults", "Sets a fault, in words or as an object",
        body: .text("text/plain"), returns: faults, errors: 413, 422),
      .own(
        .delete, "/sandbox/faults", "Clears one fault or all",
        query: [
          .init(
            name: "endpoint",
            schema: .choice([FaultText.everywhere] + FaultEndpoint.allCases.map(\.rawValue)))
        ],
        returns: faults, errors: 422),
      .own(.get, "/sandbox/clock", "How the clock goes", returns: clock),
      .own(
        .post, "/sandbox/clock", "Moves, sets, stops or runs the clock", body: .text("text/plain"),
        returns: clock, errors: 413, 422),
      .own(.get, "/sandbox", "What there is, for a person", returns: .text("text/plain")),
      .own(.get, "/sandbox/openapi.json", "This document", returns: .json(.map(.any))),
    ]
  }()
}
