/// What `${NAME}` stands for in the texts of a file; `$${` is `${` itself.
package struct TOMLParameters: Sendable {
  package let values: [String: TOMLScalar]

  package init(_ values: [String: TOMLScalar]) { self.values = values }

  /// What is wrong with a text, as a sentence.
  struct Flaw: Error {
    var problem: String
  }

  /// Puts the values in; a text that is one parameter and nothing else is its value, of its kind.
  func fill(_ text: String) throws(Flaw) -> TOMLScalar {
    var result = ""
    var rest = Substring(text)
    while let begin = rest.firstRange(of: "${") {
      let before = rest[..<begin.lowerBound]
      guard before.last != "$" else {
        result += before.dropLast() + "${"
        rest = rest[begin.upperBound...]
        continue
      }
      guard let end = rest[begin.upperBound...].firstIndex(of: "}") else {
        throw Flaw(problem: "“${” has no “}” behind it. Write ${NAME}, or $${ for the characters themselves.")
      }
      let value = try value(String(rest[begin.upperBound..<end]))
      let after = rest[rest.index(after: end)...]
      if result.isEmpty, before.isEmpty, after.isEmpty { return value }
      result += before + value.text
      rest = after
    }
    return .text(result + rest)
  }

  private func value(_ name: String) throws(Flaw) -> TOMLScalar {
    if let value = values[name] { return value }
    let known = values.keys.sorted()
    let hint = NearestName.hintOrList(name, among: known, none: "Declare it under [parameters].")
    throw Flaw(problem: "there is no parameter “\(name)”.\(hint)")
  }

  /// What is wrong with the name of a parameter; nil for a good one.
  package static func flaw(inName name: String) -> String? {
    let isGood =
      !name.isEmpty && name.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || "-_".contains($0)) }
    return isGood ? nil : "“\(name)” is not a name of a parameter. Write letters, digits, “-” and “_”."
  }
}
