import Foundation
import InboxModel
import InboxTestSupport
import Testing

/// Where text stops being JSON.
struct JSONFlawTests {
  @Test(
    "MC-14 what is not JSON is reported with line, column and what is wrong",
    arguments: [
      ("", "line 1, column 1: it ends where a value should stand"),
      ("<html>", "line 1, column 1: “<” stands where a value should be"),
      ("{\"a\":1", "line 1, column 1: the object that begins here has no end"),
      ("{\n  \"é\": [1, 2\n}", "line 3, column 1: “}” stands where a comma or “]” should be"),
      ("{\n  \"é\" 1}", "line 2, column 7: “1” stands where a colon should be"),
      ("{a:1}", "line 1, column 2: “a” stands where the name of a member should be, in quotes"),
      ("[\"one\n\"]", "line 1, column 6: a text holds a line break or another control character: write \\n"),
      ("[\"one", "line 1, column 2: the text that begins here has no end"),
      ("[\"\\x\"]", "line 1, column 3: there is no such escape in a text: write \\\\ for a backslash"),
      ("[\"\\u12g4\"]", "line 1, column 3: \\u wants four hexadecimal digits"),
      ("[01]", "line 1, column 2: this is not a JSON number"),
      ("[-]", "line 1, column 2: this is not a JSON number"),
      ("[1.e2]", "line 1, column 2: this is not a JSON number"),
      ("[tru]", "line 1, column 2: “t” begins no true, false or null"),
      ("[1] 2", "line 1, column 5: “2” comes after the end of the value"),
    ])
  func places(_ text: String, _ expected: String) {
    #expect(JSONFlaw(in: Data(text.utf8)).map { "\($0)" } == expected)
  }

  @Test("MC-14 bytes that are not UTF-8 are reported with their place")
  func notText() {
    let flaw = JSONFlaw(in: Data("{\n\"é".utf8) + [0xFF] + Data("\"}".utf8))
    #expect(flaw.map { "\($0)" } == "line 2, column 3: it is not UTF-8: save the file as UTF-8 text")
  }

  @Test("MC-14 whatever the decoder reads has no flaw, and a text cut short always has one")
  func agreesWithDecoder() throws {
    let whole = #" {"messages":[{"id":"m\u00e91","n":-1.5e+3,"ok":[true,false,null,{}],"s":"a\\\"b/\n"}]} "#
    let bytes = Data(whole.replacing("\n", with: "\\n").utf8)
    _ = try JSONValue.parse(bytes)
    #expect(JSONFlaw(in: bytes) == nil)
    for end in 1..<(bytes.count - 2) { #expect(JSONFlaw(in: bytes.prefix(end)) != nil, "cut at \(end)") }
    // Whatever is done to it: what the decoder refuses has a flaw, so that there is always a place to tell; nothing
    // else has one.
    var generator = SeededGenerator(seed: 7)
    for round in 0..<500 {
      var changed = bytes
      for _ in 0...Int.random(in: 0...2, using: &generator) {
        changed[Int.random(in: 0..<changed.count, using: &generator)] = UInt8.random(
          in: 0x20...0x7E, using: &generator)
      }
      let isRead = (try? JSONDecoder().decode(JSONValue.self, from: changed)) != nil
      #expect(
        (JSONFlaw(in: changed) == nil) == isRead,
        "round \(round): \(String(decoding: changed, as: UTF8.self))")
    }
  }
}
