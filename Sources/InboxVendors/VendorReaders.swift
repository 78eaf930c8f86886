public import InboxModel

extension VendorReader {
  /// The vendors whose traffic is read; another one is a line here and a file in its folder.
  public static let all: [VendorReader] = [.bloomreach, .iterable, .responsys]

  /// The vendor whose reader knows a path; nil where none does.
  public static func of(_ method: String, _ target: String) -> (reader: VendorReader, place: Place)? {
    let path = segments(target)
    for reader in all {
      if let place = reader.place(method, path) { return (reader, place) }
    }
    return nil
  }

  /// What a request is for; nil where no reader knows its path.
  public static func place(_ method: String, _ target: String) -> Place? { of(method, target)?.place }

  /// The message of an action: the one that it names, or the one that its vendor finds among those of the list.
  public static func message(
    of action: AppAction, by reader: VendorReader?, among messages: [MessageKey: Message]
  ) -> MessageKey? {
    if let key = action.message {
      // An event may not say of which list its message is.
      return messages[key] != nil ? key : messages.keys.first { $0.id == key.id } ?? key
    }
    return action.engagement == nil ? nil : reader?.match(action, Array(messages.values))
  }

  /// What an app did; one action that names the path where no reader reads it.
  public static func read(_ passed: Passed) -> (reader: VendorReader?, actions: [AppAction]) {
    let (method, url) = (passed.request.method, passed.request.url)
    if let reader = of(method, url)?.reader {
      var actions = reader.read(passed)
      if let response = passed.response {
        for place in actions.indices {
          do throws(InboxError) { try reader.judge(passed, response, actions[place], place) } catch {
            actions[place].failure = error
          }
        }
      }
      if !actions.isEmpty { return (reader, actions) }
    }
    return (nil, [AppAction(.other, "\(method) /\(segments(url).joined(separator: "/"))")])
  }
}
