/// A command line that opens a profile and says nothing else: `inbox`, or `inbox --profile NAME`.
///
/// The argument parser finds its arguments by asking the runtime for hundreds of conformances, and each question goes
/// through all that the program has: a third of the start. What these lines mean needs no parser; every other line has it.
nonisolated struct PlainestLine: Equatable {
  /// nil = the default of the configuration.
  let profile: String?

  /// - Parameter arguments: Without the name of the program; nil for those that are the parser's.
  init?(_ arguments: [String]) {
    switch arguments.count {
    case 0: profile = nil
    case 2 where arguments[0] == "--profile" || arguments[0] == "-p":
      guard let first = arguments[1].first, first != "-" else { return nil }
      profile = arguments[1]
    default: return nil
    }
  }
}
