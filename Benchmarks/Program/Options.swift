/// What the command line says.
nonisolated struct Options {
  /// What went wrong with it.
  struct Wrong: Error, CustomStringConvertible {
    var description: String
  }

  /// The file with what is allowed.
  let thresholds: String
  /// What the program was built with, for that file.
  let toolchain: String
  /// Whether to write the file instead of holding anything against it.
  var records = false
  /// Whether to write each statement to stderr.
  var tellsStatements = false

  init(_ arguments: some Sequence<String>) throws {
    var arguments = Array(arguments)
    guard arguments.count >= 2 else { throw Wrong(description: "call Benchmarks/run") }
    thresholds = arguments.removeFirst()
    toolchain = arguments.removeFirst()
    for argument in arguments {
      switch argument {
      case "--record": records = true
      case "--statements": tellsStatements = true
      default: throw Wrong(description: "no option \(argument); there are --record and --statements")
      }
    }
  }
}
