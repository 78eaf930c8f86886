/// Everything that can go wrong, by what a person can do about it.
///
/// Where the vendor's SDK has a number for the case, ``code`` gives it (MC-15, seed 003 "Using the Error
/// Codes"; the values are those of the SDK's public header).
public enum InboxError: Error, Hashable, Sendable, Codable {
  /// The back end cannot be reached; the archive stays usable and refresh resumes by itself.
  case noNetwork(String)
  /// The back end did not respond in time.
  case timedOut(seconds: Int)
  /// The request was sent and no complete response came back: what the back end made of it is not known.
  case responseLost(String)
  /// Every retry failed, the last one for this reason.
  case maximumRetryReached(String)
  /// The request's address cannot be formed: the profile is not set up.
  case invalidURL(String)
  /// The response is not what was agreed.
  case invalidPayload(String)
  /// The response has no body.
  case emptyResponse
  /// The app token or account token is refused.
  case invalidToken(status: Int)
  /// The vendor refuses the credentials of the profile; the sentence says which, and what to do.
  case credentialsRefused(String)
  /// Something would change a server, and the profile only reads; the sentence says what and why (VE-8).
  case readsOnly(String)
  /// The server says the center is disabled.
  case centerDisabled(String)
  /// The server does not know the center, or failed on it.
  case centerFailure(String)
  /// The server responded with a status that asks to try later.
  case serverBusy(status: Int, retryAfter: Int?)
  /// The server refused the request for good.
  case refused(status: Int, detail: String)
  /// The server has already served this rich content once and will not again.
  case richContentAlreadyServed(MessageID)
  /// The rich content was served but could not be stored; it will not be served again, and is held in memory.
  case richContentNotStored(MessageID, reason: String)
  /// A sender's web page with rich content cannot be loaded.
  case contentUnavailable(url: String, reason: String)
  /// A badge below zero was requested.
  case negativeBadge(Int)
  /// No such message in the archive.
  case unknownMessage(String)
  /// A message that is no longer in its list, as a sentence.
  case goneMessage(String)
  /// No such center in the profile; `known` are those that it has.
  case unknownCenter(String, known: [String])
  /// It cannot be done with messages that were captured or passed through a tap; the text is the end of a sentence.
  case captured(String)
  /// The vendor of the profile does not have what was requested; the sentence says what (VE-2).
  case unsupported(String)
  /// The feature is off: the profile has it so, or the person switched it off (MC-1).
  case disabled(byProfile: Bool)
  /// The archive cannot be read or written.
  case storeUnavailable(path: String, reason: String)
  /// The archive was written by a newer version.
  case storeTooNew(path: String, version: String)
  /// A setting is wrong; the sentence says which and what to do.
  case configuration(String)
  /// The person, a shutdown or an identity switch called it off.
  case cancelled

  /// The number that the vendor's SDK gives this error; nil for what the SDK does not know.
  public var code: Int? {
    switch self {
    case .noNetwork, .timedOut, .responseLost: 5001
    case .maximumRetryReached: 5002
    case .invalidURL: 5003
    case .invalidPayload: 5004
    case .emptyResponse: 5005
    case .invalidToken: 400
    case .centerDisabled: 403
    case .centerFailure: 404
    default: nil
    }
  }
}

extension InboxError {
  /// The most seconds after which a refresh and the outbox try again by themselves, whatever a server asks for (EN-8).
  public static let longestWait = 300

  /// How long a server asks to wait, and what happens meanwhile, as the end of a sentence.
  private static func wait(_ seconds: Int) -> String {
    let isLong = seconds > longestWait
    let time = isLong ? "more than \(longestWait) s" : "\(seconds) s"
    return " and asks to wait \(time). Try again after that; a refresh and the outbox do so by themselves"
      + (isLong ? ", after \(longestWait) s." : ".")
  }

  private static func refusal(_ status: Int, _ detail: String) -> String {
    switch status {
    case 304:
      "The back end responded with status 304 (not modified), which no request asks for, so it took and sent nothing. Try "
        + "again; if it comes again, look for a cache or proxy in between."
    case 300..<400:
      "The back end redirects the request elsewhere (status \(status)), which is not followed, so it was not taken. Log "
        + "in to the network, or correct the address in the profile."
    default:
      "The back end refused the request (status \(status)\(detail.isEmpty ? "" : ": \(detail)")). "
        + "An event or a mark that is refused is not sent again. Anything else may be tried again, once what it says "
        + "is put right."
    }
  }

  /// The sentence behind the SDK's number, where there is one: “error 5001: The back end cannot be reached …” (MC-15).
  public var numbered: String { (code.map { "error \($0): " } ?? "") + description }
}

extension InboxError: CustomStringConvertible {
  /// A full sentence: what is wrong and what to do.
  public var description: String { sentence(again: " Try again.") }

  /// The sentence, with other words where another try is all that is needed: a screen has a key for that.
  public func sentence(again: String) -> String {
    switch self {
    case .noNetwork(let reason):
      "The back end cannot be reached (\(reason)). Your messages stay readable; refresh resumes by itself."
    case .timedOut(let seconds): "The back end did not respond within \(seconds) s.\(again)"
    case .responseLost(let reason):
      "The request left, and its response was lost (\(reason)). Whether the back end took it is not known."
    case .maximumRetryReached(let reason):
      "Every retry failed; the last reason was: \(reason) Refresh goes on at its ordinary interval."
    case .invalidURL(let text):
      "The address “\(text)” is not a usable URL. Check back-end in the profile."
    case .invalidPayload(let reason):
      "The back end's response cannot be read: \(reason). Nothing of it was stored. If it comes again, show it to the "
        + "account's team; of a list, ‘inbox list --raw’ prints it."
    case .emptyResponse:
      "The back end sent an empty response, which says neither what there is nor what was taken. Try again; if it comes "
        + "again, report it to the account's team."
    case .invalidToken(let status):
      "The back end refuses the app or account token (status \(status)). Correct app-token and "
        + "account-token in the profile; what waits in the outbox stays there until then."
    case .centerDisabled(let name):
      "The message center “\(name)” is disabled on the server. Have it enabled in the account"
        + (CenterName(name) == .primary ? "." : ", or remove it from the profile.")
    case .centerFailure(let name):
      "The server has no message center “\(name)” for this app. Check "
        + (CenterName(name) == .primary ? "" : "its name in the profile and in ")
        + "the account's app configuration."
    case .serverBusy(let status, let retryAfter):
      "The back end responded with status \(status)" + (retryAfter.map(Self.wait) ?? ".\(again)")
    case .refused(let status, let detail): Self.refusal(status, detail)
    case .richContentAlreadyServed(let id):
      "The rich content of \(id) was already served once, and the back end serves it only once. "
        + "Only the message text is left."
    case .richContentNotStored(let id, let reason):
      "The rich content of \(id) was served, which happens only once, but could not be stored. It is kept until this "
        + "program ends; asking for it again stores it. \(reason)"
    case .contentUnavailable(let url, let reason):
      "The rich content at \(url) is unavailable: \(reason). Only the message text is shown."
    case .negativeBadge(let count):
      "A badge of \(count) cannot be set: it must be 0 or more. Nothing was sent."
    case .unknownMessage(let id):
      "There is no message “\(id)” in the archive. ‘inbox list’ shows the ids."
    case .unknownCenter(let name, let known):
      "There is no message center “\(name)” in this profile. It has: \(known.joined(separator: ", "))."
    case .captured(let reason):
      "These messages are read-only here: \(reason)."
    case .disabled(byProfile: true):
      "Message centers are switched off in this profile. Set enabled = true to use them."
    case .disabled(byProfile: false):
      "Message centers are disabled. ‘inbox enable’ switches them on again."
    case .storeUnavailable(let path, let reason):
      "The archive at \(path) cannot be used: \(reason). Fix that, or set XDG_STATE_HOME to a folder "
        + "that works."
    case .storeTooNew(let path, let version):
      "The archive at \(path) was written by a newer inbox (\(version)). Update this program, or set "
        + "XDG_STATE_HOME to another folder; nothing was changed."
    case .configuration(let sentence), .unsupported(let sentence), .credentialsRefused(let sentence),
      .readsOnly(let sentence), .goneMessage(let sentence):
      sentence
    case .cancelled: "Cancelled."
    }
  }
}
