import AsyncHTTPClient
import Foundation
package import InboxCore
import NIOCore
import NIOHTTP1

/// One GET of the link resolver (UL-1): the status and the body come back whatever they are.
extension Transport {
  /// The core's port.
  package var linkHop: LinkHop {
    LinkHop { request async throws(LinkHop.Failure) in try await hop(request) }
  }

  private func hop(_ hop: LinkHop.Request) async throws(LinkHop.Failure) -> LinkHop.Answer {
    var request = request(hop.url)
    for header in hop.headers { request.headers.add(name: header.name, value: header.value) }
    let start = ContinuousClock.now
    do {
      let answer = try await exchange(
        request, seconds: hop.timeout, limit: hop.limit, cuts: true,
        bodyOf: { !(hop.takesRedirectsByHead && (300...308).contains($0)) },
        about: LinkHop.reader.map { [$0] } ?? [])
      let milliseconds = Int((ContinuousClock.now - start) / .milliseconds(1))
      return LinkHop.Answer(
        status: answer.status, location: answer.headers.first(name: "Location"), body: answer.body,
        isCut: answer.isCut, milliseconds: milliseconds)
    } catch let error as HTTPClientError where error == .deadlineExceeded || error == .readTimeout {
      throw .timedOut
    } catch {
      // Only a connection that never stood is known not to have carried the click.
      throw Self.neverLeft(error) ? .transport(Self.reason(error)) : .interrupted(Self.reason(error))
    }
  }
}
