import InboxModel

/// The gestures of this run, which every vendor's rule can be counted on afterwards (QA-1): the one place that writes
/// them down.
extension MessageCenter {
  /// What happened in this run, as far as it is kept.
  public var gestureLog: GestureLog { visit.gestures }

  /// Every gesture from now on, in order.
  public func gestures() -> AsyncStream<InboxGesture> { publishing.gestures.stream() }

  /// Writes down what happened now, in the session that is open.
  func logGesture(
    _ kind: InboxGesture.Kind, _ message: MessageKey? = nil, of person: Identity? = nil, session: Int? = nil
  ) {
    let gesture = InboxGesture(
      kind, at: time.now(), by: person ?? identity, session: session ?? visit.session?.number,
      message: message)
    visit.gestures.add(gesture)
    publishing.gestures.publish(gesture)
  }

  /// Writes down which rows came into view and which left it.
  func logGestures(of rows: [VisibleRow], session: Int?) {
    let added = visit.gestures.setVisibleRows(rows, at: time.now(), by: identity, session: session)
    for gesture in added { publishing.gestures.publish(gesture) }
  }
}
