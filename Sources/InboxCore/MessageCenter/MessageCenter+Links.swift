import InboxModel

/// Links: the one way that a front hands them on (UL-4, UL-11, UL-15, UL-16).
extension MessageCenter {
  /// One person follows one link: a second time while that is under way is the same gesture (UL-16).
  struct FollowGesture: Hashable {
    var person: Identity
    var link: String
  }

  /// Does with a link what the gesture says, tracks a campaign click, and puts the trail into the journal.
  ///
  /// - Returns: the trail; nil when this is the same gesture as one that is still in flight: nothing is sent twice.
  public func follow(_ request: LinkRequest) async -> LinkTrail? {
    guard request.gesture == .follow else { return await dryRun(request) }
    guard !settings.isReadOnly, settings.withholding == nil else { return await classify(request) }
    let gesture = FollowGesture(person: identity, link: request.link)
    var click = click(request)
    guard followsInFlight.insert(gesture).inserted else {
      click?.state = .suppressed
      await save(click)
      log(
        .link(failed: false), request.message,
        why: "suppressed: the same gesture is still resolving \(request.link)")
      return nil
    }
    defer { followsInFlight.remove(gesture) }
    let reader = identity
    await report(request)
    // Before it leaves: what a killed run asked may have been counted.
    await save(click)
    var trail = await LinkHop.$reader.withValue(reader) { await resolver.resolve(request) }
    click?.state = trail.click.state
    // Also where the person waits no longer.
    let known = click
    await perform { await self.save(known) }.value
    if trail.isCampaignClick { await track(&trail, of: reader) }
    guard reader == identity else {
      log(
        .link(failed: false), why: "\(trail.click.words) · a link that another person had followed")
      return trail
    }
    // The click first: a narrow line must not lose it.
    log(
      .link(failed: trail.isFailure), request.message,
      why: "\(trail.click.words) · \(trail.linkClass.name), \(trail.branch): \(trail.reason) · "
        + request.link, body: trail.body, link: request.link)
    if let notice = trail.facts["notice"] { publish(.linkNoticed(notice)) }
    return trail
  }

  /// A link of a message that is followed is a click of the vendor's, where it takes those (VE-5).
  private func report(_ request: LinkRequest) async {
    guard let key = request.message else { return }
    guard capabilities.clicks else { return logGesture(.clicked, key) }
    do throws(InboxError) {
      try await clicked(.init(request.link, label: request.label), in: key)
    } catch {
      notice("The click could not be stored, so it is not reported: \(error.description)", key)
    }
  }

  /// The click that a gesture is; nil for what no server counts when it is asked.
  ///
  /// A campaign click is an event of ours, which has an id and a delivery of its own (UL-11).
  private func click(_ request: LinkRequest) -> LinkClick? {
    guard resolver.counts(request.link) else { return nil }
    return LinkClick(
      id: random.orderedID(), identity: identity, session: visit.stamp?.number, sessionID: visit.stamp?.id,
      message: request.message, link: request.link, time: time.now(), state: .unknown)
  }

  /// A link is followed also where it cannot be recorded; that is logged.
  private func save(_ click: LinkClick?) async {
    guard let click else { return }
    do throws(InboxError) { try await archive.saveClick(click) } catch {
      notice("This click will not be in the report: \(error.description)", click.message)
    }
  }

  /// Where a link would lead, with nothing sent.
  private func dryRun(_ request: LinkRequest) async -> LinkTrail {
    var trail = await resolver.resolve(request)
    if trail.isCampaignClick, trail.linkClass.isTracked {
      trail.reason +=
        tracking.policy == nil ? Self.untracked : "; following it is reported as a campaign click"
    }
    return trail
  }

  /// What a link is where nothing is sent: to follow one of a captured message would be a click of a person it was not
  /// sent to.
  private func classify(_ request: LinkRequest) async -> LinkTrail {
    let reason = settings.withholding ?? Suppression.captured.words
    var dry = request
    dry.gesture = .dryRun
    var trail = await resolver.resolve(dry)
    trail.reason += " · \(reason), so nothing was sent"
    log(
      .link(failed: false), request.message,
      why: "suppressed: \(reason) · \(trail.linkClass.name), \(trail.branch) · \(request.link)")
    return trail
  }

  /// A person handed a link to the browser: what it asks there is not ours to see, but that it went there is.
  public func handedToBrowser(_ link: String) {
    let isTracked = resolver.isTracked(link) ? "; the browser counts another click" : ""
    log(.link(failed: false), why: "opened in the browser\(isTracked) · \(link)")
  }

  private static let untracked = "; this profile tracks no campaigns"

  private func track(_ trail: inout LinkTrail, of reader: Identity) async {
    // The app has the domain, and nothing in it reports campaigns: the link leads where it leads.
    guard let policy = tracking.policy else { return trail.reason += Self.untracked }
    let withholding = policy.isEvent(trail.link) ? tracker?.withholding : nil
    if let withholding { trail.reason += "; the campaign click is not sent: \(withholding)" }
    do throws(InboxError) {
      if try await track(trail.link, of: reader) { trail.click = .queued }
    } catch {
      trail.stop(
        LinkBranch.notStored.rawValue,
        "the click could not be stored, so it is not counted: \(error.description)")
    }
  }
}

extension LinkRequest {
  /// The message that the link was in.
  var message: MessageKey? { if case .message(let key) = origin { key } else { nil } }
}
