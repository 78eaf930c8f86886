import Foundation
import Hummingbird
import Logging
import NIOCore

/// What a request comes with: above all the connection, which a fault can drop.
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

  /// What the client reached, for URLs in responses: by the name that it knows, as only there it sends its tokens.
  func baseURL(of request: Request) -> String {
    let authority = request.head.authority ?? ""
    // Nothing that a request says but this one name makes it so.
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
