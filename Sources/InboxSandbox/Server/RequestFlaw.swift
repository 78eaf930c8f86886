package import NIOHTTP1

/// Why a request cannot be read.
package enum RequestFlaw {
  /// The status and the sentence for a client whose request the parser refuses.
  ///
  /// - Parameter reader: The beginning of a sentence: what reads it, such as “The tap”.
  package static func response(
    to error: HTTPParserError, by reader: String
  ) -> (status: HTTPResponseStatus, sentence: String) {
    let flaw: String
    switch error {
    // The library stops at the preface of HTTP/2.
    case .paused:
      return (
        .httpVersionNotSupported,
        "\(reader) speaks only HTTP/1.1: let the client offer that, by ALPN or as its setting."
      )
    case .invalidVersion: flaw = "its first line does not end in HTTP/1.1 or HTTP/1.0, CR and LF"
    case .invalidMethod: flaw = "it does not begin with a method that HTTP has, such as GET or POST"
    case .invalidURL:
      flaw =
        "its address does not begin with “/”, or holds a byte that must be percent-encoded, such as a part of a letter beyond ASCII"
    case .invalidConstant:
      flaw = "behind its address there is no HTTP/1.1, as where the address holds a blank"
    case .unknown: flaw = "its head breaks the rules of HTTP/1.1"
    default: flaw = "\(error)"
    }
    return (.badRequest, "\(reader) cannot read this request: \(flaw).")
  }
}
