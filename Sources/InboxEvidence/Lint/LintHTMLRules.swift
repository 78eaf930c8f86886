import InboxModel

/// What of rich content will not survive on its way into an app or a mail client.
struct LintHTMLRules {
  let readHTML: CampaignLint.HTMLReader?

  func findings(_ subject: LintSubject) -> [LintFinding] {
    var findings: [LintFinding] = []
    if subject.richURL != nil, subject.richHTML != nil {
      findings.append(
        subject.finding(
          .richTwice, .html, "The message carries HTML and also names an address to fetch it from.",
          "Keep one of the two; which one an app shows is not documented."))
    }
    // Blank HTML is reported as no content at all.
    guard let html = subject.richHTML ?? subject.fetchedHTML, !LintText.isBlank(html) else { return findings }
    func add(_ rule: LintRule, _ problem: String, _ remedy: String) {
      findings.append(subject.finding(rule, .html, problem, remedy))
    }
    length(html.utf8.count, add)
    guard let readHTML else { return findings }
    guard let facts = readHTML(html) else {
      add(.htmlUnreadable, "The HTML could not be read.", "Check it with a validator.")
      return findings
    }
    text(facts, add)
    elements(facts, add)
    layout(facts, add)
    pictures(facts, add)
    return findings
  }

  private typealias Add = (LintRule, String, String) -> Void

  private func length(_ bytes: Int, _ add: Add) {
    if bytes > CampaignLint.longestHTML {
      add(
        .htmlTooLong, "The HTML is \(bytes) bytes long, more than a megabyte.",
        "Link to what is long, and leave embedded data and styles that no element uses out.")
    } else if bytes > CampaignLint.clippedHTML {
      add(
        .htmlClipped, "The HTML is \(bytes) bytes long; mail clients clip what is beyond about 100 KB.",
        "Shorten it, else its end and with it the link to unsubscribe may not be shown.")
    }
  }

  private func text(_ facts: HTMLFacts, _ add: Add) {
    guard facts.textCells == 0 else { return }
    if facts.count("img") + facts.remoteImages + facts.dataImages == 0 {
      add(.htmlEmpty, "The HTML shows nothing.", "Give it content.")
    } else {
      add(
        .htmlImagesOnly, "The HTML holds pictures and no word: until they are loaded, nothing can be read.",
        "Write what matters as text.")
    }
  }

  /// What mail clients leave out.
  private func elements(_ facts: HTMLFacts, _ add: Add) {
    let scripts = facts.count("script")
    if scripts > 0 {
      add(
        .htmlScript, "The HTML holds \(scripts.counted("script")), which mail clients remove.",
        "Leave it out; link to a web page for what needs one.")
    }
    let frames = facts.count("iframe", "frame", "object", "embed", "applet")
    if frames > 0 {
      add(
        .htmlFrame, "The HTML holds \(frames.counted("embedded frame")), which mail clients remove.",
        "Link to the page instead.")
    }
    let fields = facts.count("input", "select", "textarea")
    if facts.count("form") + fields > 0 {
      add(
        .htmlForm, "The HTML holds a form with \(fields.counted("field")), which many cannot send.",
        "Link to a page with the form.")
    }
    let media = facts.count("video", "audio")
    if media > 0 {
      add(
        .htmlMedia, "The HTML holds \(media.counted("video or audio element")); few clients play it.",
        "Show a picture that links to it.")
    }
  }

  /// What mail clients lay out otherwise.
  private func layout(_ facts: HTMLFacts, _ add: Add) {
    let (sheets, positioned) = (facts.stylesheetLinks, facts.positionedElements)
    if sheets > 0 {
      add(
        .htmlStylesheet,
        "The HTML loads \(sheets.counted("style sheet")), which mail clients ignore.",
        "Write the styles into the style attributes of the elements.")
    }
    if positioned > 0 {
      add(
        .htmlPositioned,
        "The HTML positions \(positioned.counted("element")) out of the flow, which mail clients ignore.",
        "Lay it out in one column or with tables.")
    }
    if facts.backgroundImages > 0 {
      add(
        .htmlBackgroundImage,
        "The HTML holds \(facts.backgroundImages.counted("background picture")), missing for many.",
        "Give a background colour on which the text can be read, and put no words into the picture.")
    }
  }

  private func pictures(_ facts: HTMLFacts, _ add: Add) {
    if facts.imagesWithoutAlt > 0 {
      add(
        .htmlImageWithoutAlt,
        "The HTML holds \(facts.imagesWithoutAlt.counted("picture")) without alt, "
          + "for which nothing stands until it is loaded.",
        "Say in alt what each shows; write alt=\"\" for one that only decorates.")
    }
    if facts.dataImages > 0 {
      add(
        .htmlDataImage,
        "The HTML carries \(facts.dataImages.counted("picture")) as data: links, "
          + "which mail clients do not show.",
        "Put the pictures on a server and link to them with https.")
    }
  }
}
