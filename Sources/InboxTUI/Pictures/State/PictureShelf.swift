package import InboxModel

/// The pictures of messages that were loaded in this run.
package struct PictureShelf: Equatable, Sendable {
  package struct Message: Equatable, Sendable {
    /// The place of the picture in the push banner.
    static let banner = -1
    /// The outcome of each, by its place: 0 is the icon.
    package var outcomes: [Int: PictureOutcome] = [:]
    /// The pictures inside the message that are being decoded.
    var decoding: Set<Int> = []
    /// Whether the person has hidden them.
    package var isHidden = false
    /// Whether requests for them are under way.
    package var isLoading = false
    /// Whether hosts were asked for some: their sender can know that the message is read.
    package var wasAsked = false
  }

  package var messages: [MessageKey: Message] = [:]
  /// The last question to the person.
  package struct Question: Equatable, Sendable {
    package var key: MessageKey
    /// The addresses whose hosts were named.
    package var sources: [String]
  }

  package var question: Question?

  /// Pictures are retained for this many messages; for the others it is known what was done, and their pictures are
  /// loaded again on request.
  package static let capacity = 32
  /// The messages that have pictures; the one that got one last is at the end.
  private var order: [MessageKey] = []

  package subscript(key: MessageKey) -> Message {
    get { messages[key] ?? Message() }
    set {
      let gained = newValue.outcomes.count > (messages[key]?.outcomes.count ?? 0)
      messages[key] = newValue
      if gained { makeRoom(for: key) }
    }
  }

  /// For how many messages pictures are retained.
  package var count: Int { messages.values.count { !$0.outcomes.isEmpty } }

  private mutating func makeRoom(for key: MessageKey) {
    order.removeAll { $0 == key }
    order.append(key)
    if order.count > Self.capacity { messages[order.removeFirst()]?.outcomes = [:] }
    var room = Self.fineBytes
    for key in order.reversed() {
      for (number, outcome) in messages[key]?.outcomes ?? [:] {
        guard case .raster(let raster) = outcome, let fine = raster.fine else { continue }
        room -= fine.pixels.count
        if room < 0 { messages[key]?.outcomes[number] = outcome.coarse }
      }
    }
  }

  /// This many bytes of pixels that only some terminals show are retained, for the newest messages.
  package static let fineBytes = 8 << 20
}

package enum PictureEvent: FeatureEvent {
  /// A picture of a message was loaded or has failed, for all its places; 0 is the icon.
  case pictureLoaded(MessageKey, [Int], PictureOutcome)
  /// No more pictures of a message are on their way.
  case picturesEnded(MessageKey, stopped: Bool)

  // A recording has a case by its key.
  private enum CodingKeys: String, CodingKey {
    case pictureLoaded = "pictureCame"
    case picturesEnded
  }
}

/// How pictures are treated: `pictures` in the configuration.
package enum PictureMode: String, Hashable, Sendable, Codable, CaseIterable {
  /// Pictures on a host are loaded when the person asks for them twice; those inside a message are shown.
  case ask
  /// No picture is shown; the alternative texts stay.
  case off
}
