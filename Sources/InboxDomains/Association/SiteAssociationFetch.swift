package import InboxCore
package import InboxModel
import InboxVendors

/// Fetches a domain's association file as Apple's servers do (UL-7).
///
/// Over https only, first at `/.well-known/`, then at the root; no redirect is followed; at most 128 KiB; the
/// content type does not matter (Apple App Search guide; WWDC19 session 717).
package struct SiteAssociationFetch: Sendable {
  /// Where the file may be, in the order of asking.
  package static let paths = ["/.well-known/apple-app-site-association", "/apple-app-site-association"]
  /// Seconds that one place may take.
  package static let timeout = 10

  /// What happened at one place.
  package struct Attempt: Hashable, Sendable {
    package var url: String
    /// HTTP status; nil without a response.
    package var status: Int?
    package var milliseconds: Int
    /// Why the file there cannot be used; nil if it can.
    package var problem: String?
    /// The `Content-Type` of the response, as received.
    package var contentType: String?

    /// Whether there is no file, as a server says it in good order.
    var isMissing: Bool { status == 404 || status == 410 }
  }

  /// What a fetch gave.
  package struct Outcome: Hashable, Sendable {
    /// What happened at each place that was asked, in order; the last one is where the file was found.
    package var attempts: [Attempt]
    /// The file; nil if no place has a usable one.
    package var association: SiteAssociation?
    /// Where the file was found; nil if nowhere.
    package var place: String?

    /// What Apple does not say it takes: a first place that is broken, as it is not known whether the second is
    /// requested then, and what is not JSON by its standard.
    var doubts: [String] {
      let broken = attempts.dropLast().filter { !$0.isMissing }.map { attempt in
        "\(attempt.url) is requested first, and there \(attempt.problem ?? "it is unusable"); "
          + "it is not documented whether Apple's servers then go on to the second place"
      }
      return (association == nil ? [] : broken) + (association?.doubts ?? [])
    }

    /// What is odd and does no harm.
    var notes: [String] {
      guard let association, let type = attempts.last.map(\.contentType) else { return [] }
      let essence = type?.prefix { $0 != ";" }.lowercased().filter { $0 != " " }
      let typeNote =
        essence == "application/json"
        ? [] : ["it is sent \(type.map { "as \($0)" } ?? "without a content type"), not as application/json"]
      let rest = association.remarks.count - 5
      return typeNote + association.remarks.prefix(5) + (rest > 0 ? ["and \(rest) more such"] : [])
    }
  }

  private let hop: LinkHop

  package init(hop: LinkHop) { self.hop = hop }

  /// Asks a domain for its file.
  ///
  /// What goes wrong on the way is in the outcome.
  ///
  /// - Throws: ``InboxError/configuration(_:)`` for what is not a host name; nothing was asked then.
  package func fetch(domain: String) async throws(InboxError) -> Outcome {
    if let problem = AssociatedDomain.problem(ofHost: domain) {
      let shown = JSONValue.string(String(domain.prefix(120))).serialized
      throw .configuration("The domain \(shown) \(problem).")
    }
    var outcome = Outcome(attempts: [], association: nil, place: nil)
    for path in Self.paths {
      let (attempt, association) = await ask("https://\(domain.lowercased())\(path)")
      outcome.attempts.append(attempt)
      if let association {
        outcome.association = association
        outcome.place = attempt.url
        break
      }
    }
    return outcome
  }

  private func ask(_ url: String) async -> (Attempt, SiteAssociation?) {
    var attempt = Attempt(url: url, milliseconds: 0)
    let request = LinkHop.Request(
      url: url, headers: [.init("Accept", "application/json"), .init("Accept-Encoding", "identity")],
      timeout: Self.timeout,
      limit: SiteAssociation.largest, isHostChosen: true)
    do {
      let response = try await hop.get(request)
      attempt.status = response.status
      attempt.milliseconds = response.milliseconds
      attempt.contentType = response.contentType
      attempt.problem = Self.problem(of: response)
      let association = attempt.problem == nil ? read(response, &attempt) : nil
      return (attempt, association)
    } catch {
      if error == .timedOut { attempt.milliseconds = Self.timeout * 1_000 }
      attempt.problem = Self.sentence(for: error)
      return (attempt, nil)
    }
  }

  private func read(_ response: LinkHop.Response, _ attempt: inout Attempt) -> SiteAssociation? {
    do throws(InboxError) { return try SiteAssociation(body: response.body) } catch {
      attempt.problem = "the file cannot be used: \(error.clause)"
      return nil
    }
  }

  private static func problem(of response: LinkHop.Response) -> String? {
    switch response.status {
    case 200:
      if let compression = response.compression {
        return "the file cannot be used: \(compression); serve it plain unless compression is requested"
      }
      return response.isCut
        ? "the file is larger than \(SiteAssociation.largest) bytes; iOS takes no more" : nil
    case 300..<400:
      guard let location = response.location else {
        return "it responds with status \(response.status), a redirect; Apple follows none"
      }
      let place = JSONValue.string(String(location.prefix(200))).serialized
      return "it redirects (status \(response.status)) to \(place); Apple follows no redirect"
    case 404, 410: return "there is no file (status \(response.status))"
    default: return "it responds with status \(response.status) instead of 200"
    }
  }

  private static func sentence(for failure: LinkHop.Failure) -> String {
    switch failure {
    case .refused(let reason): "it is not asked: \(reason)"
    case .transport(let reason): "it cannot be reached: \(reason)"
    case .interrupted(let reason): "the connection broke: \(reason)"
    case .timedOut: "there was no response within \(timeout) s"
    }
  }
}
