import Foundation
import Hummingbird
import Logging
import NIOCore

/// The context of a request: above all its connection, which a fault can drop.
struct SandboxContext: RequestContext {
  var coreContext: CoreRequestContextStorage
  let channel: any Channel
  /// What stood before the path: `/s/SPACE`, or nothing.
  var basePath = ""
  /// Where clients reach the sandbox through something that ends TLS; nil where there is nothing like that.
  var publicURL: PublicURL?

  init(source: ApplicationRequestContextSource) {
    coreContext = .init(source: source)
    channel = source.channel
  }

  /// A part of the path, percent-decoded: the router leaves it as received.
  func parameter(_ name: String) throws -> String {
    let text = try parameters.require(name)
    return text.removingPercentEncoding ?? text
  }

  /// The address that the client used, for URLs in responses: a client sends its tokens only to a name that it knows.
  func baseURL(of request: Request) -> String {
    let authority = request.head.authority ?? ""
    // No other field of a request makes it public.
    if let publicURL, publicURL.isNamed(by: authority) { return publicURL.text + basePath }
    let isPlain =
      authority.utf8.allSatisfy { UInt8(ascii: "!") < $0 && $0 < 0x7F }
      && !authority.contains { "/?#@\\\"<>%".contains($0) }
    guard isPlain, !authority.isEmpty else {
      return "http://127.0.0.1:\(channel.localAddress?.port ?? 0)\(basePath)"
    }
    return "http://\(authority)\(basePath)"
  }
}
