import class Foundation.JSONEncoder
import HTTPTypes
import Hummingbird
import InboxModel

/// `/sandbox/spaces`: makes, lists and removes the spaces of testers, each with what its clients need (TS-2).
struct SpaceRoutes: Sendable {
  let spaces: Spaces

  /// How long receipts are kept, and how many.
  private static let wanted: APIOperation.Content = .json(["keep_days": .whole(1), "limit": .whole(1)])

  /// As `endpoint.json` has it for the main space.
  private static let handout: APIOperation.Content = .json(.map(.any))

  var all: [APIRoute] {
    [
      .own(
        .get, "/sandbox/spaces", "The spaces that there are",
        returns: .json(
          .list([
            "space!": .text, "made_ts!": .text, "keep_days!": .whole(1), "limit!": .whole(1),
            "kept": .map(.any),
          ]))
      ) { _, _ in
        let kept = try await spaces.register.kept()
        let list = try await spaces.register.all().map { name, made, retention in
          var members = Self.members(name, retention)
          members["made_ts"] = .string(WireDate.format(made))
          members["kept"] = try kept[name].map { try JSONValue.parse(JSONEncoder().encode($0)) }
          return JSONValue.object(members)
        }
        return Response.json(.array(list))
      },
      .own(
        .post, "/sandbox/spaces/{space}", "Makes a space", body: Self.wanted, needsBody: false,
        returns: Self.handout, errors: 409
      ) { request, context in
        let name = try Self.name(context)
        let wanted = try await Self.settings(request)
        let retention = Retention(
          days: wanted.days ?? Retention.usual.days, limit: wanted.limit ?? Retention.usual.limit)
        let base = context.baseURL(of: request)
        guard let handout = try await spaces.create(name, keeping: retention, base: base) else {
          throw Refusal(
            status: .conflict,
            error:
              "The space “\(name)” already exists. The person who created it has its tokens in a file; rotating it "
              + "ends them for everyone.")
        }
        return Response.json(try handout.value)
      },
      .own(
        .patch, "/sandbox/spaces/{space}", "Sets how long receipts of a space are kept, and how many",
        body: Self.wanted, returns: .json(["space!": .text, "keep_days!": .whole(1), "limit!": .whole(1)]),
        errors: 404
      ) { request, context in
        let name = try Self.name(context, mayBeMain: true)
        let wanted = try await Self.settings(request)
        guard let retention = try await spaces.set(days: wanted.days, limit: wanted.limit, of: name) else {
          throw Self.unknown(name)
        }
        return Response.json(.object(Self.members(name, retention)))
      },
      .own(
        .post, "/sandbox/spaces/{space}/rotate", "Gives a space new tokens", returns: Self.handout,
        errors: 404, 422
      ) { request, context in
        let name = try Self.name(context)
        guard let handout = try await spaces.rotate(name, base: context.baseURL(of: request)) else {
          throw Self.unknown(name)
        }
        return Response.json(try handout.value)
      },
      .own(
        .delete, "/sandbox/spaces/{space}", "Removes a space and everything in it",
        returns: .json(["removed!": .text]), errors: 404, 422
      ) { _, context in
        let name = try Self.name(context)
        guard try await spaces.remove(name) else { throw Self.unknown(name) }
        return Response.json(.members(["removed": name.rawValue]))
      },
    ]
  }

  private static func members(_ name: SpaceName, _ retention: Retention) -> [String: JSONValue] {
    .init(["space": name.rawValue, "keep_days": retention.days, "limit": retention.limit])
  }

  /// How long receipts are kept, and how many, as the body says; nil where it does not.
  private static func settings(_ request: Request) async throws -> (days: Int?, limit: Int?) {
    let body = try await request.bodyData()
    guard !body.isEmpty else { return (nil, nil) }
    let value = try Refusal.unprocessable { () throws(InboxError) in try JSONValue.parse(body) }
    let possible = ["keep_days": Retention.possibleDays, "limit": Retention.possibleLimits]
    guard case .object(let members) = value,
      members.allSatisfy({ name, value in possible[name].map { $0.contains(value.integer ?? .min) } ?? false }
      )
    else {
      throw Refusal(
        status: .unprocessableContent,
        error:
          "A space has keep_days from \(Retention.possibleDays.lowerBound) to \(Retention.possibleDays.upperBound) "
          + "and limit from \(Retention.possibleLimits.lowerBound) to \(Retention.possibleLimits.upperBound)."
      )
    }
    return (members["keep_days"]?.integer, members["limit"]?.integer)
  }

  private static func name(_ context: SandboxContext, mayBeMain: Bool = false) throws -> SpaceName {
    let text = try context.parameter("space")
    guard let name = SpaceName(text), name != .main || mayBeMain else {
      throw Refusal(
        status: .unprocessableContent,
        error: "A space's name has \(SpaceName.form), and is not “\(SpaceName.main)”.")
    }
    return name
  }

  private static func unknown(_ name: SpaceName) -> Refusal {
    Refusal(
      status: .notFound,
      error: "There is no space “\(name)”. ‘inbox space list’, or GET /sandbox/spaces, lists them.")
  }
}
