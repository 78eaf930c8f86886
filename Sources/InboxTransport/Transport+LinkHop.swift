import AsyncHTTPClient
import Foundation
package import InboxCore
import NIOCore
import NIOHTTP1

/// One GET of the link resolver (UL-1): the status and the body come back whatever they are.
extension Transport {
  /// The most that an honest answer of a branded domain holds.
  private static let largestHop = 256 * 1_024

  /// The core's port.
  package var linkHop: LinkHop {
    LinkHop { request async throws(LinkHop.Failure) in try await hop(request) }
  }

  private func hop(_ hop: LinkHop.Request) async throws(LinkHop.Failure) -> LinkHop.Answer {
    var request = request(hop.url)
    for header in hop.headers { request.headers.add(name: header.name, value: header.value) }
    let start = ContinuousClock.now
    do {
      let response = try await execute(request, seconds: hop.timeout)
      let body = try await response.body.collect(upTo: Self.largestHop)
      let milliseconds = Int((ContinuousClock.now - start) / .milliseconds(1))
      return LinkHop.Answer(
        status: Int(response.status.code), location: response.headers.first(name: "Location"),
        body: Data(body.readableBytesView), milliseconds: milliseconds)
    } catch let error as HTTPClientError where error == .deadlineExceeded || error == .readTimeout {
      throw .timedOut
    } catch {
      throw .transport(Self.reason(error))
    }
  }
}
