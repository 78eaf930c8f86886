import InboxCore
import InboxModel

/// What of rich content will not survive on its way into an app or a mail client.
extension CampaignLint {
  func htmlFindings(_ subject: LintSubject) -> [LintFinding] {
    var findings: [LintFinding] = []
    if subject.richURL != nil, subject.richHTML != nil {
      findings.append(
        subject.finding(
          .richTwice, .html, "The message carries HTML and also names an address to fetch it from.",
          "Keep one of the two; which one an app shows is not documented."))
    }
    // Blank HTML is reported as no content at all.
    guard let html = subject.richHTML ?? subject.fetchedHTML, !LintText.isBlank(html) else { return findings }
    func add(_ rule: LintRule, _ count: Int, _ problem: (Int) -> String, _ remedy: String) {
      guard count > 0 else { return }
      findings.append(subject.finding(rule, .html, problem(count), remedy))
    }
    let lacking = ([vendor] + subject.vendors).first { vendor in
      vendor.neededInHTML.map { !html.lowercased().contains($0) } ?? false
    }
    if let lacking, let needed = lacking.neededInHTML {
      findings.append(
        subject.finding(
          .htmlWithoutLink, .html,
          "The HTML has no “\(needed)”: iOS apps of \(lacking.vendor) delete the message on the server, unseen.",
          "Add a link."))
    }
    length(html.utf8.count, add)
    guard let readHTML else { return findings }
    guard let facts = readHTML(html) else {
      return findings + [
        subject.finding(
          .htmlUnreadable, .html, "The HTML could not be read.", "Check it with a validator.")
      ]
    }
    text(facts, add)
    elements(facts, add)
    layout(facts, add)
    pictures(facts, add)
    return findings
  }

  /// Adds a finding about so many things, unless there are none.
  private typealias Add = (LintRule, Int, (Int) -> String, String) -> Void

  private func length(_ bytes: Int, _ add: Add) {
    if bytes > Self.longestHTML {
      add(
        .htmlTooLong, bytes, { "The HTML is \($0) bytes long, more than a megabyte." },
        "Link to what is long, and leave embedded data and styles that no element uses out.")
    } else if bytes > Self.clippedHTML {
      add(
        .htmlClipped, bytes,
        { "The HTML is \($0) bytes long; mail clients clip what is beyond about 100 KB." },
        "Shorten it, else its end and with it the link to unsubscribe may not be shown.")
    }
  }

  private func text(_ facts: HTMLFacts, _ add: Add) {
    guard facts.textCells == 0 else { return }
    let pictures = facts.count("img") + facts.remoteImages + facts.dataImages
    if pictures == 0 { add(.htmlEmpty, 1, { _ in "The HTML shows nothing." }, "Give it content.") }
    add(
      .htmlImagesOnly, pictures,
      { _ in "The HTML holds pictures and no word: until they are loaded, nothing can be read." },
      "Write what matters as text.")
  }

  /// What mail clients leave out.
  private func elements(_ facts: HTMLFacts, _ add: Add) {
    add(
      .htmlScript, facts.count("script"),
      { "The HTML holds \($0.counted("script")), which mail clients remove." },
      "Leave it out; link to a web page for what needs one.")
    add(
      .htmlFrame, facts.count("iframe", "frame", "object", "embed", "applet"),
      { "The HTML holds \($0.counted("embedded frame")), which mail clients remove." },
      "Link to the page instead.")
    let fields = facts.count("input", "select", "textarea")
    add(
      .htmlForm, facts.count("form") + fields,
      { _ in "The HTML holds a form with \(fields.counted("field")), which many cannot send." },
      "Link to a page with the form.")
    add(
      .htmlMedia, facts.count("video", "audio"),
      { "The HTML holds \($0.counted("video or audio element")); few clients play it." },
      "Show a picture that links to it.")
  }

  /// What mail clients lay out otherwise.
  private func layout(_ facts: HTMLFacts, _ add: Add) {
    add(
      .htmlStylesheet, facts.stylesheetLinks,
      { "The HTML loads \($0.counted("style sheet")), which mail clients ignore." },
      "Write the styles into the style attributes of the elements.")
    add(
      .htmlPositioned, facts.positionedElements,
      { "The HTML positions \($0.counted("element")) out of the flow, which mail clients ignore." },
      "Lay it out in one column or with tables.")
    add(
      .htmlBackgroundImage, facts.backgroundImages,
      { "The HTML holds \($0.counted("background picture")), missing for many." },
      "Give a background colour on which the text can be read, and put no words into the picture.")
  }

  private func pictures(_ facts: HTMLFacts, _ add: Add) {
    add(
      .htmlImageWithoutAlt, facts.imagesWithoutAlt,
      { "The HTML holds \($0.counted("picture")) without alt, for which nothing stands until it is loaded." },
      "Say in alt what each shows; write alt=\"\" for one that only decorates.")
    add(
      .htmlDataImage, facts.dataImages,
      { "The HTML carries \($0.counted("picture")) as data: links, which mail clients do not show." },
      "Put the pictures on a server and link to them with https.")
  }
}
