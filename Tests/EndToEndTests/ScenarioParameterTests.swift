import Foundation
import InboxCore
import InboxTestSupport
import Testing

@testable import inbox

/// Parameters, data tables, includes and shared steps, as they are read.
struct ScenarioParameterTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private static let brand = """
    [brand]
    name = "Acme"
    domain = "news.acme.example"
    scheme = "acme"

    [[campaign]]
    id = "one"
    kind = "launch-app"
    subject = "One"
    message = "The first."


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
    ("[parameters]\nx = 1\n[[data]]\nx = 2\n[[data]]\nx = 2", ":7:1: [[data]] 2: the row is there already."),
    ("[[data]]\nx = 2", ":3:1: [[data]] 1: there is no [parameters]."),
    ("[parameters]\n\"a b\" = 1", "“a b” is no name of a parameter."),
    ("[parameters]\nx = 1\n[[step]]\nopen = \"${x\"", ":6:1: [[step]] 1, open: “${” has no “}” behind it."),
    (
      "[parameters]\nx = \"a\"\n[[step]]\nexpect = \"opens\"\nexactly = \"${x}\"",
      ":7:1: [[step]] 1, exactly: it is a text, but a whole number is wanted."
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

  @Test("SB-5 a typo in parameters, rows and shared steps is told with line and column")
  func mistakes() throws {
    for (text, sentence) in Self.mistakes {
      do {
        _ = try read(Self.head + text + Self.end + Self.brand)
        Issue.record("\(text) was taken")
      } catch { #expect("\(error)".contains(sentence), "\(text)\n\(error)") }
    }
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
    "SB-5 a file that is missing, one in a circle and one with other things are told where they are included")
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
      ("\"one.toml\", \"two.toml\"", "two.toml:1:1: [steps.a]: “a” is there already, at "),
    ]
    for (names, sentence) in wrong {
      do {
        _ = try read("include = [\(names)]\n" + Self.head + Self.end + Self.brand)
        Issue.record("\(names) was taken")
      } catch { #expect("\(error)".contains(sentence), "\(names)\n\(error)") }
    }
  }
}
