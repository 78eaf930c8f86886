public import InboxModel

/// Which lists are fetched, and the news that they bring (MC-3, MC-13, MC-16).
extension MessageCenter {
  /// The fetches of the centers.
  struct Refreshing {
    var machines: [CenterName: RefreshMachine] = [:]
    var fetches: [CenterName: Task<Fetched, Never>] = [:]
    var foreign = ForeignMessages()
    /// Counts the moments at which every fetch under way lost its purpose: another person, or the feature's switch.
    var generation = 0

    /// While no server can be reached, one list is requested for all, each in its turn.
    mutating func shareFailure(of center: CenterName) {
      guard let tried = machines[center], tried.isUnreached else { return }
      for other in machines.keys where machines[other]?.isUnreached == true { machines[other]?.follow(tried) }
    }
  }

  /// Fetches a center now, or joins the fetch that is under way (MC-3).
  ///
  /// - Returns: what the response changed.
  /// - Throws: the reason when it failed; what was known before stays.
  @discardableResult
  public func refresh(_ center: CenterName) async throws(InboxError) -> MessageMerge.Plan {
    let center = try settings.centers.require(center)
    try requireEnabled()
    await rereadAll()
    guard let result = await refresh([center], .asked)[center] else { throw .cancelled }
    return try result.get()
  }

  /// Fetches every center now.
  ///
  /// - Returns: the outcome of each.
  @discardableResult
  public func refreshAll() async -> [CenterName: Result<MessageMerge.Plan, InboxError>] {
    await rereadAll()
    return await refresh(Array(settings.centers), .asked)
  }

  /// Fetches what is due and leaves the rest (MC-3).
  ///
  /// - Returns: the outcome of each center that was due.
  public func refreshDue() async -> [CenterName: Result<MessageMerge.Plan, InboxError>] {
    await refresh(Array(settings.centers), .schedule)
  }

  /// Fetches some centers at once, then publishes once which of them brought something new.
  @discardableResult
  func refresh(_ centers: [CenterName], _ reason: RefreshMachine.Reason) async -> [CenterName: Fetched] {
    var tasks: [(CenterName, Task<Fetched, Never>)] = []
    var started: Set<CenterName> = []
    let unknown = Set(centers.filter { refreshing.machines[$0]?.lastSuccess == nil })
    for center in centers {
      if refreshing.fetches[center] == nil { started.insert(center) }
      if let task = startFetch(of: center, reason) { tasks.append((center, task)) }
    }
    guard !tasks.isEmpty else { return [:] }
    let generation = refreshing.generation
    var outcomes: [CenterName: Fetched] = [:]
    for (center, task) in tasks { outcomes[center] = await task.value }
    // A caller that joined a running fetch does not publish its news again (MC-13).
    let news = centers.compactMap { center -> CenterNews? in
      guard started.contains(center), case .success(let plan)? = outcomes[center], plan.bringsNews else {
        return nil
      }
      return CenterNews(center, plan, isFirst: unknown.contains(center))
    }
    // Another person may read by now, or message centers may be off.
    if !news.isEmpty, generation == refreshing.generation { publish(.updated(news)) }
    schedule()
    return outcomes
  }
}
