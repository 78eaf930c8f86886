import Foundation
import InboxCore
import InboxEvidence
import InboxModel
import InboxVendors
import Testing

struct RecordingSecretsTests {
  private typealias Fixture = RecordingFixture

  /// A secret of letters, digits and marks that JSON, URLs and Markdown write otherwise.
  private func secret(_ generator: inout some RandomNumberGenerator) -> String {
    let scalars = Array("abcXYZ0189+/.-_~!Ωé")
    return "zq" + String((0..<12).map { _ in scalars.randomElement(using: &generator) ?? "x" })
  }

  /// Lines with a secret in every place that masking knows by its name.
  private func named(_ secret: String) -> [RecordingLine] {
    let json = JSONValue.object([
      "a": .array([.object(["refreshToken": .string(secret)])]), "password": .object(["x": .string(secret)]),
    ])
    let headers = [
      "Authorization", "X-App-Token", "X-Account-Token", "Cookie", "X-My-Key", "Proxy-Authorization",
    ]
    .map { HTTPExchange.Header($0, secret) }
    let code = URLText.encode(secret)
    let url =
      "https://\(code):\(code)@h.example/a?b=1&client_secret=\(code)"
    let exchange = HTTPExchange(
      number: 1, started: Fixture.start, method: "POST", url: url, requestHeaders: headers,
      requestBody: Data(json.serialized.utf8)
    ).completed(
      200, headers: [.init("Set-Cookie", secret), .init("Location", url)],
      body: Data("token=\(URLText.encode(secret))&a=\u{1}".utf8) + Data([0xFF]), after: 5)
    let cut = HTTPExchange(number: 2, started: Fixture.start, method: "GET", url: "/x")
      .completed(200, body: Data(json.serialized.utf8.dropLast(3)), after: 1)
    // A form in parts: the name of a field does not stand beside its value.
    let part = "--B\r\nContent-Disposition: form-data; name=\"password\"\r\n\r\n\(secret)\r\n--B--\r\n"
    let form = HTTPExchange(
      number: 3, started: Fixture.start, method: "POST", url: "/x",
      requestHeaders: [.init("content-type", "Multipart/Form-Data; boundary=B")], requestBody: Data(part.utf8)
    )
    var strange = Fixture.line(.unknown(type: "later"), 7)
    strange.extra = ["token": .string(secret), "n": json]
    return [
      Fixture.line(
        .start(RecordingStart(program: "1", profile: "p", arguments: ["--app-token", secret])), 0),
      Fixture.line(.exchange(exchange), 1), Fixture.line(.exchange(cut), 2),
      Fixture.line(.exchange(form), 2),
      Fixture.line(.exchange(cut.failed("no response from \(url)", after: 1)), 3),
      Fixture.line(.event(name: "told", payload: json), 4),
      Fixture.line(
        .journal(
          RecordedEntry(
            JournalEntry(
              number: 1, time: Fixture.start, kind: .fetch(.primary, url: url, bytes: 1, failed: true),
              why: "failed at \(url)", body: json.serialized))), 5),
      strange,
    ]
  }

  /// Lines with a secret where no name tells of it.
  private func anonymous(_ secret: String) -> [RecordingLine] {
    var exchange = HTTPExchange(
      number: 1, started: Fixture.start, method: "GET", url: "https://h.example/\(URLText.encode(secret))",
      requestHeaders: [.init("Accept", secret)], requestBody: Data(secret.utf8)
    ).completed(200, body: Data(JSONValue.string(secret).serialized.utf8), after: 1)
    exchange.about = [.user(secret)]
    let entry = JournalEntry(
      number: 1, time: Fixture.start, kind: .note(failed: true), why: "said \(secret)", body: secret)
    return [
      Fixture.line(.start(RecordingStart(program: "1", profile: secret, arguments: [secret])), 0),
      Fixture.line(.key(secret), 1), Fixture.line(.exchange(exchange), 2),
      Fixture.line(.journal(RecordedEntry(entry)), 3),
      Fixture.line(.event(name: secret, payload: .array([.string(secret)])), 5),
    ]
  }

  private func exports(_ lines: [RecordingLine], _ mask: SecretMask) -> [(name: String, text: String)] {
    let recording = Recording(lines)
    let masked = Recording(lines.map { $0.masked(by: mask) })
    return [
      ("recording", masked.lines.map(\.text).joined(separator: "\n")),
      ("HAR", HARDocument(recording.exchanges, version: "1", comment: nil, mask: mask).text),
      ("page", EvidencePage(title: "t", recording, mask: mask).markdown),
      ("diff", RecordingDiff(masked, Recording([])).lines.joined(separator: "\n")),
    ]
  }

  @Test("FE-3 no export shows a secret", arguments: [1 as UInt64, 2, 3, 4, 5, 6, 7, 8])
  func nothingLeaks(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    for _ in 0..<25 {
      let secret = secret(&generator)
      let known = SecretMask(known: [secret])
      for (lines, mask) in [
        (named(secret), SecretMask()), (named(secret), known), (anonymous(secret), known),
      ] {
        for (name, text) in exports(lines, mask) {
          for form in [secret, URLText.encode(secret), String(secret.prefix(5)), MarkdownForm.of(secret)] {
            #expect(!text.contains(form), "seed \(seed), \(name) shows \(form)")
          }
          #expect(text.contains(SecretMask.replacement), "seed \(seed), \(name)")
        }
      }
    }
  }

  @Test("FE-3 masking twice is masking once")
  func idempotent() {
    for line in named("abc/def") + Fixture.lines {
      #expect(line.masked().masked() == line.masked())
    }
  }

  @Test("VE-7 QA-4 the credentials that pass are those of headers, of the query, and what Basic encodes")
  func credentials() {
    func credentials(_ url: String, _ authorization: String) -> [String] {
      HTTPExchange(
        number: 1, started: Fixture.start, method: "GET", url: url,
        requestHeaders: [.init("Authorization", authorization), .init("X-Request", "plain-0815")]
      ).credentials
    }
    let address = "https://h.example/a"
    #expect(credentials(address, "Bearer opaque-4711") == ["opaque-4711"])
    let query = "?a=plain-0815&api_key=key%2F4711&token=short1&token"
    #expect(credentials(address + query, "anonymous") == ["key/4711"])
    for (pair, secret) in [("maria1234:pass:0815", "pass:0815"), ("key-00004711:", "key-00004711")] {
      let code = Data(pair.utf8).base64EncodedString()
      #expect(credentials(address, "Basic \(code)") == [code, secret], "\(pair)")
    }
    // A server that repeats it is masked in whatever form.
    let mask = SecretMask(known: credentials(address + "?api_key=key%2F4711", ""))
    #expect(mask.text("no key/4711 or key%2F4711") == "no ••• or •••")
  }
}

private enum MarkdownForm {
  static func of(_ text: String) -> String { text.replacing("_", with: "\\_").replacing("~", with: "\\~") }
}
