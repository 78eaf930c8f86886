/// A real TLS server on the loopback address: `openssl s_server`, which is whatever its arguments say.
///
/// It serves files as HTTP, one request for each connection; a path without a file is answered with a 200 and an error
/// text, so a site should hold a response for each path that will be asked.
package struct TLSServer: Sendable {
  /// Where it listens.
  package let port: Int
  private let process: ServerProcess

  /// - Parameters:
  ///   - authority: Where the certificate `name` was made.
  ///   - options: Further options of `openssl s_server`, such as `-tls1_1`.
  ///   - sendsIntermediate: Whether the intermediate authority's certificate goes with its own.
  ///   - site: Whole HTTP answers by path; see ``response(_:status:type:)``.
  package init(
    _ authority: TestAuthority, _ name: String, options: [String] = [], sendsIntermediate: Bool = true,
    site: [String: String] = [:]
  ) async throws {
    // The program refuses weak keys and old hashes unless configured otherwise; that is what some tests are about.
    let cipher = options.contains("-cipher") ? [] : ["-cipher", "DEFAULT@SECLEVEL=0"]
    let chain = sendsIntermediate ? ["-cert_chain", authority.path + "/intermediate.pem"] : []
    process = try ServerProcess(
      [
        "/usr/bin/openssl", "s_server", "-accept", "127.0.0.1:0", "-HTTP", "-cert",
        "\(authority.path)/\(name).pem",
        "-key", "\(authority.path)/\(name).key",
      ] + chain + cipher + options, in: try authority.makeSite(site))
    let line = try await process.line(containing: "ACCEPT")
    guard let port = line.split(separator: ":").last.flatMap({ Int($0) }) else {
      throw ServerTrouble("no port in “\(line)”")
    }
    self.port = port
  }

  /// The files that it was asked for so far, in order.
  package var asked: [String] {
    process.text.split(separator: "\n").filter { $0.hasPrefix("FILE:") }.map { String($0.dropFirst(5)) }
  }

  /// Ends the server.
  package func stop() async { await process.stop() }

  /// A whole HTTP answer for a site.
  package static func response(
    _ body: String, status: String = "200 OK", type: String = "application/json"
  ) -> String {
    "HTTP/1.0 \(status)\r\nContent-Type: \(type)\r\nContent-Length: \(body.utf8.count)\r\n"
      + "Connection: close\r\n\r\n\(body)"
  }
}
