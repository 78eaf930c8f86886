import InboxDomains
import Testing

struct AssociationVariableTests {
  @Test(
    "UL-7 built-in variables stand for one of their values",
    arguments: [
      ("alpha", ["a", "Z"], ["1", "-", "ab", ""]), ("upper", ["Q"], ["q", "1"]),
      ("lower", ["q"], ["Q", "1"]),
      ("digit", ["0", "9"], ["x", "10", "٣"]), ("alnum", ["7", "g", "G"], ["-", "é"]),
      ("xdigit", ["f", "A", "0"], ["g", "G"]),
      ("region", ["GB", "US", "XK"], ["UK", "gb", "ZZ", "USA", "001", "EU"]),
      ("lang", ["en", "de", "gsw", "yue"], ["EN", "qq", "english", "e"]),
    ] as [(String, [String], [String])])
  func builtIn(name: String, good: [String], bad: [String]) throws {
    let file = try AssociationFixture.file(components: #"[{"/":"/v/x$(\#(name))"}]"#)
    for value in good { #expect(AssociationFixture.ask(file, "/v/x\(value)").verdict == .match, "\(value)") }
    for value in bad { #expect(AssociationFixture.ask(file, "/v/x\(value)").verdict == .noMatch, "\(value)") }
  }

  @Test(
    "UL-7 variables of the file, beside wildcards and others, in path, query and fragment",
    arguments: [
      (#"{"/":"/$(lang)_$(region)/$(dish)/"}"#, "/en_GB/ramen/", true),
      (#"{"/":"/$(lang)_$(region)/$(dish)/"}"#, "/en_GB/ramen", true),
      (#"{"/":"/$(lang)_$(region)/$(dish)/"}"#, "/en_UK/ramen/", false),
      (#"{"/":"/$(lang)_$(region)/$(dish)/"}"#, "/en_GB/tacos/", false),
      (#"{"/":"/$(lang)_$(region)/$(dish)/"}"#, "/en_GB/$(dish)/", false),
      (#"{"/":"$(dish)"}"#, "/ramen", true), (#"{"/":"$(dish)/*"}"#, "/ramen", true),
      (#"{"/":"/*$(dish)*"}"#, "/x/my-udon/y", true), (#"{"/":"/*$(dish)*"}"#, "/x/y", false),
      (#"{"/":"/$(dish)$(dish)"}"#, "/udonramen", true), (#"{"/":"/$(dish)$(dish)"}"#, "/udon", false),
      (#"{"/":"/$(wild)/z"}"#, "/abcd/z", true), (#"{"/":"/$(wild)/z"}"#, "/ad/z", true),
      (#"{"/":"/$(wild)/z"}"#, "/abc/z", false), (#"{"/":"/$(wild)/z"}"#, "/x7/z", true),
      (#"{"/":"/$(wild)/z"}"#, "/x77/z", false),
      (#"{"/":"/$(prefix)"}"#, "/rot", true), (#"{"/":"/$(prefix)"}"#, "/rotwein", true),
      (#"{"/":"/$(prefix)!"}"#, "/rotwein!", true), (#"{"/":"/$(prefix)!"}"#, "/rotw!", false),
      (#"{"/":"/a$(none)b"}"#, "/ab", true), (#"{"/":"/a$(none)b"}"#, "/axb", false),
      (#"{"/":"/$(a b/é)"}"#, "/odd", true),
      (#"{"?":{"d":"$(dish)"}}"#, "/?d=udon", true), (#"{"?":{"d":"$(dish)"}}"#, "/?d=tacos", false),
      (#"{"?":"d=$(dish)"}"#, "/?d=udon", true), (##"{"#":"$(dish)"}"##, "/#udon", true),
      // Names keep their case, values too unless the rule folds.
      (#"{"/":"/$(Dish)"}"#, "/udon", false), (#"{"/":"/$(dish)"}"#, "/Udon", false),
      (#"{"/":"/$(dish)","caseSensitive":false}"#, "/UDON", true),
      (#"{"/":"/$(upper)","caseSensitive":false}"#, "/q", true),
      (#"{"/":"/$(region)","caseSensitive":false}"#, "/gb", true),
      (#"{"/":"/$(wild)","caseSensitive":false}"#, "/AXD", true),
      // The file's own meaning goes before Apple's.
      (#"{"/":"/$(digit)"}"#, "/one", true), (#"{"/":"/$(digit)"}"#, "/1", false),
      // What cannot be resolved matches nothing, not even itself.
      (#"{"/":"/$(unknown)"}"#, "/$(unknown)", false), (#"{"/":"*$(unknown)*"}"#, "/x", false),
      (#"{"/":"/$(open"}"#, "/$(open", false), (#"{"/":"/$(empty)"}"#, "/", false),
      (#"{"/":"/$(nested)"}"#, "/udon", false), (#"{"/":"/$(nested)"}"#, "/plain", true),
      (#"{"/":"/$(text)"}"#, "/udon", false), (#"{"/":"/$()"}"#, "/", false),
      (#"{"/":"/$5"}"#, "/$5", true), (#"{"/":"/a)b("}"#, "/a)b(", true), (#"{"/":"/a$"}"#, "/a$", true),
    ] as [(String, String, Bool)])
  func custom(component: String, path: String, matches: Bool) throws {
    let variables = #"""
      ,"substitutionVariables":{"dish":["ramen","udon"],"wild":["a*d","x?"],"prefix":["rot","rotwein"],
      "none":[""],"a b/é":["odd"],"digit":["one"],"empty":[],"nested":["$(dish)","plain"],"text":"udon",
      "a$b":["x"]}
      """#
    let file = try AssociationFixture.file(components: "[\(component)]", links: variables)
    #expect((AssociationFixture.ask(file, path).verdict == .match) == matches)
  }

  @Test("UL-7 a query pattern or a fragment that cannot be resolved matches nothing, even beside others")
  func broken() throws {
    for component in [#"{"?":"$(gone)"}"#, #"{"?":{"a":"$(gone)"}}"#, ##"{"#":"$(gone)"}"##] {
      let file = try AssociationFixture.file(components: "[\(component)]")
      #expect(AssociationFixture.ask(file, "/").verdict == .noMatch)
      #expect(
        file.remarks == [
          #"applinks.details[0].components[0] can never match: there is no variable "$(gone)""#
        ])
    }
  }
}
