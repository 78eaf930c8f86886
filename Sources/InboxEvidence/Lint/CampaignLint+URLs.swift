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
      loaded(subject, field, url, (.iconURLNotHTTPS, .iconURLTracked), ("picture", "show no picture"))
    case (_, let url?):
      isOfBackEnd(url)
        ? nil
        : loaded(subject, field, url, (.richURLNotHTTPS, .richURLTracked), ("rich content", "load no page"))
    case (_, nil): nil
    }
  }

  /// What is wrong with an address that an app loads by itself.
  private func loaded(
    _ subject: LintSubject, _ field: LintField, _ url: String,
    _ rules: (notHTTPS: LintRule, tracked: LintRule), _ words: (what: String, apps: String)
  ) -> LintFinding? {
    if let flaw = flawOfHTTPS(url) {
      return subject.finding(
        rules.notHTTPS, field, "The \(words.what) \(LintText.quoted(url)) cannot be loaded: \(flaw).",
        "Give an https link; apps \(words.apps) from anywhere else.")
    }
    guard LinkResolver(settings: settings, hop: .none).countsRequests(of: url) else { return nil }
    return subject.finding(
      rules.tracked, field,
      "The \(words.what) \(LintText.quoted(url)) is a tracked link: an app that loads it counts a click that no one made.",
      "Give the address that the link leads to.")
  }

  // MARK: Buttons

  func buttonFindings(_ subject: LintSubject) -> [LintFinding] {
    let buttons = subject.actions
    let each = buttons.flatMap { button -> [LintFinding] in
      var findings: [LintFinding] = []
      // One without a link opens the app.
      let opensApp = LintText.isBlank(button.url)
      if LintText.isBlank(button.title) {
        let name = opensApp ? "that opens the app" : "with the link \(LintText.quoted(button.url))"
        findings.append(
          subject.finding(
            .buttonWithoutTitle, .buttons, "The button \(name) has no words on it.",
            "Write what it does on it."))
      }
      if !opensApp, !isRow(button.url, of: subject), let reason = refusal(of: button.url) {
        findings.append(
          subject.finding(
            .buttonLinkRefused, .buttons,
            "The link \(LintText.quoted(button.url)) of a button is never followed: \(reason).",
            "Give a link of the app's own scheme, or an https link."))
      }
      return findings
    }
    let titles = buttons.map(\.title).filter { !LintText.isBlank($0) }
    let alike = titles.grouped(by: \.self).filter { $0.elements.count > 1 }.map {
      subject.finding(
        .buttonsAlike, .buttons, "\($0.elements.count) buttons have the words \(LintText.quoted($0.key)).",
        "Give each its own words, or leave one out: a person cannot tell them apart.")
    }
    return each + alike
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
    if isRow(link, of: subject) { return nil }
    if let reason = refusal(of: link) {
      return subject.finding(
        .deepLinkRefused, .deepLink, "The deep link \(LintText.quoted(link)) is never followed: \(reason).",
        "Give a link of the app's own scheme, or an https link.")
    }
    return lacksRoute(link)
      ? subject.finding(
        .deepLinkUnknownRoute, .deepLink,
        "No route of the app matches the deep link \(LintText.quoted(link)).",
        "Correct the deep link, or add its route to the app and to the routes of the profile.")
      : http(subject, link)
  }

  /// Whether a link stands for a row of its campaign's link table.
  private func isRow(_ link: String, of subject: LintSubject) -> Bool {
    subject.links != nil && link.hasPrefix("{{") && link.hasSuffix("}}")
  }

  /// Why a link is never followed, as a clause: it must not be, or no phone opens its scheme.
  func refusal(of link: String) -> String? {
    let linkClass = settings.classify(link)
    if let reason = linkClass.refusal { return LintText.line(reason, limit: 200) }
    guard linkClass == .customScheme, settings.routes.screen(for: link) == nil else { return nil }
    let scheme = link.prefix { $0 != ":" }.lowercased()
    // “https” with letters that are missing, doubled or out of order.
    let isMisspelt =
      Set(scheme).isSubset(of: "https") && Set(scheme).isSuperset(of: "tp")
      && (scheme.contains("h") || scheme.hasPrefix("tt"))
    return isMisspelt ? "no phone opens “\(scheme):”, which was probably meant to be “https:”" : nil
  }

  /// Whether it is a deep link, and no route of the app matches it, as far as there are any.
  func lacksRoute(_ link: String) -> Bool {
    settings.classify(link) == .customScheme && !settings.routes.routes.isEmpty
      && settings.routes.screen(for: link) == nil
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

  private func http(_ subject: LintSubject, _ link: String) -> LintFinding? {
    guard WebLink(valid: link)?.scheme == "http" else { return nil }
    return subject.finding(
      .deepLinkHTTP, .deepLink,
      "The deep link \(LintText.quoted(link)) is http, so that it goes to the browser, unprotected.",
      "Write it with https; only then can it open the app.")
  }

  /// Why a link is not an https link that can be loaded, as a clause.
  private func flawOfHTTPS(_ url: String) -> String? {
    if let reason = refusal(of: url) { return reason }
    if settings.classify(url) == .customScheme { return "it is not a web link" }
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
