import Hummingbird
import InboxModel

/// `/sandbox/clock`: one clock for the sandbox and its clients (SB-4).
struct ClockRoutes: Sendable {
  let clock: ClockControl

  private static let content = APIOperation.Content.json(
    ["running!": .flag, "ahead_s": .number.orNull, "now!": .text])

  var all: [APIRoute] {
    [
      .own(.get, "/sandbox/clock", "How the clock goes", returns: Self.content) { _, _ in
        Self.respond(await clock.reading)
      },
      .own(
        .post, "/sandbox/clock", "Moves, sets, stops or runs the clock, which clients follow",
        details: "\(ClockChange.forms); or an earlier response", body: .text("text/plain"),
        returns: Self.content
      ) { request, _ in
        let body = try await request.bodyData()
        let words = String(decoding: body, as: UTF8.self).split(whereSeparator: \.isWhitespace)
          .joined(separator: " ")
        if words.hasPrefix("{") {
          let reading = try Refusal.unprocessable { () throws(InboxError) in
            try ClockWire.reading(JSONValue.parse(body))
          }
          return try await respond { try await clock.follow(reading) }
        }
        guard let change = ClockChange(words) else {
          throw Refusal(status: .unprocessableContent, error: ClockText.mistake(String(words.prefix(40))))
        }
        return try await respond { try await clock.apply(change) }
      },
    ]
  }

  private func respond(_ put: () async throws -> ClockReading) async throws -> Response {
    do { return Self.respond(try await put()) } catch let error as SandboxError {
      guard case .clockOutOfRange = error else { throw error }
      throw Refusal(status: .unprocessableContent, error: error.description)
    }
  }

  private static func respond(_ reading: ClockReading) -> Response {
    .json(.object(ClockWire.fields(reading)))
  }
}
