import GRDB
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
      let sentence = "There is nothing here. GET /sandbox lists what there is."
      response =
        Refusal(status: error.status, error: error.status == .notFound ? sentence : "\(error)").response
    } catch let error as DatabaseError {
      response = Refusal(status: .internalServerError, error: "The sandbox's state fails: \(error)").response
    }
    try await account.log(request, response.status)
    return response
  }
}

extension Account {
  func log(_ request: Request, _ status: HTTPResponse.Status) throws {
    try log(
      JournalRequest(
        method: request.method.rawValue, host: request.head.authority ?? "", path: request.uri.string,
        identity: request.header(Endpoint.identityHeader), status: status.code))
  }
}
