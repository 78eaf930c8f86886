import Foundation
import InboxModel
import InboxTestSupport
import Testing

@testable import InboxStore

struct MessageRecordTests {
  private static func word(_ random: inout SeededGenerator) -> String {
    let parts = [
      "a", "\"", "\\", ":", ",", "{", "}", "/", "é", "e\u{301}", "\u{301}", "\n", "🛍️", "\u{0}", "",
    ]
    return (0..<Int.random(in: 0..<4, using: &random))
      .map { _ in parts.randomElement(using: &random) ?? "" }.joined()
  }

  @Test("MC-7 custom data are read as they were written, whatever they hold", arguments: 1...4)
  func pairs(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    for _ in 0..<300 {
      var pairs: [String: String] = [:]
      for _ in 0..<Int.random(in: 0..<4, using: &random) {
        pairs[Self.word(&random)] = Self.word(&random)
      }
      for formatting in [[], .withoutEscapingSlashes, .prettyPrinted] as [JSONEncoder.OutputFormatting] {
        let encoder = JSONEncoder()
        encoder.outputFormatting = formatting
        let text = String(decoding: try encoder.encode(pairs), as: UTF8.self)
        #expect(MessageRecord.pairs(text) == pairs, "seed \(seed): \(text)")
      }
    }
  }

  @Test(
    "MC-16 what a damaged file holds instead of pairs is none",
    arguments: [
      "", "{", "}", "{}", "{\"}", "{\"\"}", "{\"a\"}", "{\"a\":1}", "{\"a\":\"b\"", "{\"a\",\"b\"}",
      "{\"a\":\"b\";\"c\":\"d\"}",
      "{\"a\":\"b\",\"c\"}", "[\"a\"]", "{\"a\":\"b\"\"c\":\"d\"}", "\"}{\"",
    ])
  func noPairs(text: String) { #expect(MessageRecord.pairs(text).isEmpty) }
}
