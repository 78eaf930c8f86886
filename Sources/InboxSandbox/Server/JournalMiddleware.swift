import HTTPTypes
import Hummingbird
import InboxVendors

/// Logs every request with the status of its response.
struct JournalMiddleware: RouterMiddleware {
  let account: Account

  func handle(
    _ request: Request, context: SandboxContext,
    next: @concurrent (Request, SandboxContext) async throws -> Response
  ) async throws -> Response {
    let response: Response
    do {
      response = try await next(request, context)
    } catch let refusal as Refusal {
      response = refusal.response
    } catch let error as any HTTPResponseError {
      let sentence = "There is nothing here for \(request.method). GET /sandbox lists what there is."
      response =
        Refusal(status: error.status, error: error.status == .notFound ? sentence : "\(error)").response
    } catch let error as StoreError {
      response = Refusal(error).response
    }
    await account.log(request, response.status)
    return response
  }
}

extension Refusal {
  /// The refusal of a request that could not be stored: no part of it was, so it can be sent again.
  init(_ error: StoreError) {
    switch error {
    case .unavailable:
      self.init(status: .serviceUnavailable, error: error.description, headers: [.retryAfter: "1"])
    case .gone: self.init(status: .gone, error: error.description)
    case .tooLong: self.init(status: .unprocessableContent, error: error.description)
    case .refused, .damaged: self.init(status: .internalServerError, error: error.description)
    }
  }
}

extension Account {
  /// Logs a request whose response is ready; the response is sent even where the journal cannot store the line.
  func log(_ request: Request, _ status: HTTPResponse.Status) async {
    do {
      try await log(
        JournalRequest(
          method: request.method.rawValue, host: request.head.authority ?? "", path: request.uri.string,
          identity: request.header(Endpoint.identityHeader), status: status.code))
    } catch {
      // The store is away or refuses the line: the next request says so.
    }
  }
}
