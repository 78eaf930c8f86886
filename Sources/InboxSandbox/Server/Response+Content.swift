import struct Foundation.Data
import class Foundation.JSONEncoder
import HTTPTypes
import Hummingbird
import InboxCore

extension Response {
  static func json(_ value: JSONValue, status: HTTPResponse.Status = .ok) -> Response {
    text(value.serialized + "\n", type: "application/json; charset=utf-8", status: status)
  }

  static func json(data: Data) -> Response {
    text(String(decoding: data, as: UTF8.self) + "\n", type: "application/json; charset=utf-8")
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
    Response(
      status: status, headers: [.contentType: type, .cacheControl: "no-store"],
      body: ResponseBody(byteBuffer: ByteBuffer(string: text)))
  }

  static func picture(_ picture: PictureLibrary.Picture) -> Response {
    Response(
      status: .ok, headers: [.contentType: picture.type, .cacheControl: "no-store"],
      body: ResponseBody(byteBuffer: ByteBuffer(bytes: picture.bytes)))
  }

  /// 302: a browser goes there, an app's resolver must not.
  static func found(_ url: String) -> Response {
    Response(status: .found, headers: [.location: url, .cacheControl: "no-store"])
  }
}
