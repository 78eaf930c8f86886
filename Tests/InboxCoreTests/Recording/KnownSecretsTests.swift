import Foundation
import InboxCore
import InboxEvidence
import InboxModel
import InboxVendors
import Testing

/// Values that are known to be secrets, in each way in which text writes them.
struct KnownSecretsTests {
  private static let token = "zq/Tok+en 9&\"é~\\x"
  private let mask = SecretMask(known: [token])

  private static func hex(_ byte: UInt8, _ isUpper: Bool = true) -> String {
    let digits = String(byte, radix: 16, uppercase: isUpper)
    return digits.count < 2 ? "0" + digits : digits
  }

  private static let forms: [String] = {
    let bytes = Array(token.utf8)
    let every = bytes.map { "%" + hex($0) }.joined()
    let upper = URLText.encode(token)
    let json = String(JSONValue.string(token).serialized.dropFirst().dropLast())
    let html = token.replacing("&", with: "&amp;").replacing("\"", with: "&#34;")
    let units = token.unicodeScalars.map { $0.isASCII ? "\\u00" + hex(UInt8($0.value), false) : String($0) }
      .joined()
    return [
      token, upper, upper.replacing(/%../, with: { $0.output.lowercased() }), every,
      upper.replacing("%", with: "%25"), upper.replacing("%20", with: "+"), json,
      json.replacing("/", with: "\\/"),
      String(JSONValue.string(json).serialized.dropFirst().dropLast()), units, html,
    ]
  }()

  @Test("FE-3 a known value is masked as it is, percent-encoded, in JSON and in HTML", arguments: forms)
  func masks(_ form: String) {
    #expect(mask.known(in: "a \(form) b") == "a ••• b")
    #expect(mask.text("{\"a\":\"\(form)\"}") == "{\"a\":\"•••\"}")
  }

  @Test("FE-3 a known value is masked in Base64, whatever stands before and behind it, both alphabets")
  func base64() {
    let token = "the-app-token-?>~9"
    let mask = SecretMask(known: [token])
    for before in 0..<6 {
      for behind in 0..<3 {
        let text = String(repeating: "u", count: before) + token + String(repeating: ":", count: behind)
        let code = Data(text.utf8).base64EncodedString()
        for form in [code, code.replacing("+", with: "-").replacing("/", with: "_")] {
          let masked = mask.known(in: "x \(form) y")
          #expect(
            masked.contains("•••") && !masked.contains(form.dropFirst(before * 4 / 3 + 4).prefix(8)),
            "\(masked)")
        }
      }
    }
    #expect(SecretMask(known: ["abcd"]).known(in: "YWJj ordinary words") == "YWJj ordinary words")
  }

  @Test(
    "FE-3 a known value as a name of a member, a header, a message or a type is masked, and no member is lost"
  )
  func names() throws {
    let token = "the-app-token"
    let mask = SecretMask(known: [token])
    let value = JSONValue.object([
      token: .integer(1), "•••": .integer(2), "x\(token)": .object([token: .null]),
    ])
    let masked = mask.json(value)
    #expect(!masked.serialized.contains(token))
    guard case .object(let members) = masked else { return #expect(Bool(false)) }
    #expect(members.count == 3)
    #expect(mask.json(masked) == masked)
    let exchange = HTTPExchange(
      number: 1, started: RecordingFixture.start, method: token, url: "https://h.example/\(token)?\(token)=1",
      requestHeaders: [.init(token, "1")], requestBody: Data("{\"\(token)\":1}".utf8)
    ).completed(
      200, headers: [.init("X-\(token)", token)], body: Data("{\"a\":{\"\(token)\":[1]}}".utf8), after: 1)
    let entry = JournalEntry(
      number: 1, time: RecordingFixture.start, kind: .note(failed: true),
      message: MessageKey(center: CenterName(token), id: MessageID(token)), why: token)
    var unknown = RecordingFixture.line(.unknown(type: token), 3)
    unknown.extra = [token: .object([token: .string("x")])]
    let lines = [
      RecordingFixture.line(.exchange(exchange), 1), RecordingFixture.line(.journal(RecordedEntry(entry)), 2),
      unknown, RecordingFixture.line(.event(name: token, payload: .object([token: .bool(true)])), 4),
      RecordingFixture.line(.start(RecordingStart(program: token, profile: token, arguments: [token])), 0),
    ]
    for line in lines {
      #expect(!line.masked(by: mask).text.contains(token), "\(line.masked(by: mask).text)")
    }
  }

  @Test("FE-3 what only looks like a known value, or holds a part of one, stays")
  func others() {
    for text in ["zq/Tok", "%7", "%", "\\", "&", "\\u00", "&#", "zq%2", "%25%25%25", "zq\\", "100 % \\u007"] {
      #expect(mask.known(in: text) == text)
    }
  }
}
