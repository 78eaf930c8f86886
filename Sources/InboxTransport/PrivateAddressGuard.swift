import AsyncHTTPClient
import InboxModel
import NIOCore

/// Ends a connection into this machine or its network before a request goes over it: a name is only known to lead there
/// when it has been looked up, and the next look may say something else.
enum PrivateAddressGuard {
  /// What a request over such a connection ends with.
  struct Refused: Error {
    var address: InternetAddress
  }

  /// Looks at each new connection of a client, before what else is done with it.
  ///
  /// HTTP/1.1 alone: a connection of HTTP/2 that ends before its first request trips the client, if that is shut down
  /// meanwhile.
  static func add(to configuration: inout HTTPClient.Configuration) {
    configuration.httpVersion = .http1Only
    let former = configuration.http1_1ConnectionDebugInitializer
    configuration.http1_1ConnectionDebugInitializer = { channel in
      let loop = channel.eventLoop
      guard let text = channel.remoteAddress?.ipAddress, let address = InternetAddress(text),
        address.privateKind != nil
      else { return former?(channel) ?? loop.makeSucceededVoidFuture() }
      // The pool must learn of the failure before it learns that the connection is closed.
      loop.execute { channel.close(promise: nil) }
      return loop.makeFailedFuture(Refused(address: address))
    }
  }
}
