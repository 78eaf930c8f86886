import InboxTOML
import InboxTestSupport
import Testing

/// What would end the program, or be read in part, if the parser got it.
@Suite("TOML that its parser must not get", .queued)
struct TOMLPitfallTests {
  private func place(of text: String) -> [Int]? {
    do {
      _ = try TOMLFields.parse(text, file: "a.toml")
      return nil
    } catch { return [error.position.line, error.position.column] }
  }

  @Test(
    "SB-2 what the parser says of a mistake is said in words for people",
    arguments: [
      (
        "back-end = http://x",
        "in the value: it is no number, date, true or false, and a text stands in quotes"
      ),
      ("a = \"b\n", "in the string: it is not closed in its line, or holds a control character"),
      ("a =\n", "in the key-value pair: expected value, saw the end of the line"),
      ("a = [1", "in the array: the file ends in it"),
      ("a = 1\na = 2", "in the key-value pair: this is there already: integer 'a'"),
    ])
  func words(text: String, expected: String) throws {
    let error = #expect(throws: TOMLFileError.self) { try TOMLFields.parse(text, file: "a.toml") }
    #expect(error?.description.contains("this is not TOML: \(expected)") == true, "\(error as Any)")
  }

  @Test(
    "FE-6 VE-1 SB-2 a key that is there already is named as the file has it, also in quotes",
    arguments: [
      ("\"message.open\" = 1\n\"message.open\" = 2", "integer '\"message.open\"'"),
      ("'a\\' = 1\n'a\\' = 2", "integer ''a\\''"), ("\"\" = 1\n\"\" = 2", "integer '\"\"'"),
      ("\"a\" = 1\n\"a\"=2", "integer '\"a\"'"), ("\"a\\\"b\" = 1\n\"a\\\"b\" = 2", "integer '\"a\\\"b\"'"),
      ("a.\"b c\".\"dé\" = 1\na . \"b c\".\"dé\" = 2", "integer 'a.\"b c\".\"dé\"'"),
      ("[p.\"x y\"]\n[p.\"x y\"]", "table 'p.\"x y\"'"),
      ("[[\"x y\"]]\n[\"x y\"]", "array '\"x y\"' as table"),
      ("p = {\"x y\" = 1, \"x y\" = 2}", "integer '\"x y\"'"),
    ])
  func keyTwice(text: String, expected: String) {
    let error = #expect(throws: TOMLFileError.self) { try TOMLFields.parse(text, file: "a.toml") }
    #expect(error?.description.contains("this is there already: \(expected).") == true, "\(error as Any)")
  }

  @Test(
    "VE-1 SB-2 an error about a key has its place, also where quotes hold what else ends a name",
    arguments: [
      ("a = 1\n  \"x=y\" = 2", nil, [2, 3]), ("a = 1\n'x.y=' . z = 2", nil, [2, 1]),
      ("a = 1\n\"x\\\"=\" = 2", nil, [2, 1]), ("# a = 1\n\t\"=\"=2", nil, [2, 2]),
      ("[ \"p]q\" ]\na = 1\nb = 2", "p]q", [3, 1]),
    ] as [(String, String?, [Int])])
  func keys(text: String, table: String?, expected: [Int]) throws {
    let file = try TOMLFields.parse(text, file: "a.toml")
    let fields = try #require(try table.map { try file.inner($0) } ?? file)
    let error = #expect(throws: TOMLFileError.self) { try fields.allow(only: ["a"]) }
    #expect(error.map { [$0.position.line, $0.position.column] } == expected)
  }

  @Test("VE-1 SB-2 a long name or value is cut in the error about it")
  func long() throws {
    let long = String(repeating: "k", count: 100_000)
    let unknown = #expect(throws: TOMLFileError.self) {
      try TOMLFields.parse("\(long) = 1", file: "a.toml").allow(only: ["a"])
    }
    let cut = String(repeating: "k", count: 79) + "…"
    #expect(unknown?.description == "a.toml:1:1: the file, \(cut): the key is unknown. Known are: a.")
    // So is a table's, and what is said of one with a parameter in it is known as such.
    let outer = try #require(try TOMLFields.parse("[a.\(long)]\nb = \"${x}\"", file: "a.toml").inner("a"))
    let within = #expect(throws: TOMLFileError.self) {
      try #require(try outer.inner(long)).allow(only: ["c"])
    }
    #expect(within?.description.hasPrefix("a.toml:2:1: [a], \(cut), b: the key is unknown.") == true)
    #expect(within.map(outer.isAboutParameter) == true)
  }

  @Test(
    "SB-2 FE-7 a table's name that is none is reported with its place, and ends nothing",
    arguments: [
      ("[\\step]]", [1, 2]), ("a = 1\n  [[ $x]]", [2, 6]), ("[\n", [1, 2]), ("[ #\n", [1, 3]),
      ("[ä]", [1, 2]),
      ("[=]", [1, 2]), ("[,", [1, 2]), ("\u{FEFF}[\\]", [1, 3]),
      ("[a]\nb = \"\"\"\n[\\\\]\"\"\"\r\n[!]", [4, 2]),
      ("a = [\n[1]\n]\n[%]", [4, 2]), ("a = '[' # [\n[&]", [2, 2]), ("a = \"\\\"[\\\\\"\n[*]", [2, 2]),
      ("a = {b = [1]}\n\t[/", [2, 3]), ("a = '''x'''''\n[+]", [2, 2]), ("a = 1\n\u{0}[\\]", [2, 1]),
    ])
  func names(text: String, expected: [Int]) {
    #expect(place(of: text) == expected)
  }

  @Test(
    "SB-2 FE-7 a list's value that is none, and a date without its time, is reported with its place, and ends nothing",
    arguments: [
      ("[a]\nx = { y = [\"bold\", }}under\"] }", [2, 20]), ("a = [}]", [1, 6]),
      ("a = [ # ]\r\n [\n}", [3, 1]),
      ("a = [1,\u{2028}2]", [1, 8]), ("a = [\u{85}]", [1, 6]), ("a = [{}, [[\u{2029}", [1, 12]),
      ("a = ['[', {b = [\n\"]\",\n}", [3, 1]), ("a = 1\nb = [}\u{0}", [2, 6]), ("a = \nb = [}]", [1, 5]),
      ("a = 2026-11-22T:00", [1, 5]), ("a = [1, {b = 2026-11-22t-1:0}]", [1, 14]),
      ("a =\t2026-11-22T ", [1, 5]),
    ])
  func values(text: String, expected: [Int]) {
    #expect(place(of: text) == expected)
  }

  @Test(
    "SB-2 TS-2 TS-8 a name of more parts than the parser can take is reported with its place, and ends nothing"
  )
  func longNames() {
    let (dots, most) = (String(repeating: ".a", count: 60_000), String(repeating: ".a", count: 128))
    #expect(place(of: "b = 1\na\(dots) = 1") == [2, 258])
    #expect(place(of: "[a\(dots)]") == [1, 259])
    #expect(place(of: "b = [{a\(dots) = 1}]")?.first == 1)
    #expect(place(of: "a\(most) = 1\n[[b\(most)]]\nc = [1.5, 2.5]") == nil)
  }

  @Test(
    "SB-2 FE-7 what only looks like such a name or value is read",
    arguments: [
      "a = \"\"\"\n[\\u0041]\n[\\\\step]\n\"\"\"", "a = '''\n[$x]\n'''", "a = [\n[ 1 ],\n  [\n-2]]",
      "a = '\\u0000'", "a = \"\\\\u0000\"", "a = 1 # \"\\u0000\"", "a = [\n# [\n'[']",
      "[a]\n[\"$\"]\n['%']\n[[ b ]]\n[-]\n[_.0]", "# [\\\na = 1",
      "a = [{}, {b = 1}, [ ], '}', # }\n2001-01-01 , ]", "a = {b = [], c = {}}",
      "2026-11-22Tx = 2026-11-22T10:00:00Z\na.2026-11-22T-x = [2026-11-22t10:00:00]",
    ])
  func others(text: String) {
    #expect(place(of: text) == nil)
  }

  @Test(
    "SB-2 SB-5 a NUL in a text, behind which the parser hands on nothing, is reported with its place",
    arguments: [
      ("a = \"x\\u0000y\"", [1, 7]), ("a = 1\nb = ['\\u0000', \"\\U00000000\"]", [2, 17]),
      ("a = \"\"\"\nx\n\\\\u0000 \\u0000\"\"\"", [3, 9]), ("\"a\\u0000b\" = 1", [1, 3]),
    ])
  func escapes(text: String, expected: [Int]) {
    #expect(place(of: text) == expected)
  }

  @Test("SB-2 what is wrong before it is reported first, and a NUL does not end a text")
  func order() {
    #expect(place(of: "a = \n[\\]") == [1, 5])
    #expect(place(of: "a = 1\nb = 2\u{0}\nc = 3") == [2, 6])
    #expect(place(of: "a = [\n[\\]") == [2, 2])
  }

  @Test("SB-2 FE-7 separators that end no line of TOML do not move the line that is reported")
  func lines() throws {
    let fields = try TOMLFields.parse("# \u{2028}\u{2029}\u{85}\r\nx = '\u{2028}'\ny = 1", file: "a.toml")
    #expect(fields.error("x", "").position.line == 2)
    #expect(fields.error("y", "").position.line == 3)
  }

  @Test(
    "SB-2 FE-7 the place of a key is reported behind what only looks like a key, a long text or a comment",
    arguments: [
      ("x = 1 # \"\"\" '''\ny = 2", [2, 1]), ("x = \"'''\"\ny = 2", [2, 1]),
      ("x = '\"\"\"'\r\n y = 2", [2, 2]),
      ("x = [\n\"y = 1\",\n'''\ny = 1''',\n]\ny = 2", [6, 1]),
      ("x = \"\"\"\n\\\"\"\"\ny = 1\"\"\"\ny = 2", [4, 1]),
      ("x = [\n{ y = 1 },\n]\n[t]\n# y = 1\n\ty = 2", [6, 2]), ("\u{FEFF}y = 2", [1, 2]),
      ("y = 2\nx = [\n'''\ny = 1''']", [1, 1]),
    ])
  func keys(text: String, expected: [Int]) throws {
    let file = try TOMLFields.parse(text, file: "a.toml")
    let error = (try file.inner("t") ?? file).error("y", "")
    #expect([error.position.line, error.position.column] == expected)
  }

  @Test(
    "FE-11 an unknown table is reported where its name first stands, also in the name of one inside",
    arguments: [
      ("[a]\n\n[profiles.shop]\nx = 1\n[profiles.other]", [3, 1]), ("[a]\n  profiles.shop.x = 1", [2, 3]),
      ("[[profiles.shop]]", [1, 1]), ("[a]\n[profiles]\n[profiles.x]", [2, 1]),
    ])
  func unknownTables(text: String, expected: [Int]) throws {
    let fields = try TOMLFields.parse(text, file: "a.toml")
    let table = text.contains("  profiles") ? try #require(try fields.inner("a")) : fields
    do {
      try table.allow(only: ["a"])
      Issue.record("nothing is unknown")
    } catch { #expect([error.position.line, error.position.column] == expected) }
  }

  @Test("SB-2 a name that is unknown is followed by the one that was meant, else by those that there are")
  func nearestName() {
    #expect(NearestName.hintOrList("sprnig", among: ["autumn", "spring"]) == " Did you mean “spring”?")
    #expect(NearestName.hintOrList("x", among: ["autumn", "spring"]) == " There are: autumn, spring.")
    #expect(NearestName.hintOrList("x", among: ["autumn", "spring"], most: 1) == " There are: autumn.")
    #expect(NearestName.hintOrList("x", among: [], none: "Write one.") == " Write one.")
    #expect(NearestName.hintOrList("x", among: []) == "")
    // Three letters more or fewer are three edits.
    #expect(NearestName.of("badge-rulexyz", among: ["badge-rule"]) == "badge-rule")
    #expect(NearestName.of("badge-r", among: ["badge-rule"]) == "badge-rule")
    #expect(NearestName.of("badge-rulewxyz", among: ["badge-rule"]) == nil)
    let long = String(repeating: "spring", count: 200_000)
    #expect(NearestName.of(long, among: (0..<40).map { "spring-sale-\($0)" }) == nil)
  }

  @Test("SB-2 FE-6 a file that is far longer than any of its kind is refused before it is read as TOML")
  func endless() {
    let error = #expect(throws: TOMLFileError.self) {
      try FileText.read(repeatElement(UInt8(ascii: " "), count: (16 << 20) + 1), of: "big.toml")
    }
    #expect(error?.description.contains("it is larger than 16 MiB") == true)
  }
}
