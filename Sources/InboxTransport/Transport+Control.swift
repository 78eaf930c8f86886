import AsyncHTTPClient
package import Foundation
package import InboxCore
package import InboxEvidence
import NIOCore
import NIOHTTP1
import InboxVendors

/// The sandbox's own paths: clock, faults, campaigns, receipts (SB-2…5).
extension Transport {
  /// Asks the sandbox that plays the back end.
  ///
  /// - Returns: status and body, whatever they are.
  /// - Throws: what kept an answer from coming.
  package func control(
    _ method: String, _ path: String, body: Data? = nil, seconds: Int = 20
  ) async throws(InboxError) -> (status: Int, body: Data) {
    var request = try configured(settings.backEnd + path, method: method)
    if let token = settings.controlToken {
      request.headers.add(name: "Authorization", value: token.authorization)
    }
    if let body { request.body = .bytes(ByteBuffer(bytes: body)) }
    do {
      let answer = try await exchange(request, seconds: seconds, limit: 64 << 20, sent: body, about: nil)
      return (answer.status, answer.body)
    } catch {
      throw meaning(of: error)
    }
  }

  /// What the sandbox got of displays and opens, for the report on deliveries (SB-5).
  ///
  /// - Throws: ``InboxError/configuration(_:)`` when it does not tell.
  package func deliveryReceipts() async throws(InboxError) -> DeliveryReceipts {
    do throws(InboxError) {
      let answer = try await control("GET", "/sandbox/receipts")
      guard (200..<300).contains(answer.status) else {
        throw .configuration(Self.sentence(of: answer))
      }
      return try DeliveryReceipts(answer.body)
    } catch {
      if error == .cancelled { throw error }
      throw .configuration(
        "The sandbox at \(settings.backEnd) does not tell what it got: start it anew with ‘inbox sandbox’. "
          + error.description)
    }
  }

  /// What a refusal of the sandbox says.
  package static func sentence(of answer: (status: Int, body: Data)) -> String {
    let fallback = "The sandbox refuses with status \(answer.status)."
    do { return try JSONValue.parse(answer.body)["error"]?.text ?? fallback } catch { return fallback }
  }
}
