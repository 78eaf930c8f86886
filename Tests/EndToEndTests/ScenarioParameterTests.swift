import Foundation
import InboxTestSupport
import Testing

@testable import inbox

/// Parameters, data tables, includes and shared steps, as they are read.
struct ScenarioParameterTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private static let brand = """
    \(ScenarioText.acme)


    """

  private func read(_ text: String, setting settings: [String: String] = [:]) throws -> ScenarioReader.File {
    try folder.write(text, to: "own.toml")
    return try ScenarioReader.read(folder.path + "/own.toml", setting: settings)
  }

  private static let table = """
    [scenario]
    name = "Of ${message}"
    user = "${user}"

    [parameters]
    message = "one"
    user = "maria"
    count = 1

    [[data]]
    message = "one"

    [[data]]
    message = "one"
    count = 0

    [[step]]
    follow = "acme://${message}/$${count}/${count}"

    [[step]]
    expect = "opens"
    message = "${message}"
    exactly = "${count}"


    """

  @Test("SB-5 a scenario runs once for each row of its table, and the command line sets the rest")
  func rows() throws {
    let file = try read(Self.table + Self.brand, setting: ["user": "ben"])
    #expect(file.scenarios.map(\.name) == ["Of one [message=one]", "Of one [count=0, message=one]"])
    #expect(file.scenarios.map(\.row) == [["message": "one"], ["message": "one", "count": "0"]])
    #expect(file.scenarios.map(\.clients[0].user) == ["ben", "ben"])
    #expect(
      file.scenarios.map(\.steps[0].text) == [
        "follow = “acme://one/${count}/1”", "follow = “acme://one/${count}/0”",
      ])
    #expect(file.parameters == ["message", "user", "count"])
    #expect(file.settable == ["user", "count"])
  }

  @Test("SB-5 a file without parameters has texts with ${…} in them as ever")
  func plain() throws {
    let file = try read(
      "[scenario]\nname = \"x ${y}\"\n[[step]]\nfollow = \"acme://${y}\"\n[[step]]\nexpect = \"outbox\"\n"
        + Self.brand)
    #expect(file.scenarios.map(\.name) == ["x ${y}"])
    #expect(file.scenarios[0].steps[0].text == "follow = “acme://${y}”")
  }

  private static let head = "[scenario]\nname = \"x\"\n"
  private static let end = "\n[[step]]\nexpect = \"outbox\"\n"

  private static let mistakes = [
    (
      "[parameters]\nmessage = \"one\"\n[[step]]\nopen = \"${mesage}\"",
      ":6:1: [[step]] 1, open: there is no parameter “mesage”. Did you mean “message”?"
    ),
    (
      "[parameters]\ncount = 1\n[[data]]\ncuont = 2",
      ":6:1: [[data]] 1, cuont: the key is unknown. Did you mean “count”?"
    ),
    ("[parameters]\ncount = 1\n[[data]]\ncount = \"2\"", ":6:1: [[data]] 1, count: it is a text, but under"),
    ("[parameters]\nx = 1\n[[data]]\nx = 2\n[[data]]\nx = 2", ":7:1: [[data]] 2: the row occurs twice."),
    ("[[data]]\nx = 2", ":3:1: [[data]] 1: there is no [parameters]."),
    ("[parameters]\n\"a b\" = 1", "“a b” is not a name of a parameter."),
    ("[parameters]\nx = 1\n[[step]]\nopen = \"${x\"", ":6:1: [[step]] 1, open: “${” has no “}” behind it."),
    (
      "[parameters]\nx = \"a\"\n[[step]]\nexpect = \"opens\"\nexactly = \"${x}\"",
      ":7:1: [[step]] 1, exactly: it must be a whole number, not a text."
    ),
    ("[[steps.a.step]]\nuse = \"b\"\n[[steps.b.step]]\nuse = \"a\"\n[[step]]\nuse = \"a\"", "a → b → a."),
    ("[[steps.a.step]]\npress = \"j\"\n[[step]]\nuse = \"aa\"", "There are: a."),
    (
      "[steps.open]\nneeds = [\"message\"]\n[[steps.open.step]]\nopen = \"${message}\"\n[[step]]\nuse = \"open\"",
      ":8:1: [[step]] 1, use: it needs “message”."
    ),
    (
      "[steps.open]\nneeds = [\"message\"]\n[[steps.open.step]]\nopen = \"${message}\"\n[[step]]\nuse = \"open\"\n"
        + "with = { mesage = \"one\" }", "the key is unknown. Did you mean “message”?"
    ),
    ("[steps.open]\nneeds = [\"message\"]", "[steps.open]: it does nothing. Add [[steps.open.step]]."),
  ]

  @Test("SB-5 a typo in parameters, rows and shared steps is reported with line and column")
  func mistakes() throws {
    for (text, sentence) in Self.mistakes {
      do {
        _ = try read(Self.head + text + Self.end + Self.brand)
        Issue.record("\(text) was taken")
      } catch { #expect("\(error)".contains(sentence), "\(text)\n\(error)") }
    }
  }

  /// What stands in shared steps that nothing uses, and what is said of it.
  private static let unused = [
    ("[[steps.a.step]]\npres = \"j\"", "[[step]] 1, pres: the key is unknown. Did you mean “press”?"),
    ("[[steps.a.step]]\nexpect = \"opnes\"", "[[step]] 1, expect: “opnes” is unknown."),
    (
      "[steps.a]\nneeds = [\"message\"]\n[[steps.a.step]]\nopen = \"${mesage}\"",
      "[[step]] 1, open: there is no parameter “mesage”. Did you mean “message”?"
    ),
    (
      "[steps.a]\nneeds = [\"n\"]\n[[steps.a.step]]\nexpect = \"opens\"\nexactly = \"${n}\"\nwithin = 9000",
      "[[step]] 1, within: it is 9000, but a number from 1 to 600 is expected."
    ),
    (
      "[steps.a]\nneeds = [\"n\"]\n[[steps.a.step]]\nexpect = \"session-starts\"\nexactly = \"${n}\"\n"
        + "properties = { x = \"${m}\" }", "[[step]] 1, properties, x: there is no parameter “m”."
    ),
    (
      "[[steps.a.step]]\nuse = \"bb\"\n[[steps.b.step]]\npress = \"j\"",
      "[[step]] 1, use: there are no shared"
    ),
    (
      "[[steps.a.step]]\nuse = \"b\"\n[[steps.b.step]]\nuse = \"a\"",
      "[steps.a]: these steps use one another: a → b → a."
    ),
    (
      "[[steps.a.step]]\nclock = \"+1m\"\nclient = \"x\"", "[[step]] 1, client: all clients share one sandbox"
    ),
  ]

  @Test("SB-5 a typo in shared steps is reported though nothing uses them, here and in an included file")
  func unusedSteps() throws {
    for (text, sentence) in Self.unused {
      try folder.write(text + "\n", to: "shared.toml")
      for file in ["include = [\"shared.toml\"]\n" + Self.head, Self.head + text] {
        do {
          _ = try read(file + Self.end + Self.brand)
          Issue.record("\(text) was taken")
        } catch { #expect("\(error)".contains(sentence), "\(text)\n\(error)") }
      }
    }
  }

  @Test(
    "SB-5 of shared steps that nothing uses, values with a parameter, clients and messages are not judged")
  func unknownValues() throws {
    let steps = """
      [steps.a]
      needs = ["what", "count", "who", "steps"]
      parameters = { most = 3 }

      [[steps.a.step]]
      press = "${what}"

      [[steps.a.step]]
      expect = "opens"
      message = "of another scenario"
      identity = "${who}"
      at-least = 5
      at-most = "${most}"

      [[steps.a.step]]
      mouse = "click"
      at = ["${count}", 3]
      client = "phone"

      [[steps.a.step]]
      use = "${steps}"

      [[steps.a.step]]
      use = "b"
      with = { count = "${count}" }

      [steps.b]
      needs = ["count"]

      [[steps.b.step]]
      expect = "list"
      unread = "${count}"

      """
    #expect(try read(Self.head + steps + Self.end + Self.brand).scenarios.count == 1)
  }

  @Test("SB-5 what is wrong in shared steps names the step that uses them, and a row that is wrong is named")
  func places() throws {
    try folder.write(
      "[steps.opened]\nneeds = [\"count\"]\n[[steps.opened.step]]\nexpect = \"opens\"\nexactly = \"${count}\"\n"
        + "[steps.outer]\nneeds = [\"count\"]\n[[steps.outer.step]]\nuse = \"opened\"\nwith = { count = \"${count}\" }\n",
      to: "shared.toml")
    let scenario =
      "include = [\"shared.toml\"]\n" + Self.head
      + "[parameters]\ncount = 1\nname = \"a\"\n[[data]]\ncount = 2\n[[data]]\ncount = -1\nname = \"b\"\n"
      + "[[step]]\nuse = \"outer\"\nwith = { count = \"${count}\" }\n" + Self.brand
    do {
      _ = try read(scenario)
      Issue.record("it was taken")
    } catch {
      let shared = folder.path + "/shared.toml"
      #expect((error as? BrokenRow)?.row == ["count": "-1", "name": "b"])
      #expect(
        "\(error)"
          == "\(folder.path)/own.toml:12: use = “outer”: \(shared):8: use = “opened”: \(shared):5:1: "
          + "[[step]] 1, exactly: it is -1, but a whole number from 0 to 1000000 is expected.")
    }
    let steps = try read(scenario.replacing("count = -1", with: "count = 3")).scenarios[1].steps
    #expect(steps.map { $0.uses.map(\.name) } == [["outer", "opened"]])
  }

  @Test("SB-5 shared steps that double and double make no endless scenario")
  func doubled() throws {
    var steps = "[[steps.a0.step]]\npress = \"j\"\n"
    for level in 1...40 {
      steps += String(repeating: "[[steps.a\(level).step]]\nuse = \"a\(level - 1)\"\n", count: 2)
    }
    do {
      _ = try read(Self.head + steps + "[[step]]\nuse = \"a40\"\n" + Self.end + Self.brand)
      Issue.record("it was taken")
    } catch { #expect("\(error)".contains("with it the scenario has more than 10000 steps."), "\(error)") }
  }

  @Test(
    "SB-5 included files give parameters and steps, the scenario has the last word, and places name the file")
  func includes() throws {
    try folder.write(
      "include = [\"more/deep.toml\"]\n[parameters]\nmessage = \"none\"\n[[steps.opened.step]]\nopen = \"${message}\"\n",
      to: "shared.toml")
    try FileManager.default.createDirectory(atPath: folder.path + "/more", withIntermediateDirectories: true)
    try folder.write("[[steps.moved.step]]\npress = \"j\"\n", to: "more/deep.toml")
    let file = try read(
      "include = [\"shared.toml\"]\n" + Self.head
        + "[parameters]\nmessage = \"one\"\n[[step]]\nuse = \"opened\"\n[[step]]\nuse = \"moved\"\n"
        + Self.end
        + Self.brand)
    let steps = file.scenarios[0].steps
    #expect(steps.map(\.text) == ["open = “one”", "press = “j”", "expect = “outbox”"])
    #expect(
      steps.map(\.place) == [
        .init(file: folder.path + "/shared.toml", line: 4),
        .init(file: folder.path + "/more/deep.toml", line: 1),
        .init(file: folder.path + "/own.toml", line: 11),
      ])
  }

  @Test(
    "SB-5 a file that is missing, one in a circle and one with other things are reported where they are included"
  )
  func wrongIncludes() throws {
    try folder.write("include = [\"b.toml\"]\n", to: "a.toml")
    try folder.write("\ninclude = [\"a.toml\"]\n", to: "b.toml")
    try folder.write("[scenario]\nname = \"x\"\n", to: "other.toml")
    try folder.write("[[steps.a.step]]\npress = \"j\"\n", to: "one.toml")
    try folder.write("[[steps.a.step]]\npress = \"k\"\n", to: "two.toml")
    let wrong = [
      ("\"nothing.toml\"", "own.toml:1:1: the file, include: there is no file “nothing.toml”"),
      (
        "\"a.toml\"",
        "b.toml:2:1: the file, include: these files include one another: own.toml → a.toml → b.toml → a.toml."
      ),
      ("\"other.toml\"", "other.toml:1:1: the file, scenario: the key is unknown."),
      ("\"one.toml\", \"two.toml\"", "two.toml:1:1: [steps.a]: “a” already exists, at "),
    ]
    for (names, sentence) in wrong {
      do {
        _ = try read("include = [\(names)]\n" + Self.head + Self.end + Self.brand)
        Issue.record("\(names) was taken")
      } catch { #expect("\(error)".contains(sentence), "\(names)\n\(error)") }
    }
  }
}
