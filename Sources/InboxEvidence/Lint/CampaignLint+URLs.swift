import InboxCore
import InboxModel
import InboxVendors

/// The URLs of a message, judged by their text alone (UL-5).
extension CampaignLint {
  func urlFindings(_ subject: LintSubject) -> [LintFinding] {
    var findings: [LintFinding] = []
    for (field, url) in [
      (LintField.deepLink, subject.deepLink), (.icon, subject.iconURL), (.richURL, subject.richURL),
    ] {
      let onWire = wire(subject, field)
      // Encoded twice, nothing else that could be said of it is the cause.
      if onWire?.rule != .urlEncodedTwice, let finding = self.finding(subject, field, url) {
        findings.append(finding)
      }
      if let onWire { findings.append(onWire) }
    }
    return findings
  }

  private func finding(_ subject: LintSubject, _ field: LintField, _ url: String?) -> LintFinding? {
    switch (field, url) {
    case (.deepLink, let url): deepLink(subject, url)
    case (.icon, let url?):
      flawOfHTTPS(url).map {
        subject.finding(
          .iconURLNotHTTPS, field, "The picture \(LintText.quoted(url)) cannot be loaded: \($0).",
          "Give an https link; apps show no picture from anywhere else.")
      }
    case (_, let url?):
      isOfBackEnd(url)
        ? nil
        : flawOfHTTPS(url).map {
          subject.finding(
            .richURLNotHTTPS, field, "The rich content \(LintText.quoted(url)) cannot be loaded: \($0).",
            "Give an https link; apps load no page from anywhere else.")
        }
    case (_, nil): nil
    }
  }

  // MARK: Deep links

  private func deepLink(_ subject: LintSubject, _ link: String?) -> LintFinding? {
    guard let link, !LintText.isBlank(link) else { return null(subject) }
    if isNull(link) {
      return subject.finding(
        .deepLinkRefused, .deepLink,
        "The deep link is the text \(LintText.quoted(link)), which leads nowhere.",
        "Have the sender leave the field out where there is no link.")
    }
    if subject.links != nil, link.hasPrefix("{{"), link.hasSuffix("}}") { return nil }
    let linkClass = settings.classify(link)
    if let reason = linkClass.refusal {
      return subject.finding(
        .deepLinkRefused, .deepLink,
        "The deep link \(LintText.quoted(link)) is never followed: \(LintText.line(reason, limit: 200)).",
        "Give a link of the app's own scheme, or an https link.")
    }
    return linkClass == .customScheme ? route(subject, link) : http(subject, link)
  }

  /// A record that names no deep link at all is a launch-app message on purpose.
  private func null(_ subject: LintSubject) -> LintFinding? {
    guard subject.hasBlankDeepLink, subject.kind == .launchApp else { return nil }
    return subject.finding(
      .deepLinkNull, .deepLink, "The deep link is null or empty, so that opening only shows the message.",
      "Give a deep link; leave the field out if the message should only be shown.")
  }

  /// What a template writes for a value that is missing.
  private func isNull(_ link: String) -> Bool {
    link.utf8.count < 10 && ["null", "(null)", "nil", "none", "undefined"].contains(link.lowercased())
  }

  private func route(_ subject: LintSubject, _ link: String) -> LintFinding? {
    guard !settings.routes.routes.isEmpty, settings.routes.screen(for: link) == nil else { return nil }
    return subject.finding(
      .deepLinkUnknownRoute, .deepLink, "No route of the app matches the deep link \(LintText.quoted(link)).",
      "Correct the deep link, or add its route to the app and to the routes of the profile.")
  }

  private func http(_ subject: LintSubject, _ link: String) -> LintFinding? {
    guard WebLink(valid: link)?.scheme == "http" else { return nil }
    return subject.finding(
      .deepLinkHTTP, .deepLink,
      "The deep link \(LintText.quoted(link)) is http, so that it goes to the browser, unprotected.",
      "Write it with https; only then can it open the app.")
  }

  /// Why a link is not an https link that can be loaded, as a clause.
  private func flawOfHTTPS(_ url: String) -> String? {
    let linkClass = settings.classify(url)
    if let reason = linkClass.refusal { return LintText.line(reason, limit: 200) }
    if linkClass == .customScheme { return "it is not a web link" }
    return WebLink(valid: url)?.scheme == "https" ? nil : "it is http, not https"
  }

  /// Whether a URL is one of the back end's own, by scheme, host and port.
  private func isOfBackEnd(_ url: String) -> Bool {
    guard let backEnd, let own = WebLink(valid: backEnd), let link = WebLink(valid: url) else {
      return false
    }
    return own.hasSameOrigin(as: link)
  }

  // MARK: On the wire

  /// How the URL came (MC-8); an encoder may leave `!'()*+` as they are.
  private func wire(_ subject: LintSubject, _ field: LintField) -> LintFinding? {
    guard vendor.encodesURLs, let name = field.wireURLName, let text = subject.wireURLs[field] else {
      return nil
    }
    let once = PercentCoding.decode(text)
    if !once.contains(":"), PercentCoding.decode(once).contains(":") {
      return subject.finding(
        .urlEncodedTwice, field,
        "\(name) is percent-encoded twice, and decoded once it is \(LintText.quoted(once)), which is not a URL.",
        "Encode the URL once.")
    }
    let isEncoded = text.allSatisfy {
      $0.isASCII && ($0.isLetter || $0.isNumber || "-._~%!'()*+".contains($0))
    }
    guard !isEncoded, !isNull(text) else { return nil }
    return subject.finding(
      .urlNotEncoded, field, "\(name) \(LintText.quoted(text)) is not percent-encoded as a whole.",
      "Percent-encode the whole URL: an app decodes the field once, which changes a URL that holds “%”.")
  }
}
