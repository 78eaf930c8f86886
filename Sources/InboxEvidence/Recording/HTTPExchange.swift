package import struct Foundation.Data
package import struct Foundation.Date
package import InboxModel
package import InboxVendors

/// One request and its response (FE-3).
package struct HTTPExchange: Hashable, Sendable {
  /// What has a body.
  package enum Part: String, Hashable, Sendable, CaseIterable {
    case request, response
  }

  package typealias Header = WireHeader

  /// Counts up within a run, in the order in which the requests began.
  package var number: Int
  /// When it began; a recording keeps milliseconds.
  package var started: Date
  /// How long it took until the whole response or the failure was there.
  package var milliseconds: Int
  /// `GET` and so on.
  package var method: String
  package var url: String
  /// The head of the request, in order.
  package var requestHeaders: [Header]
  package var requestBody: Data?
  /// The status of the response; nil when none arrived.
  package var status: Int?
  /// The head of the response, in order.
  package var responseHeaders: [Header]
  /// The body of the response as far as it was retained, if it has one.
  package var responseBody: Data?
  /// How many bytes the body of the response had on the wire, before masking and cutting; nil when that is not known.
  package var responseSize: Int?
  /// The same without its content coding, where that is another number and is known.
  package var contentSize: Int?
  /// Whose bodies are not here, or not all of them.
  package var truncated: Set<Part> = []
  /// Why there is no response, or not all of it.
  package var error: String?
  /// Whose messages or events it is about: of no identity while empty, of any when nil (MC-12).
  package var about: [Identity]? = []
  /// What a tap did to it; nil where none was there, or it passed as it was.
  package var tap: TapIntervention?

  package init(
    number: Int, started: Date, milliseconds: Int = 0, method: String, url: String,
    requestHeaders: [Header] = [], requestBody: Data? = nil
  ) {
    self.number = number
    self.started = started
    self.milliseconds = milliseconds
    self.method = method
    self.url = url
    self.requestHeaders = requestHeaders
    self.requestBody = requestBody
    responseHeaders = []
  }

  /// The exchange with its response; its size is that of the body.
  package func completed(
    _ status: Int, headers: [Header] = [], body: Data? = nil, after milliseconds: Int
  ) -> HTTPExchange {
    var exchange = self
    exchange.status = status
    exchange.responseHeaders = headers
    exchange.responseBody = body
    exchange.responseSize = body?.count ?? 0
    exchange.milliseconds = milliseconds
    return exchange
  }

  /// The exchange with the reason why there is no response.
  package func failed(_ error: String, after milliseconds: Int) -> HTTPExchange {
    var exchange = self
    exchange.error = error
    exchange.milliseconds = milliseconds
    return exchange
  }

  /// The exchange without secrets: in headers, URL, bodies and the error.
  package func masked(by mask: SecretMask = SecretMask()) -> HTTPExchange {
    var exchange = self
    exchange.method = mask.known(in: method)
    exchange.url = mask.url(url)
    exchange.requestHeaders = Self.masked(requestHeaders, by: mask)
    exchange.requestBody = requestBody.map(mask.body)
    // The names of its fields do not stand beside their values, so that no secret is recognized.
    if requestBody != nil, Self.isForm(requestHeaders) {
      exchange.requestBody = nil
      exchange.truncated.insert(.request)
    }
    exchange.responseHeaders = Self.masked(responseHeaders, by: mask)
    exchange.responseBody = responseBody.map(mask.body)
    exchange.error = error.map(mask.text)
    exchange.about = about?.map { $0.masked(by: mask) }
    return exchange
  }

  /// The secrets in the head of the request, without the words of their schemes: a server may repeat them.
  ///
  /// Short ones, and those without a digit, such as “anonymous”, are left out, as they also occur as ordinary words.
  package var credentials: [String] {
    let headers = requestHeaders.filter { SecretMask.isSecret($0.name) }
      .flatMap { Self.secrets(in: $0.value) }
    let items = QueryItems(ofURL: url).items.filter { SecretMask.isSecret($0.name) }.compactMap(\.value)
    return (headers + items).filter { $0.utf8.count >= 8 && $0.contains(where: \.isNumber) }
  }

  /// A credential without the word of its scheme; of Basic also its password, or the key that stands where the user
  /// does (RFC 7617).
  private static func secrets(in value: String) -> [String] {
    let scheme = SecretMask.schemePrefix(of: value)
    let credential = String(value.dropFirst(scheme.count))
    guard scheme.lowercased().hasPrefix("basic"), let pair = Data(base64Encoded: credential) else {
      return [credential]
    }
    let parts = String(decoding: pair, as: UTF8.self).split(
      separator: ":", maxSplits: 1, omittingEmptySubsequences: true)
    return [credential] + (parts.last.map { [String($0)] } ?? [])
  }

  /// The same for the reader of its vendor, which takes bodies without a content coding.
  package var passed: VendorReader.Passed {
    let request = WireRequest(method, url, headers: requestHeaders, body: requestBody)
    let response = status.map {
      WireResponse(status: $0, headers: responseHeaders, body: responseBody ?? Data())
    }
    return VendorReader.Passed(request, response, at: started)
  }

  /// Which bodies are incomplete, as clauses.
  var truncatedWords: [String] {
    Part.allCases.filter(truncated.contains).map { "the body of the \($0.rawValue) is not all here" }
  }

  /// Whether a body is a form that is sent in parts (RFC 7578).
  private static func isForm(_ headers: [Header]) -> Bool {
    headers.contains {
      $0.name.lowercased() == "content-type" && $0.value.lowercased().hasPrefix("multipart/")
    }
  }

  private static func masked(_ headers: [Header], by mask: SecretMask) -> [Header] {
    headers.map { Header(mask.known(in: $0.name), mask.header($0.name, $0.value)) }
  }
}
