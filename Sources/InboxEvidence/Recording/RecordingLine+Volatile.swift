import InboxModel

extension RecordingLine {
  /// The line as two runs of the same thing have it in common.
  var volatileText: VolatileText {
    let moment = if case .exchange(let exchange) = content { exchange.started } else { time }
    guard case .object(var members) = json else { return VolatileText(text, at: moment) }
    for name in ["t", "ts", "now", "ms", "started", "number"] { members[name] = nil }
    switch content {
    case .exchange(let exchange): Self.removeVolatile(of: exchange, from: &members)
    case .journal(let entry):
      // How large a fetched page was: its exchange is compared by the body itself.
      members["bytes"] = nil
      // The reason ends with it, in recordings of earlier versions as well.
      if entry.label == "link" { members["url"] = nil }
    // Two runs draw as often as they come to it.
    case .end: members["lines"] = nil
    default: break
    }
    members["arguments"] = members["arguments"].map(Self.withoutFiles)
    return VolatileText(JSONValue.object(members).serialized, at: moment)
  }

  /// Removes the dates of heads, and the size of each body that is here.
  ///
  /// That follows from what is compared, and is another one where a time, a port or a token in it has more digits.
  /// HEAD and 304 name the size of a body that they do not have: it is all there is of it.
  private static func removeVolatile(of exchange: HTTPExchange, from members: inout [String: JSONValue]) {
    for part in HTTPExchange.Part.allCases {
      var volatile: Set = ["date", "expires", "last-modified"]
      let body = part == .request ? exchange.requestBody : exchange.responseBody
      if body != nil, !exchange.truncated.contains(part) {
        volatile.insert("content-length")
        if part == .response { (members["size"], members["contentSize"]) = (nil, nil) }
      }
      let name = part.rawValue + "Headers"
      members[name] = members[name].map { without(volatile, $0) }
    }
  }

  private static func without(_ volatile: Set<String>, _ headers: JSONValue) -> JSONValue {
    .array(
      (headers.elements ?? []).map { pair in
        guard let name = pair.elements?.first?.text, volatile.contains(name.lowercased()) else { return pair }
        return .array([.string(name), .string("<left out>")])
      })
  }

  /// Two recordings never go to the same file.
  private static func withoutFiles(_ arguments: JSONValue) -> JSONValue {
    var isFile = false
    return .array(
      (arguments.elements ?? []).map { argument in
        defer { isFile = argument.text == "--record" }
        if isFile { return .string("<file>") }
        return argument.text?.hasPrefix("--record=") == true ? .string("--record=<file>") : argument
      })
  }
}
