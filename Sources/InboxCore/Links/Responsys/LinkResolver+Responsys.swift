/// App links of a branded domain (UL-1…5, seeds 000 and 001).
extension LinkResolver {
  /// One GET, which is the click.
  func followResponsys(_ planned: LinkTrail) async -> LinkTrail {
    let request = LinkHop.Request(
      url: Self.requestURL(planned.link),
      headers: [.init("Accept", "application/json"), .init("User-Agent", settings.platform.userAgent)],
      timeout: limit)
    var trail: LinkTrail
    do {
      trail = settle(planned, with: try await hop.get(request))
    } catch {
      trail = planned
      fail(&trail, error, at: planned.link, within: limit, asking: "the branded domain")
    }
    if trail.isFailure { trail.notice?.error = trail.reason }
    return trail
  }

  private func settle(_ planned: LinkTrail, with answer: LinkHop.Answer) -> LinkTrail {
    var trail = planned
    trail.click = .yes
    trail.hops = [.init(url: planned.link, status: answer.status, milliseconds: answer.milliseconds)]
    guard (200..<300).contains(answer.status) else {
      // Only the vendor knows whether a request that it did not serve counts.
      trail.click = .unknown
      trail.body = Self.text(of: answer)
      trail.stop(
        "status-failure", "the branded domain answered with status \(answer.status)\(Self.excerpt(answer))")
      return trail
    }
    guard !answer.isCut else {
      trail.body = Self.text(of: answer)
      trail.stop(
        "parse-failure", "the answer is larger than \(answer.body.count) bytes\(Self.excerpt(answer))")
      return trail
    }
    do {
      return follow(trail, try PubWebAnswer(body: answer.body))
    } catch {
      trail.body = Self.text(of: answer)
      trail.stop("parse-failure", "the answer cannot be read\(Self.excerpt(answer))")
      return trail
    }
  }

  /// The deep link if there is one, else the web link, else nowhere (UL-2).
  private func follow(_ resolved: LinkTrail, _ pair: PubWebAnswer) -> LinkTrail {
    var trail = resolved
    trail.notice?.deepLink = pair.deepLink
    trail.notice?.webLink = pair.webLink
    var lead = "there is no deep link for this platform, so the web link is used"
    if let deepLink = pair.deepLink {
      let end = end(of: deepLink, for: trail.request)
      trail.branch = "deep-link"
      trail.reason = "the link resolved to the deep link \(deepLink); \(end.reason)"
      trail.outcome = end.outcome
      guard end.isRefused else { return trail }
      lead = "the deep link \(end.reason), so the web link is used"
    }
    if let webLink = pair.webLink {
      let end = webEnd(of: webLink, for: trail.request)
      trail.branch = "web-link"
      trail.reason = end.reason.isEmpty ? lead : "\(lead); \(end.reason)"
      trail.outcome = end.outcome
    }
    // Nothing that may be followed: the link itself is offered (UL-2).
    if trail.isFailure { trail.stop(trail.branch, trail.reason) }
    if pair.deepLink == nil, pair.webLink == nil {
      trail.stop("nowhere", "nowhere to go: the answer holds neither a deep link nor a web link")
    }
    return trail
  }

  /// Nothing came back; whether that was a click depends on how far the request came (UL-5).
  func fail(
    _ trail: inout LinkTrail, _ failure: LinkHop.Failure, at url: String, within seconds: Int,
    asking whom: String
  ) {
    let wasCounted = trail.click == .yes
    switch failure {
    case .refused(let reason):
      let isFirst = trail.hops.isEmpty
      let what = isFirst ? "the link is not asked" : "the redirect leads to \(url), which is not asked"
      trail.stop(isFirst ? "address-refused" : "redirect-refused", "\(what): \(reason)")
      return
    case .transport(let reason):
      trail.hops.append(.init(url: url, status: nil, milliseconds: 0))
      trail.stop("transport-failure", "\(whom) could not be reached: \(reason)")
      return
    case .interrupted(let reason):
      trail.hops.append(.init(url: url, status: nil, milliseconds: 0))
      trail.reason = "\(reason) after the request had left"
    case .timedOut:
      trail.hops.append(.init(url: url, status: nil, milliseconds: seconds * 1_000))
      trail.reason = "no answer within \(seconds) s"
    }
    if wasCounted {
      trail.stop("unknown", "\(trail.reason) from \(url); the click was counted at the first request")
    } else {
      trail.click = .unknown
      trail.stop(
        "unknown", "\(trail.reason): the click may have been counted, so it is not repeated by itself")
    }
  }

  private static func excerpt(_ answer: LinkHop.Answer) -> String {
    if let compression = answer.compression { return ": \(compression)" }
    let text = String(decoding: answer.body.prefix(200), as: UTF8.self)
    return text.isEmpty ? "" : ": \(text)"
  }
}
