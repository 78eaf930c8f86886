/// The rows about the association of the domain with the app: the file on the domain and the app's
/// entitlement.
struct AppRows {
  typealias Row = DomainCheck.Row

  let host: String
  let appID: String?
  /// The path of app links that was looked at.
  let appPath: String

  private static let askOracle =
    "Have your Customer Success Manager or Oracle Responsys Support put"
  private static let isPending = "the file could not be read"
  private static let pendingRemedy = "Put the apple-app-site-association file right first."

  func rows(_ association: AssociationFacts, _ entitlement: EntitlementFacts) -> [Row] {
    [
      file(association), app(association),
      path(
        association.appPath, id: "app-path", title: "\(appPath) opens the app", isWanted: true, association),
      path(
        association.webPath, id: "web-path", title: "/pub/cc stays in the browser", isWanted: false,
        association),
      self.entitlement(entitlement),
    ]
  }

  private func isReadable(_ association: AssociationFacts) -> Bool {
    association.place != nil && association.problem == nil
  }

  private func file(_ association: AssociationFacts) -> Row {
    let verdict: DomainCheck.Verdict
    let seen: String
    switch (association.place, association.problem) {
    case (let place?, nil): (verdict, seen) = (.pass, place)
    case (let place?, let problem?): (verdict, seen) = (.fail, "\(place): \(problem)")
    case (nil, let problem?): (verdict, seen) = (association.isUnreachable ? .unknown : .fail, problem)
    case (nil, nil): (verdict, seen) = (.unknown, "nothing is known of the file")
    }
    let remedy =
      verdict == .unknown
      ? "Put the connection right, then check again."
      : "\(Self.askOracle) an apple-app-site-association file in place on \(host), for "
        + "https and without redirects."
    return Row(
      id: "aasa", title: "apple-app-site-association file", verdict: verdict, seen: seen, remedy: remedy)
  }

  private func app(_ association: AssociationFacts) -> Row {
    let (id, title) = ("app-id", "the file names the app")
    func row(_ verdict: DomainCheck.Verdict, _ seen: String, _ remedy: String) -> Row {
      Row(id: id, title: title, verdict: verdict, seen: seen, remedy: remedy)
    }
    guard isReadable(association) else { return row(.unknown, Self.isPending, Self.pendingRemedy) }
    let named = association.appIDs.isEmpty ? "no app" : association.appIDs.joined(separator: ", ")
    guard let appID else {
      return row(
        .unknown, named, "Give --app-id with the app's team identifier and bundle id, TEAMID.bundle.id.")
    }
    guard !association.appIDs.contains(appID) else { return row(.pass, appID, "") }
    return row(
      .fail, "\(named), not \(appID)", "\(Self.askOracle) the app id \(appID) into the file on \(host).")
  }

  private func path(
    _ verdict: AssociationFacts.PathVerdict?, id: String, title: String, isWanted: Bool,
    _ association: AssociationFacts
  ) -> Row {
    func row(_ verdict: DomainCheck.Verdict, _ seen: String, _ remedy: String) -> Row {
      Row(id: id, title: title, verdict: verdict, seen: seen, remedy: remedy)
    }
    guard isReadable(association) else { return row(.unknown, Self.isPending, Self.pendingRemedy) }
    guard let verdict else {
      return row(.unknown, "the file has no rules for the app", "Have the app named in the file first.")
    }
    let rule = verdict.rule.isEmpty ? "no rule" : "the rule \(verdict.rule)"
    let seen =
      verdict.isMatched ? "\(rule) matches" : "\(rule) \(verdict.rule.isEmpty ? "matches" : "excludes it")"
    let wish =
      isWanted
      ? "the path “\(appPath)” for the app into the file on \(host), before any rule that excludes it."
      : "only the path “\(appPath)” for the app into the file on \(host), so that other links "
        + "go to the web site."
    return row(verdict.isMatched == isWanted ? .pass : .fail, seen, "\(Self.askOracle) \(wish)")
  }

  private func entitlement(_ facts: EntitlementFacts) -> Row {
    let (id, title) = ("entitlement", "the app's entitlement covers the domain")
    let xcode =
      "In Xcode's Capabilities, under Associated Domains, add applinks:\(host), and publish the app."
    return switch facts {
    case .notGiven:
      Row(
        id: id, title: title, verdict: .unknown, seen: "no entitlements were given",
        remedy: "Give --entitlements with the app's .entitlements file.")
    case .covered(let entry): Row(id: id, title: title, verdict: .pass, seen: entry, remedy: "")
    case .notCovered(let reason): Row(id: id, title: title, verdict: .fail, seen: reason, remedy: xcode)
    }
  }
}
