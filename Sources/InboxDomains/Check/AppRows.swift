import InboxModel

/// The rows about the association of the domain with the app: the file on the domain and the app's entitlement.
struct AppRows {
  typealias Row = DomainCheck.Row

  let host: String
  let vendor: DomainVendor
  let appID: String?
  /// The link that was looked at; nil where none was given.
  let appLink: String?

  private static let isPending = "the file could not be read"
  private static let pendingRemedy = "Fix the apple-app-site-association file first."

  func rows(_ association: AssociationFacts, _ coverage: AssociatedDomainCoverage?) -> [Row] {
    let file = [file(association), app(association), appPath(association)]
    // The others have no links that are to stay in the browser.
    let web = vendor == .responsys ? [webPath(association)] : []
    return file + web + [entitlement(coverage)]
  }

  private func isReadable(_ association: AssociationFacts) -> Bool {
    association.place != nil && association.problem == nil
  }

  private func file(_ association: AssociationFacts) -> Row {
    let verdict: DomainCheck.Verdict
    let seen: String
    switch (association.place, association.problem) {
    case (let place?, nil):
      verdict = association.doubts.isEmpty ? .pass : .unknown
      seen = ([place] + association.doubts + association.notes).joined(separator: "; ")
    case (let place?, let problem?): (verdict, seen) = (.fail, "\(place): \(problem)")
    case (nil, let problem?): (verdict, seen) = (association.isUnreachable ? .unknown : .fail, problem)
    case (nil, nil): (verdict, seen) = (.unknown, "nothing is known of the file")
    }
    let remedy =
      verdict == .fail
      ? vendor.association(
        "an apple-app-site-association file in place on \(host), for https and without redirects")
      : association.doubts.isEmpty
        ? "Fix the connection, then check again."
        : vendor.association(
          "one file at \(SiteAssociationFetch.paths[0]) of \(host): plain JSON in UTF-8, with nothing before it"
        )
    return row("aasa", "apple-app-site-association file", verdict, seen, remedy)
  }

  private func app(_ association: AssociationFacts) -> Row {
    func row(_ verdict: DomainCheck.Verdict, _ seen: String, _ remedy: String) -> Row {
      self.row("app-id", "the file names the app", verdict, seen, remedy)
    }
    guard isReadable(association) else { return row(.unknown, Self.isPending, Self.pendingRemedy) }
    let named = association.appIDs.isEmpty ? "no app" : association.appIDs.joined(separator: ", ")
    guard let appID else {
      return row(
        .unknown, named, "Give --app-id with the app's team identifier and bundle id, TEAMID.bundle.id.")
    }
    guard !association.appIDs.contains(appID) else { return row(.pass, appID, "") }
    return row(
      .fail, "\(named), not \(appID)", vendor.association("the app id \(appID) into the file on \(host)"))
  }

  private func appPath(_ association: AssociationFacts) -> Row {
    guard let appLink else {
      return row(
        "app-path", "a link opens the app", .unknown, "no link was given",
        "Give --sample with a link of the domain as a message has it; it is matched, not requested.")
    }
    let path = Self.path(appLink)
    let request = "the path “\(path)” for the app into the file on \(host), before any rule that excludes it"
    return row(
      "app-path", "\(path) opens the app", association.appPath, wanted: .match, vendor.association(request),
      association)
  }

  private func webPath(_ association: AssociationFacts) -> Row {
    let request =
      "only the path “\(appLink.map(Self.path) ?? "/pub/acc")” for the app into the file on \(host), so that other links "
      + "go to the web site"
    return row(
      "web-path", "/pub/cc stays in the browser", association.webPath, wanted: .noMatch,
      vendor.association(request), association)
  }

  private static func path(_ link: String) -> String {
    let path = WebLink(valid: link)?.path ?? ""
    return path.isEmpty ? "/" : path
  }

  /// The verdict of ‘inbox links match’ on the same link, in its words.
  private func row(
    _ id: String, _ title: String, _ decision: AssociationDecision?,
    wanted: AssociationDecision.Verdict, _ remedy: String, _ association: AssociationFacts
  ) -> Row {
    guard isReadable(association) else { return row(id, title, .unknown, Self.isPending, Self.pendingRemedy) }
    guard let decision else {
      return row(
        id, title, .unknown, "the file has no rules for the app", "Have the app named in the file first.")
    }
    let isRight = (decision.verdict == .match) == (wanted == .match)
    return row(
      id, title, isRight ? .pass : .fail, "\(decision.verdict.rawValue): \(decision.rule)", remedy)
  }

  private func row(
    _ id: String, _ title: String, _ verdict: DomainCheck.Verdict, _ seen: String, _ remedy: String
  ) -> Row {
    Row(id: id, title: title, verdict: verdict, seen: seen, remedy: remedy)
  }

  private func entitlement(_ coverage: AssociatedDomainCoverage?) -> Row {
    func row(_ verdict: DomainCheck.Verdict, _ seen: String, _ remedy: String) -> Row {
      self.row("entitlement", "the app's entitlement covers the domain", verdict, seen, remedy)
    }
    guard let coverage else {
      return row(
        .unknown, "no entitlements were given", "Give --entitlements with the app's .entitlements file.")
    }
    guard let entry = coverage.entry else {
      return row(
        .fail, ([coverage.reason] + coverage.problems).joined(separator: "; "),
        "In Xcode's Capabilities, under Associated Domains, add applinks:\(host), and publish the app.")
    }
    guard let mode = entry.mode else { return row(.pass, entry.text, "") }
    return row(
      .unknown,
      "\(entry.text) covers it with ?mode=\(mode), which is only for devices of developers or of an organisation",
      "For everyone else, add applinks:\(host) without ?mode=, and publish the app.")
  }
}
