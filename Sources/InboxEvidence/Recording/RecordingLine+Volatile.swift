import InboxModel

extension RecordingLine {
  /// The line as two runs of the same thing have it in common.
  var volatileText: VolatileText {
    let moment = if case .exchange(let exchange) = content { exchange.started } else { time }
    guard case .object(var members) = json else { return VolatileText(text, at: moment) }
    for name in ["t", "ts", "now", "ms", "started", "number"] { members[name] = nil }
    for name in ["requestHeaders", "responseHeaders"] { members[name] = members[name].map(Self.withoutDates) }
    members["arguments"] = members["arguments"].map(Self.withoutFiles)
    return VolatileText(JSONValue.object(members).serialized, at: moment)
  }

  private static func withoutDates(_ headers: JSONValue) -> JSONValue {
    let dates: Set = ["date", "expires", "last-modified"]
    return .array(
      (headers.elements ?? []).map { pair in
        guard let name = pair.elements?.first?.text, dates.contains(name.lowercased()) else { return pair }
        return .array([.string(name), .string("<time>")])
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
