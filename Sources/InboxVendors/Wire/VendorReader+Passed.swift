import struct Foundation.Data
import InboxCore
package import InboxModel

extension VendorReader.Passed {
  var path: [Substring] { VendorReader.segments(request.url) }

  var query: QueryItems { QueryItems(ofURL: request.url) }

  var isSuccess: Bool { response?.isSuccess == true }

  /// Throws ``InboxError/emptyResponse`` for a request without a body.
  func body() throws(InboxError) -> JSONValue { try JSONValue.parse(request.body ?? Data()) }

  /// The response of a fetch, as a reader of pages takes it.
  var raw: RawResponse { RawResponse(body: response?.body ?? Data(), requestURL: request.url) }
}

extension AppAction {
  /// A fetch with what its response lists; the response of a failed one lists nothing.
  static func fetch(
    _ name: String, by identity: Identity?, of passed: VendorReader.Passed,
    _ page: () throws(InboxError) -> FetchedPage
  ) -> AppAction {
    var action = AppAction(.fetch, name, by: identity)
    guard passed.isSuccess else { return action }
    do throws(InboxError) { action.page = try page() } catch {
      action.problem = "the list: \(error.description)"
    }
    return action
  }

  /// A call that is about no message; one about a person or a device is not an event.
  static func tracking(_ name: String, by identity: Identity?, isEvent: Bool) -> AppAction {
    var action = AppAction(.tracking, name, by: identity)
    action.isEvent = isEvent
    return action
  }

  /// What the body of a request says; where it cannot be read, one action that says why.
  static func read(
    _ kind: Kind, _ name: String, hidesEvents: Bool, isEvent: Bool = true,
    _ actions: () throws(InboxError) -> [AppAction]
  ) -> [AppAction] {
    do throws(InboxError) { return try actions() } catch {
      var action = AppAction(kind, name)
      // The sentences of errors are about responses.
      let reason = if case .emptyResponse = error { "it has no body" } else { error.clause }
      action.problem = "the request: \(reason)"
      (action.hidesEvents, action.isEvent) = (hidesEvents, isEvent)
      return [action]
    }
  }
}

extension InboxError {
  /// Why a body says nothing, or a response is no success, as a clause.
  package var clause: String {
    switch self {
    case .invalidPayload(let why): why
    case .refused(_, let detail): detail
    case .emptyResponse: "its body is empty"
    default: description
    }
  }
}
