import Foundation
import Hummingbird
import Logging
import NIOCore

/// What a request comes with: above all the connection, which a fault can drop.
struct SandboxContext: RequestContext {
  var coreContext: CoreRequestContextStorage
  let channel: any Channel

  init(source: ApplicationRequestContextSource) {
    coreContext = .init(source: source)
    channel = source.channel
  }

  /// A part of the path, percent-decoded: the router leaves it as it came.
  func parameter(_ name: String) throws -> String {
    let text = try parameters.require(name)
    return text.removingPercentEncoding ?? text
  }

  /// What the client reached, for URLs in answers.
  var baseURL: String { "http://127.0.0.1:\(channel.localAddress?.port ?? 0)" }
}
