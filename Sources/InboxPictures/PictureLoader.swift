package import Foundation
package import InboxCore
package import InboxModel

/// Gets the pictures of a message, each by one request that says nothing of who reads.
///
/// The caller has asked the person: a request shows the sender that the message is being read. What a `data:` address
/// holds is not requested.
package struct PictureLoader: Sendable {
  private let hop: LinkHop
  private let policy: PicturePolicy
  private let isClick: @Sendable (String) -> Bool
  private let decode: @Sendable (Data) async -> PictureOutcome

  /// - Parameter isClick: Whether a request for an address counts as a click, so that none is made (UL-5).
  package init(
    hop: LinkHop, policy: PicturePolicy = PicturePolicy(),
    isClick: @escaping @Sendable (_ address: String) -> Bool = { _ in false },
    decode: @escaping @Sendable (_ bytes: Data) async -> PictureOutcome
  ) {
    self.hop = hop
    self.policy = policy
    self.isClick = isClick
    self.decode = decode
  }

  /// The picture at an address, scaled down to what is retained of it.
  package func load(_ source: String) async -> PictureOutcome {
    do throws(PictureFailure) {
      if let bytes = try PictureSource.inline(source, policy) { return await decode(bytes) }
      return await decode(try await fetch(source))
    } catch {
      return .failed(error.description)
    }
  }

  private func fetch(_ source: String) async throws(PictureFailure) -> Data {
    var address = source
    if let refusal = policy.refusal(of: address) { throw refusal }
    for _ in 0...policy.redirects {
      let response = try await ask(address)
      guard (300...308).contains(response.status) else { return try body(of: response) }
      guard let location = response.location,
        let next = URLText.resolve(location, from: address)
      else { throw .notLoaded("the server sends on without saying where") }
      if let refusal = policy.refusal(of: next, after: address) { throw refusal }
      address = next
    }
    throw .notLoaded("more than \(policy.redirects) addresses send on to one another")
  }

  private func ask(_ address: String) async throws(PictureFailure) -> LinkHop.Response {
    if isClick(address) { throw .refused("the request would count as a click of a link") }
    let request = LinkHop.Request(
      url: address,
      headers: [.init("Accept", "image/webp, image/png, image/jpeg"), .init("User-Agent", "inbox")],
      timeout: policy.seconds, limit: policy.bytes, takesRedirectsByHead: true)
    do {
      return try await hop.get(request)
    } catch {
      switch error {
      case .refused(let reason): throw .refused(reason)
      case .transport(let reason), .interrupted(let reason): throw .notLoaded(reason)
      case .timedOut: throw .notLoaded("nothing came within \(policy.seconds) s")
      }
    }
  }

  private func body(of response: LinkHop.Response) throws(PictureFailure) -> Data {
    guard (200...299).contains(response.status) else {
      throw .notLoaded("the server responded with status \(response.status)")
    }
    if response.isCut { throw .tooManyBytes(limit: policy.bytes) }
    if let refusal = policy.refusal(ofBytes: response.body.count) { throw refusal }
    return response.body
  }
}
