import struct Foundation.Date
import InboxCore
import InboxModel

/// When a message was sent and when it expires.
extension CampaignLint {
  func timeFindings(_ subject: LintSubject) -> [LintFinding] {
    let sent = subject.sent?.date(after: now) ?? now
    return [expiry(subject, sent: sent), self.sent(subject, sent)].compactMap { $0 }
  }

  private func sent(_ subject: LintSubject, _ sent: Date) -> LintFinding? {
    guard sent > now else { return nil }
    return subject.finding(
      .sentInFuture, .sent,
      "It says that it will be sent at \(LintText.time(sent)), which is later than \(LintText.time(now)).",
      "Give the time of the launch in UTC; an app sorts by it, so the message stays on top until then.")
  }

  private func expiry(_ subject: LintSubject, sent: Date) -> LintFinding? {
    guard let expiry = subject.expiry?.date(after: now) else {
      guard vendor.expires(in: subject.center) else { return nil }
      return subject.finding(
        .expiryMissing, .expiry,
        "It has no expiry and stays in the list until "
          + (vendor.cap(of: subject.center) == nil ? "it is withdrawn." : "newer messages push it out."),
        "Give it an expiry, at the latest the day on which what it says is no longer true.")
    }
    if expiry <= sent {
      return subject.finding(
        .expiryBeforeSent, .expiry,
        "It expires at \(LintText.time(expiry)), which is not after \(LintText.time(sent)), when it is sent.",
        "Give an expiry after the time of sending; look for a wrong time zone or swapped fields.")
    }
    guard ExpiryPolicy.isExpired(expiry, at: now) else { return nil }
    return subject.finding(
      .expiryPast, .expiry, "It expired at \(LintText.time(expiry)), so that no list shows it.",
      "Give it a later expiry, or withdraw it.")
  }
}
