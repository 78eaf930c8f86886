import Glibc

/// The variables that the program was started with, one by one: nothing copies all of them to read one.
nonisolated enum Environment {
  static subscript(name: String) -> String? { getenv(name).map { String(cString: $0) } }
}

nonisolated enum Version {
  static let text = "0.1.0"
}
