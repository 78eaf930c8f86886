import AsyncHTTPClient
import Foundation
package import InboxCore
import InboxModel
import NIOCore
import NIOHTTP1

/// One GET of the link resolver (UL-1): the status and the body come back whatever they are.
extension Transport {
  package var linkHop: LinkHop {
    LinkHop(refusal: { isForeign($0) ? refusal(of: $0) : nil }) { request async throws(LinkHop.Failure) in
      try await hop(request)
    }
  }

  private func hop(_ hop: LinkHop.Request) async throws(LinkHop.Failure) -> LinkHop.Response {
    let isGuarded = !hop.isHostChosen && isForeign(hop.url)
    if isGuarded, let reason = refusal(of: hop.url) { throw .refused(reason) }
    let start = ContinuousClock.now
    do {
      var request = try request(hop.url)
      for header in hop.headers { request.headers.add(name: header.name, value: header.value) }
      let exchange = try await exchange(
        request, isGuarded: isGuarded, seconds: hop.timeout, limit: hop.limit, .cut,
        bodyOf: { !(hop.takesRedirectsByHead && (300...308).contains($0)) },
        about: LinkHop.reader.map { [$0] } ?? [])
      let milliseconds = Int((ContinuousClock.now - start) / .milliseconds(1))
      var response = LinkHop.Response(
        status: exchange.status, location: exchange.headers.first(name: "Location"),
        contentType: exchange.headers.first(name: "Content-Type"),
        contentEncoding: exchange.headers.first(name: "Content-Encoding"), body: exchange.body,
        isCut: exchange.isCut, milliseconds: milliseconds)
      response.mask = mask
      return response
    } catch let error as HTTPClientError where error == .deadlineExceeded || error == .readTimeout {
      throw .timedOut
    } catch let error as PrivateAddressGuard.Refused {
      throw .refused(refusal(of: hop.url, leadingTo: error.address))
    } catch {
      // Only a connection that never stood is known not to have carried the click.
      throw Self.neverLeft(error) ? .transport(Self.reason(error)) : .interrupted(Self.reason(error))
    }
  }

  // MARK: - What may be asked

  /// Whether only the sender names the place that is requested: it is neither of the profile's own nor sent somewhere
  /// by the host map, and private addresses are refused.
  func isForeign(_ url: String) -> Bool {
    guard settings.privateAddresses == .refuse else { return false }
    guard let link = WebLink(valid: url) else { return true }
    return settings.hosts.targets[HostMap.Place(link)] == nil
      && !settings.origins.contains { WebLink(valid: $0)?.hasSameOrigin(as: link) == true }
  }

  /// Why a place is not asked, decided by its spelling; nil when it may be.
  func refusal(of url: String) -> String? {
    Self.host(of: url).flatMap(settings.privateAddresses.refusal)
  }

  /// Why a place is not asked whose name leads to an address.
  func refusal(of url: String, leadingTo address: InternetAddress) -> String {
    let host = Self.host(of: url) ?? url
    return settings.privateAddresses.refusal(of: address, for: host)
      ?? "its host \(host) leads to \(address.text)"
  }

  /// The host of what is asked; of what is not asked because of its spelling, what the system would make of it.
  private static func host(of url: String) -> String? {
    WebLink(valid: url)?.host ?? URLComponents(string: url)?.host
  }
}
