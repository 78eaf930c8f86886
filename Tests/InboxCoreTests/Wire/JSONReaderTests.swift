import Foundation
import InboxCore
import InboxModel
import InboxTestSupport
import InboxVendors
import Testing

/// Our reader of JSON beside Foundation's.
struct JSONReaderTests {
  private static func foundation(_ data: Data) -> JSONValue? {
    do { return try JSONDecoder().decode(JSONValue.self, from: data) } catch { return nil }
  }

  private static func ours(_ data: Data) -> JSONValue? {
    do { return try JSONValue.parse(data) } catch { return nil }
  }

  @Test(
    "MC-8 it reads what Foundation reads, to the same value",
    arguments: [
      #"{"a":[1,-2,3.5,1e3,-0,0.0,12e-1,9223372036854775807,9223372036854775808,1e-400],"b":{"":null}}"#,
      #"["\u00e9\ud83d\ude00\"\\\/\b\f\n\r\t","é😀",true,false,null,[],{}]"#, " \t\r\n 7 \n", #""""#,
      "\u{FEFF}{}",
      #"{"\u0061":1}"#, #"["\u0000"]"#,
    ])
  func values(_ text: String) throws {
    let data = Data(text.utf8)
    let value = try #require(Self.foundation(data))
    #expect(Self.ours(data) == value)
  }

  @Test("MC-8 whatever is done to a text, it reads what Foundation reads, and nothing else but huge numbers")
  func agrees() {
    let whole = Array(
      #"{"messages":[{"id":"m\u00e9\ud83d\ude00","n":-1.5e+3,"é":[true,false,null,{}],"s":"a\\\"b/"}],"x":0.1}"#
        .utf8)
    let seed = UInt64.random(in: 0...UInt64.max)
    var random = SeededGenerator(seed: seed)
    let marks = Array("\"\\{}[],:u0e-.".utf8)
    for _ in 0..<3_000 {
      var bytes = whole
      for _ in 0...Int.random(in: 0...2, using: &random) {
        let index = Int.random(in: 0..<bytes.count, using: &random)
        switch Int.random(in: 0..<4, using: &random) {
        case 0: bytes.remove(at: index)
        case 1: bytes.insert(marks.randomElement(using: &random) ?? 0, at: index)
        case 2: bytes[index] = UInt8.random(in: 0...255, using: &random)
        default: bytes[index] = marks.randomElement(using: &random) ?? 0
        }
      }
      let data = Data(bytes)
      let (ours, theirs) = (Self.ours(data), Self.foundation(data))
      // Of two members with one name each takes the one that it likes; a text in UTF-16 is none for us.
      if let ours, theirs == nil {
        #expect(Self.isHuge(ours), "seed \(seed): \(String(decoding: data, as: UTF8.self))")
      }
      if theirs != nil { #expect(ours != nil, "seed \(seed): \(String(decoding: data, as: UTF8.self))") }
    }
  }

  private static func isHuge(_ value: JSONValue) -> Bool {
    switch value {
    case .huge: true
    case .number(let number): number == 0
    case .integer(0): true
    case .array(let values): values.contains(where: isHuge)
    case .object(let members): members.values.contains(where: isHuge)
    default: false
    }
  }

  @Test("MC-8 QA-6 a number that neither an Int64 nor a Double holds keeps its digits, and writes them")
  func hugeNumbers() throws {
    let numbers = #""a":1e400,"b":-1e999,"d":12345678901234567890,"e":[-9223372036854775809]"#
    let text = "{\(numbers),\"f\":\"\u{10FFFD}1\",\"g\":0.1}"
    let value = try JSONValue.parse(Data(text.utf8))
    #expect(value["a"] == .huge("1e400") && value["a"]?.number == .greatestFiniteMagnitude)
    #expect(value["b"]?.number == -.greatestFiniteMagnitude && value["b"]?.integer == nil)
    #expect(value["d"] == .huge("12345678901234567890") && value["d"]?.number == 1.2345678901234567e19)
    #expect(value["d"]?.kindName == "a number")
    #expect(value.serialized == text)
    #expect(try JSONValue.parse(Data(value.serialized.utf8)) == value)
    #expect(try JSONValue.parse(Data(value.indented.utf8)) == value)
    #expect(try JSONValue.parse(Data(#"{"c":1e-999}"#.utf8))["c"]?.number == 0)
    // What a Double holds to the last digit is one.
    #expect(try JSONValue.parse(Data("9223372036854775808".utf8)) == .number(0x1p63))
  }

  @Test("QA-6 where its numbers are kept, a value is written with them as they were")
  func keptNumbers() throws {
    let text =
      #"{"id":[1.2345678901234567890,9223372036854775808,1.0,1.50,-0,1e2,7,{"a":1E+400,"b":"1.0","c":null}]}"#
    #expect(try JSONValue.parse(Data(text.utf8), keepsNumbers: true).serialized == text)
  }

  @Test("MC-8 EN-7 a number of at most 38 digits survives an encoder of others, a larger one is the nearest")
  func encodedNumbers() throws {
    let whole = [JSONValue.huge("12345678901234567890"), .number(1e20), .integer(7)]
    #expect(try JSONDecoder().decode([JSONValue].self, from: JSONEncoder().encode(whole)) == whole)
    let beyond = try JSONEncoder().encode([JSONValue.huge("1e400")])
    #expect(
      try JSONDecoder().decode([JSONValue].self, from: beyond) == [.number(.greatestFiniteMagnitude)])
  }

  @Test(
    "MC-8 half of a surrogate pair is not text, whatever stands beside it",
    arguments: [
      #"["\ud83d"]"#, #"["\ude00"]"#, #"["\ud83dx"]"#, #"["\ud83d\n"]"#, #"["\ud83d\u0041"]"#,
      #"["\ud83d\ud83d"]"#,
      #"["\ude00\ud83d"]"#, #"{"\ud83d":1}"#, #"["\ud83d\ude0"]"#,
    ])
  func surrogates(_ text: String) {
    #expect(Self.ours(Data(text.utf8)) == nil)
    #expect(JSONFlaw(in: Data(text.utf8)) != nil)
  }

  @Test("MC-8 a value of any depth is read or refused, and never ends the program")
  func deep() {
    for depth in [500, 513, 100_000] {
      for (open, close) in [("[", "]"), ("{\"a\":", "}")] {
        let text = String(repeating: open, count: depth) + "1" + String(repeating: close, count: depth)
        #expect((Self.ours(Data(text.utf8)) != nil) == (depth <= 512))
        let list = Data("{\"messages\":[\(text)]}".utf8)
        let response = try? FetchedPage(RawResponse(body: list, requestURL: ""), center: .primary)
        #expect(response?.malformed.count == 1)
      }
    }
  }
}
