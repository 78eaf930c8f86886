/// Pictures: the core asks for none, but keeps that somebody did (FE-9).
extension MessageCenter {
  /// A person had hosts asked for pictures: from then on the sender can know that the message is read.
  ///
  /// Call it before they are asked. It stays in the message's history until the program ends.
  public func askedForPictures(of key: MessageKey, count: Int, hosts: [String]) {
    let them = count == 1 ? "a picture" : "\(count) pictures"
    let why = "the sender can tell that this is read: \(them) asked for at \(hosts.joined(separator: ", "))"
    pictureRequests[identity, default: [:]][key, default: []].append(.init(time: time.now(), text: why))
    note(.note(failed: false), key, why: why)
  }
}
