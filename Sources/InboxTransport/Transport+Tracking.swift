import AsyncHTTPClient
import Foundation
package import InboxCore
import InboxVendors
import NIOCore
import NIOHTTP1

/// Bloomreach's tracking endpoints (UL-11; vendors.md B.3).
extension Transport {
  /// Uploads an event of Bloomreach's; nil while the profile does not name a project (UL-13).
  package var sendTracking: (@Sendable (VendorEvent) async throws(InboxError) -> Void)? {
    guard let project = settings.tracking else { return nil }
    return { event async throws(InboxError) in try await send(event, to: project) }
  }

  private func send(_ event: VendorEvent, to project: TrackingSettings) async throws(InboxError) {
    guard let kind = VendorEvent.TrackingKind(rawValue: event.kind) else {
      throw .invalidPayload("Bloomreach has no event “\(event.kind)”")
    }
    var request = try configured(
      project.base + TrackingWire.path(kind, project: project.project), method: "POST")
    request.headers.add(name: "Accept", value: "application/json")
    request.headers.add(name: "Content-Type", value: "application/json")
    request.headers.add(name: "Authorization", value: project.authorization)
    let body = TrackingWire.encode(event)
    request.body = .bytes(ByteBuffer(bytes: body))
    let answer = try await send(request, sent: body, about: [event.identity])
    switch answer.status {
    case 401, 403, 404: throw .trackingRefused(status: answer.status)
    // The SDK takes a redirect for a success; whoever redirects has not taken the event.
    default: try checkStatus(of: answer)
    }
  }
}
