public import InboxModel

/// Sets the badge: server first, local on success, in call order (BD-1, BD-2, BD-3, BD-6).
///
/// Valid transitions: `idle → sending` on a set; `sending → sending` while sets wait in line; `sending → idle` after
/// the last response.
public struct BadgeMachine: Hashable, Sendable {
  /// One set, with a ticket that identifies its caller.
  public struct Request: Hashable, Sendable {
    /// Counts up with each set of a run.
    public var ticket: Int
    /// The number asked for.
    public var count: Int
  }

  /// A change for the ledger (BD-7).
  public struct Change: Hashable, Sendable {
    /// What happened, for people: “app set 5”, “campaign +1”.
    public var cause: String
    /// Both numbers afterwards.
    public var state: BadgeState
    /// Whether the app's notifications are cleared as well (BD-3).
    public var clearsNotifications: Bool
  }

  /// The local and the server's number.
  public private(set) var state: BadgeState
  /// The version of the server's number, when it says one.
  private var version: Int?
  /// Whether a set was sent whose response was lost: the server's number is unknown since.
  public private(set) var isInDoubt: Bool
  /// Whether the server changed the badge while a set was on its way.
  private var changedMeanwhile = false
  private var line: [Request] = []
  private var tickets = 0

  /// Starts from what the archive remembers; nil where no badge was ever stored.
  public init(stored: BadgeEntry?) {
    state = stored?.state ?? BadgeState(local: 0, server: nil)
    isInDoubt = stored?.isInDoubt ?? false
  }

  /// Whether a set is on its way.
  public var isSending: Bool { !line.isEmpty }

  /// The badge is set.
  ///
  /// - Returns: the ticket of this call, and what to send now; nil while other sets are before it.
  /// - Throws: ``InboxError/negativeBadge(_:)`` before any request (BD-1).
  public mutating func set(_ count: Int) throws(InboxError) -> (ticket: Int, next: Request?) {
    guard count >= 0 else { throw .negativeBadge(count) }
    tickets += 1
    let request = Request(ticket: tickets, count: count)
    line.append(request)
    return (tickets, line.count == 1 ? request : nil)
  }

  /// The server accepted the set; it may have capped the number.
  ///
  /// A push may have overtaken the response: then the server has changed the badge since, and its newer number holds.
  /// Where nothing came meanwhile, a lower version is of a server that counts anew.
  /// - Returns: the change for the ledger, and the next set in line.
  public mutating func accepted(
    _ request: Request, _ response: ServerBadge
  ) -> (change: Change, next: Request?) {
    var cause = request.count == 0 ? "reset" : "app set \(request.count)"
    cause += Self.difference(of: response.count, from: request.count).map { ", \($0)" } ?? ""
    if changedMeanwhile, isOld(response.version), let newer = state.server {
      cause += ", then changed by the server"
      state = BadgeState(local: newer, server: newer)
    } else {
      version = response.version ?? version
      state = BadgeState(local: response.count, server: response.count)
    }
    // What the server says from here on is newer than this set.
    (isInDoubt, changedMeanwhile) = (false, false)
    let change = Change(cause: cause, state: state, clearsNotifications: state.local == 0)
    return (change, finish(request))
  }

  /// What the server made of a number that was set, in words: “capped by the server at 99”; nil where it accepted it.
  public static func difference(of held: Int, from asked: Int) -> String? {
    if held == asked { return nil }
    return held < asked ? "capped by the server at \(held)" : "not taken: the server holds \(held)"
  }

  /// The same with the number: “500 was capped by the server at 99”.
  public static func outcome(_ held: Int, of asked: Int) -> String? {
    guard held > asked else { return difference(of: held, from: asked).map { "\(asked) was \($0)" } }
    return "asked for \(asked), the server holds \(held)"
  }

  /// The server refused or could not be reached: the local value stays what it was (BD-1).
  ///
  /// Where the response was lost, it is not known whether the server's did (BD-7).
  public mutating func failed(
    _ request: Request, with error: InboxError
  ) -> (change: Change, next: Request?) {
    let before = state.local
    // The failure leaves what was; what the server changed meanwhile is not a part of it and holds.
    if line.count == 1, changedMeanwhile, let server = state.server { state.local = server }
    let cause = Self.failure(of: request)
    // A doubt of an earlier set stays, unless the server has said its number since.
    let isStillInDoubt = isInDoubt && (state.server == nil || !changedMeanwhile)
    var change =
      error.mayHaveBeenApplied || isStillInDoubt
      ? doubt(cause) : Change(cause: cause, state: state, clearsNotifications: false)
    change.clearsNotifications = state.local == 0 && before != 0
    return (change, finish(request))
  }

  /// The response to a set that was made before another person signed in: no caller waits for it, but it holds (BD-7).
  ///
  /// - Returns: nil where it changed nothing.
  public mutating func respondedLate(
    _ request: Request, _ outcome: Result<ServerBadge, InboxError>
  ) -> Change? {
    let late = ", response after another person signed in"
    switch outcome {
    case .success(let response):
      return serverChanged(to: response, cause: "app set \(request.count)\(late)")
    case .failure(let error):
      return error.mayHaveBeenApplied ? doubt(Self.failure(of: request) + late) : nil
    }
  }

  /// The program ends: of a set that is on its way the response is not read any more.
  ///
  /// - Returns: nil where none is.
  public mutating func leave() -> Change? {
    line.first.map { doubt(Self.failure(of: $0) + ", the program ended before the response") }
  }

  private static func failure(of request: Request) -> String {
    BadgeEntry.failure + (request.count == 0 ? "reset" : "set \(request.count)")
  }

  /// The server may hold what was asked for, or what it held before.
  private mutating func doubt(_ cause: String) -> Change {
    (isInDoubt, state.server, version) = (true, nil, nil)
    return Change(cause: cause + BadgeEntry.doubt, state: state, clearsNotifications: false)
  }

  /// The server changed the badge by itself (BD-5).
  ///
  /// - Returns: nil when nothing changed, or the report is older than what is known. While a set is on its way only the
  ///   server's number is recorded: the response to the set decides the local one.
  public mutating func serverChanged(to badge: ServerBadge, cause: String) -> Change? {
    guard !isOld(badge.version) else { return nil }
    version = badge.version ?? version
    let before = state
    state.server = badge.count
    if line.isEmpty { isInDoubt = false }
    if line.isEmpty { state.local = badge.count } else { changedMeanwhile = true }
    guard state != before else { return nil }
    return Change(cause: cause, state: state, clearsNotifications: state.local == 0 && before.local != 0)
  }

  /// The server is another account's than the one that said its number.
  ///
  /// - Returns: nil where it said none.
  public mutating func accountChanged() -> Change? {
    state.server == nil ? nil : doubt("another account")
  }

  /// Takes over what another program has set meanwhile; tickets go on counting.
  ///
  /// It ends no doubt while a set is on its way, as only the server knows which came last; nor does a set that failed.
  /// - Returns: whether the app's notifications are cleared as well (BD-3), as by a reset of what was 0 already.
  @discardableResult
  public mutating func adopt(_ entry: BadgeEntry) -> Bool {
    let before = state.local
    state = entry.state
    version = nil
    isInDoubt = entry.isInDoubt || isInDoubt && (isSending || entry.isFailure)
    return state.local == 0 && (before != 0 || state.server == 0 && !entry.isFailure)
  }

  /// Another program set the badge at the same time: which set came last, only the server knows (BD-6).
  public mutating func crossed() -> Change { doubt("another program set the badge meanwhile") }

  /// The server does not say its number: it is not asked again for what is in doubt now, nor by a later run.
  public mutating func refusedToSay() -> Change {
    isInDoubt = false
    return Change(cause: "the server does not say its number", state: state, clearsNotifications: false)
  }

  /// A new line to the server is open: what it says first is the truth, whatever another server said before.
  public mutating func lineOpened() { version = nil }

  /// Whether the server has said something newer.
  func isOld(_ version: Int?) -> Bool {
    guard let version, let known = self.version else { return false }
    return version < known
  }

  private mutating func finish(_ request: Request) -> Request? {
    line.removeAll { $0.ticket == request.ticket }
    if line.isEmpty { changedMeanwhile = false }
    return line.first
  }
}

extension InboxError {
  /// Whether a request that ended so may have been carried out all the same: it left, and its outcome is not known.
  ///
  /// A refusal is the server's word that it was not; an error of the server's says nothing.
  public var mayHaveBeenApplied: Bool {
    switch self {
    case .timedOut, .responseLost, .emptyResponse, .invalidPayload, .cancelled: true
    case .serverBusy(let status, _), .refused(let status, _): (500..<600).contains(status)
    default: false
    }
  }
}
