import Foundation
import InboxModel
import Testing

/// Internationalised names, held against Foundation, which has ICU's tables in the tests as in every debug build.
@Suite struct InternationalNameTests {
  /// As Foundation writes it; nil where it refuses the name.
  private func expected(_ host: String) -> String? {
    var parts = URLComponents()
    parts.host = host
    return parts.encodedHost.flatMap { $0.allSatisfy(\.isASCII) && !$0.contains("%") ? $0.lowercased() : nil }
  }

  private func isName(_ host: String) -> Bool { host.utf8.allSatisfy { $0 < 0x80 } }

  @Test("UL-14 internationalised names become what Foundation makes of them")
  func names() throws {
    let names = [
      "bücher.example", "BÜCHER.Example", "faß.de", "FAẞ.de", "straße.example", "münchen.de",
      "пример.испытание",
      "例え.テスト", "例え。テスト", "한국.kr", "ουτοπία.gr", "ὀδυσσεύς.example", "éa\u{301}.example", "e\u{301}a.example",
      "ＡＢＣ.example", "ﬁn\u{AD}ger.example", "שלום.example", "مثال.إختبار", "भारत.example", "ไทย.example",
      "a.bücher.b.example", "bücher-laden.example", "ÅngstrÖm.example", "ǆungla.example", "x²ü.example",
    ]
    for name in names {
      let wanted = try #require(expected(name), "\(name)")
      #expect(HostName.normalized(name) == wanted, "\(name)")
    }
  }

  @Test("UL-14 of every letter of the basic plane: what becomes a name is what Foundation makes of it")
  func letters() {
    var (same, refused) = (0, [String]())
    for value in UInt32(0x80)...0xFFFF {
      // Foundation's tables end with Unicode 16.
      guard let scalar = Unicode.Scalar(value), scalar.properties.isAlphabetic,
        let age = scalar.properties.age, age.major <= 16
      else { continue }
      let name = "\(scalar).example"
      let made = HostName.normalized(name)
      guard isName(made) else {
        if expected(name) != nil { refused.append(String(value, radix: 16)) }
        continue
      }
      same += 1
      #expect(made == expected(name), "U+\(String(value, radix: 16))")
    }
    #expect(same > 40_000 && refused.count < 500, "\(same) names; refused: \(refused)")
  }

  @Test("UL-14 what no name is made of stays as it is, and is refused as a link's host")
  func refused() {
    for name in [
      "a b\u{308}.example", "☃.example", "\u{301}a.example", "aש.example", "a\u{200D}ü.example",
      "ü_/x.example",
    ] {
      #expect(!isName(HostName.normalized(name)), "\(name)")
    }
    #expect(!isName(HostName.normalized(String(repeating: "ü", count: 64) + ".example")))
  }
}
