import HTTPTypes

/// A vendor with its routes, made once for every place that serves or names them.
struct ServedVendor: Sendable {
  let standIn: any StandIn
  let routes: [APIRoute]

  init(_ standIn: any StandIn) {
    self.standIn = standIn
    routes = standIn.routes
  }

  /// Its part of `GET /sandbox`: one path for each summary; nil without a note.
  var overview: String? {
    guard let note = standIn.note else { return nil }
    var summaries: Set<String> = []
    let lines = routes.map(\.operation).filter { summaries.insert($0.summary).inserted }.map { operation in
      let method = operation.method.rawValue.padded(to: 7)
      return "  \(method)\(operation.path.padded(to: 40)) \(operation.summary)"
    }
    return ([note] + lines).joined(separator: "\n")
  }
}

extension String {
  /// Adds trailing blanks where it is shorter.
  fileprivate func padded(to count: Int) -> String {
    self + String(repeating: " ", count: max(0, count - self.count))
  }
}
