/// A row of a data table with which its scenario cannot be read.
nonisolated struct BrokenRow: Error, CustomStringConvertible {
  var row: [String: String]
  var reason: any Error

  var description: String { "\(reason)" }
}
