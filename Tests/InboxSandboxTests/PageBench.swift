import Foundation
import InboxModel
import InboxSandbox
import Testing

/// A sandbox with a space `one`, in which an app has displayed a message with awkward texts, and another vendor's has opened it.
struct PageBench: Sendable {
  static let id = "00000000-0000-0000-0000-000000000001"
  /// What a vendor calls a message, without a place to break the line at.
  static let long = String(repeating: "6b1f0c2a66b14f7c9f0a1c2d3e4f5a6b", count: 4)
  private static let time = Date(timeIntervalSince1970: 1_795_262_400)

  let bench: Bench
  /// Of the space.
  let token: String
  private let made: JSONValue

  static func with(_ body: (PageBench) async throws -> Void) async throws {
    let campaign = Bench.campaign("spring").replacing("Subject of spring", with: "<b>Spring</b> & “sale”")
    try await Bench.with(Bench.oneBrand + campaign + Bench.campaign(long)) { bench in
      let made = try await bench.curl.send("POST", "/sandbox/spaces/one").json
      let pages = PageBench(bench: bench, token: try #require(made["controlToken"]?.text), made: made)
      try await pages.display(1)
      let key = made["iterable"]?["apiKey"]?.text ?? ""
      let sent = try await RawClient(
        port: bench.port, headers: ["Api-Key: \(key)", "Content-Type: application/json"]
      )
      .send(
        "POST", "/s/one/iterable/api/events/trackInAppOpen",
        body:
          #"{"email":"maria@tarnvelo.example","messageId":"\#(long)","deviceInfo":{"deviceId":"d1","platform":"iOS","appPackageName":"example.inbox"},"createdAt":1795262395}"#
      )
      #expect(sent.status == 200, "\(sent.body)")
      try await body(pages)
    }
  }

  /// An app of the space.
  var app: RawClient {
    RawClient(
      port: bench.port,
      headers: [
        "X-App-Token: \(made["appToken"]?.text ?? "")",
        "X-Account-Token: \(made["accountToken"]?.text ?? "")", "X-Identity: user:maria",
      ])
  }

  /// An app of Responsys reports one more display.
  ///
  /// - Parameter message: As JSON has it.
  func display(_ number: Int, message: String = "spring") async throws {
    let sent = try await app.send(
      "POST", "/s/one/mc/v1/engagements",
      body: SharedBench.upload(number, at: Self.time).replacing("spring", with: message))
    #expect(sent.status == 200, "\(sent.body)")
  }

  /// As a browser sends what a person has typed as the password.
  func browser(_ more: [String] = []) -> RawClient {
    let pair = Data("maria:\(token)".utf8).base64EncodedString()
    return RawClient(port: bench.port, headers: ["Authorization: Basic \(pair)"] + more)
  }

  /// The path of the other vendor's receipt.
  var openPath: String {
    get async throws {
      let page = try await browser().get("/s/one/")
      let link = page.body.firstRange(of: "\">open</a>").map { page.body[..<$0.lowerBound] } ?? ""
      return String(link.split(separator: "\"").last ?? "")
    }
  }
}
