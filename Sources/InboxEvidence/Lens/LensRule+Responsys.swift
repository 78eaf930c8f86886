import InboxModel

extension LensRule {
  /// Oracle Responsys: `trackMessageCenterDisplayEngagement:` saves one display of an id in each session, which lasts
  /// from `messageCenterViewWillAppear` to `messageCenterViewWillDisappear` (Oracle, Message Center, “Display
  /// engagement”; PushIOManager.h, read in juntossomosmais/react-native-responsys).
  static let responsys = LensRule(
    id: "responsys", name: "Responsys, display", head: "Resp", version: "PushIOManager 6.52",
    source: "PushIOManager.h, trackMessageCenterDisplayEngagement:; Oracle's Message Center page",
    rule: "A message counts once in each session of the message center, however often its row is seen.",
    count: responsysDisplays)

  /// The call takes an id alone: the same id in another center is the same display (MC-20).
  @Sendable private static func responsysDisplays(_ subjects: [LensSubject]) -> [LensCount] {
    struct Place: Hashable {
      var person: Identity
      var session: Int
      var id: MessageID
    }
    var first: [Place: (order: Int, center: CenterName)] = [:]
    for subject in subjects {
      for appearance in subject.appearances {
        guard let session = appearance.session else { continue }
        let place = Place(person: subject.person, session: session, id: subject.message.id)
        if let known = first[place], known.order <= appearance.order { continue }
        first[place] = (appearance.order, subject.message.center)
      }
    }
    return subjects.map { subject in
      guard !subject.appearances.isEmpty else { return LensCount(0, LensWords.neverWhole) }
      let sessions = Set(subject.appearances.compactMap(\.session))
      let own = sessions.filter {
        let place = Place(person: subject.person, session: $0, id: subject.message.id)
        return first[place]?.center == subject.message.center
      }
      let seen =
        "Its row was wholly in view \(LensWords.times(subject.appearances.count)) in "
        + sessions.count.counted("session")
      return own.count == sessions.count
        ? LensCount(own.count, "\(seen); the first time in each session counts.")
        : LensCount(own.count, "\(seen), but its id counts once in a session and was seen in another center.")
    }
  }
}
