import struct Foundation.Data
import class Foundation.JSONEncoder
import HTTPTypes
import Hummingbird
import InboxModel
import InboxVendors
import NIOCore
import NIOHTTP1

extension Response {
  static func json(_ value: JSONValue, status: HTTPResponse.Status = .ok) -> Response {
    text(value.serialized + "\n", type: "application/json; charset=utf-8", status: status)
  }

  static func json(data: Data) -> Response {
    var body = ByteBuffer(bytes: data)
    body.writeString("\n")
    return whole(body, type: "application/json; charset=utf-8")
  }

  /// Any value, laid out for people.
  static func json(encoding value: some Encodable) throws -> Response {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    return json(data: try encoder.encode(value))
  }

  static func html(_ html: String, status: HTTPResponse.Status = .ok) -> Response {
    text(html, type: "text/html; charset=utf-8", status: status)
  }

  static func text(
    _ text: String, type: String = "text/plain; charset=utf-8", status: HTTPResponse.Status = .ok
  ) -> Response {
    whole(ByteBuffer(string: text), type: type, status: status)
  }

  static func picture(_ picture: PictureLibrary.Picture) -> Response {
    whole(ByteBuffer(bytes: picture.bytes), type: picture.type)
  }

  private static func whole(
    _ body: ByteBuffer, type: String, status: HTTPResponse.Status = .ok
  ) -> Response {
    Response(
      status: status, headers: [.contentType: type, .cacheControl: "no-store"],
      body: ResponseBody(byteBuffer: body))
  }

  /// 302: a browser goes there, an app's resolver must not.
  static func found(_ url: String) -> Response {
    // A link table may have blanks and letters that a header of a response has not (RFC 3986).
    Response(
      status: .found,
      headers: [.location: PercentCoding.encodeForbidden(url), .cacheControl: "no-store"])
  }
}

extension Request {
  /// The most bytes of a body.
  static let longestBody = 1 << 20

  /// The body, at most a megabyte.
  func bodyData() async throws -> Data {
    do {
      let buffer = try await body.collect(upTo: Self.longestBody)
      return Data(buffer.readableBytesView)
    } catch is NIOTooManyBytesError {
      throw Refusal(status: .contentTooLarge, error: "The body is larger than a megabyte.")
    } catch is HTTPParserError {
      // RFC 9112, section 7: it cannot be read on.
      throw Refusal(status: .badRequest, error: "The body breaks the rules of HTTP/1.1, or ends early.")
    }
  }

  func header(_ name: String) -> String? {
    HTTPField.Name(name).flatMap { headers[$0] }
  }

  /// What the `Authorization` header carries behind the name of a scheme; nil for another scheme.
  func credential(_ scheme: String) -> String? {
    headers[.authorization].flatMap { ControlToken.credential(of: $0, scheme: scheme) }
  }

  /// What a client sends with the scheme Basic (RFC 7617); nil where it sends no name and password.
  var basicCredential: (name: String, password: String)? {
    let text = credential("Basic").flatMap { Data(base64Encoded: $0) }.map {
      String(decoding: $0, as: UTF8.self)
    }
    guard let text, let colon = text.firstIndex(of: ":") else { return nil }
    return (String(text[..<colon]), String(text[colon...].dropFirst()))
  }

  /// A parameter of the query, as it stands; the first when it is repeated.
  func query(_ name: String) -> String? {
    uri.queryParameters[Substring(name)].map { String($0) }
  }
}

extension Data {
  /// The JSON object that a vendor's server reads in a body; nil for anything else.
  var jsonObject: JSONValue? {
    guard let value = try? JSONValue.parse(self, refusesSurplusCommas: true), case .object = value else {
      return nil
    }
    return value
  }
}

/// A response that is an error: a status and `{"error": …}`.
struct Refusal: HTTPResponseError {
  var status: HTTPResponse.Status
  /// What goes into `error`: a sentence, or a word that clients know.
  var error = ""
  var more: [String: JSONValue] = [:]
  var headers = HTTPFields()
  /// The whole body, where a vendor has its own form of errors.
  var body: JSONValue?

  func response(from request: Request, context: some RequestContext) -> Response { response }

  var response: Response {
    let usual = JSONValue.object(more.merging(["error": .string(error)]) { $1 })
    var response = Response.json(body ?? usual, status: status)
    response.headers.append(contentsOf: headers)
    return response
  }
}

extension Refusal {
  /// Turns a mistake in a body into 422 with the reason.
  static func unprocessable<Value>(_ decode: () throws(InboxError) -> Value) throws -> Value {
    do {
      return try decode()
    } catch {
      switch error {
      case .invalidPayload(let reason): throw Refusal(status: .unprocessableContent, error: reason)
      case .emptyResponse: throw Refusal(status: .unprocessableContent, error: "the body is empty")
      default: throw Refusal(status: .unprocessableContent, error: error.description)
      }
    }
  }
}

extension VendorReceipt.RawRequest {
  /// A request as it came, without its secrets.
  init(_ request: Request, body: Data, mask: TokenMask) {
    self.init(
      method: request.method.rawValue, path: mask.known(in: SecretMask().url(request.uri.string)),
      body: mask.known(in: String(decoding: body, as: UTF8.self)))
  }

  /// What one of several receipts of this request keeps of it: all, or only its own part where together they would keep
  /// more than the largest request.
  func kept(in receipts: Int, part: JSONValue, mask: TokenMask) -> Self {
    body.utf8.count * receipts > Request.longestBody ? self.part(part, mask: mask) : self
  }

  /// The request with a part of it as its body.
  func part(_ part: JSONValue, mask: TokenMask) -> Self {
    var own = self
    own.body = mask.known(in: part.serialized)
    return own
  }
}
