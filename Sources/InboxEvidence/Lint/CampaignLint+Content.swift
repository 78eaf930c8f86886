import InboxModel

/// What people read of a message, and whether there is something to open.
extension CampaignLint {
  func contentFindings(_ subject: LintSubject) -> [LintFinding] {
    [self.subject(subject), body(subject), kind(subject)].compactMap { $0 }
  }

  private func subject(_ subject: LintSubject) -> LintFinding? {
    if LintText.isBlank(subject.subject) {
      return subject.finding(
        .subjectEmpty, .subject, "The subject is empty, so that the list shows a row without words.",
        "Write a subject.")
    }
    let cells = ListCells.count(subject.subject)
    guard cells > subjectWidth else { return nil }
    let shown = LintText.quoted(ListCells.cut(subject.subject, to: subjectWidth))
    return subject.finding(
      .subjectCut, .subject,
      "The subject takes \(cells) cells and the list of a phone has about \(subjectWidth): it shows \(shown).",
      "Shorten it, or say what matters first; letters of East Asia and emoji take two cells.")
  }

  private func body(_ subject: LintSubject) -> LintFinding? {
    guard LintText.isBlank(subject.body) else { return nil }
    return subject.finding(
      .bodyEmpty, .body, "The text is empty, so that neither the banner nor the preview says anything.",
      "Write a text.")
  }

  /// The kind of a message on the wire follows from what it carries (MC-19), so only a campaign can get it wrong.
  private func kind(_ subject: LintSubject) -> LintFinding? {
    switch subject.kind {
    case .openURL where isBlank(subject.deepLink):
      return subject.finding(
        .kindWithoutContent, .kind, "It is an open-url message without a deep link: it opens nothing.",
        "Give it a deep link, or make it a launch-app message.")
    case .openRichMessage where subject.richURL == nil && isBlank(subject.richHTML ?? subject.fetchedHTML):
      return subject.finding(
        .kindWithoutContent, .kind, "It is a rich message without content: it opens nothing.",
        "Give it HTML or the address of it, or make it a launch-app message.")
    default: return nil
    }
  }

  private func isBlank(_ text: String?) -> Bool { text.map(LintText.isBlank) ?? true }
}
