/// A person as a command line or file names one: each vendor decides what that stands for.
nonisolated enum PersonName: Hashable, Sendable {
  /// By one name, as `--user` has it.
  case user(String)
  /// By several ids, each with its kind.
  case ids([String: String])
  case nobody

  /// Why no person can have such a name; nil where one can.
  var flaw: String? {
    let names: [String] =
      switch self {
      case .user(let user): [user]
      case .ids(let ids): ids.values.sorted()
      case .nobody: []
      }
    if names.contains(where: { $0.allSatisfy(\.isWhitespace) }) {
      return "The name of the person is empty. Write it, or leave it out for this device."
    }
    // No header can hold one, and a name from a file with line breaks of Windows ends in one.
    let isControl: (Unicode.Scalar) -> Bool = { $0.properties.generalCategory == .control }
    guard let scalar = names.lazy.flatMap(\.unicodeScalars).first(where: isControl) else { return nil }
    let code = String(scalar.value, radix: 16, uppercase: true)
    let zeros = String(repeating: "0", count: 4 - code.count)
    return "The name of the person holds the control character U+\(zeros)\(code). Write it without."
  }
}
