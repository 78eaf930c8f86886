import struct Foundation.Data
import InboxModel
import InboxVendors

extension RecordingLine {
  /// An upload of displays and opens as a line for each of them; nil for every other line.
  ///
  /// Which events share a request is a matter of milliseconds: what was reported, and what became of it, is not.
  var engagementTexts: [VolatileText]? {
    guard case .exchange(let exchange) = content, exchange.method == "POST",
      exchange.url.hasSuffix(Endpoint.engagements),
      let events = Self.parsed(exchange.requestBody)?["events"]?.elements, !events.isEmpty
    else { return nil }
    let response = Self.parsed(exchange.responseBody)
    return events.map { event in
      let results = ["accepted", "duplicates", "late"].filter { name in
        response?[name]?.elements?.contains { $0 == event["id"] } == true
      }
      return VolatileText(
        JSONValue.members([
          "type": "exchange", "method": exchange.method, "url": exchange.url, "event": event,
          "status": JSONValue.orNull(exchange.status), "answer": results,
          "error": JSONValue.orNull(exchange.error),
        ]).serialized)
    }
  }

  private static func parsed(_ body: Data?) -> JSONValue? {
    guard let body else { return nil }
    do { return try JSONValue.parse(body) } catch { return nil }
  }
}
