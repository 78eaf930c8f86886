import InboxModel

/// A picture that is wanted: one request, however often it occurs in the message.
package struct PictureRequest: Equatable, Sendable {
  /// Its places: -1 is the push banner, 0 the message's icon, others are numbers of `RichText.pictures`.
  package var numbers: [Int]
  package var source: String

  /// One request for each address, in the order of the first places.
  static func requests(_ pictures: [(number: Int, source: String)]) -> [PictureRequest] {
    var places: [String: Int] = [:]
    var requests: [PictureRequest] = []
    for (number, source) in pictures {
      if let place = places[source] {
        requests[place].numbers.append(number)
      } else {
        places[source] = requests.count
        requests.append(PictureRequest(numbers: [number], source: source))
      }
    }
    return requests
  }

  /// The hosts of these addresses, each once.
  static func hosts(_ sources: [String]) -> [String] {
    var hosts: [String] = []
    for source in sources {
      if case .remote(let host) = PictureSource(source), !hosts.contains(host) { hosts.append(host) }
    }
    return hosts
  }
}
