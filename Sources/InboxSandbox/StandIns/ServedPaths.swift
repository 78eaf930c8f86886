import HTTPTypes
import Hummingbird

/// Paths that are served together, made once for every place that serves or names them: a vendor's, or the sandbox's own.
struct ServedPaths: Sendable {
  /// The vendor, where its back end has a path and a host of its own.
  var vendor: VendorName?
  /// The prefixes of the paths; empty for none.
  var basePaths = [""]
  /// What a person with curl must know of the paths; nil where they are not listed.
  let note: String?
  let routes: [APIRoute]

  func add(to router: Router<SandboxContext>) {
    for path in basePaths {
      for route in routes { route.add(to: router.group(RouterPath(path))) }
    }
  }

  /// What the OpenAPI document says of them.
  var operations: [(base: String, operation: APIOperation)] {
    basePaths.flatMap { path in
      routes.map { (base: path.isEmpty ? "" : "/" + path, operation: $0.operation) }
    }
  }

  /// Their part of `GET /sandbox`: one path for each summary, with what there is to say of it; nil without a note.
  var overview: String? {
    guard let note else { return nil }
    var summaries: Set<String> = []
    let listed = routes.map(\.operation).filter { summaries.insert($0.summary).inserted }
    let width = min(40, listed.map(\.path.count).max() ?? 0)
    let lines = listed.flatMap { operation in
      let place = "  \(operation.method.rawValue.padded(to: 7))\(operation.path.padded(to: width))"
      let parameters = operation.query.compactMap { parameter in
        parameter.meaning.map { "?\(parameter.name)=".padded(to: 11) + $0 }
      }
      let details = operation.details?.split(separator: "\n").map(String.init) ?? []
      // A terminal of 100 columns shows each line whole.
      let fits = place.count + operation.summary.count < 100
      let under = (fits ? [] : [operation.summary]) + details + parameters
      return [fits ? "\(place) \(operation.summary)" : place] + under.map { "         \($0)" }
    }
    return ([note] + lines).joined(separator: "\n")
  }
}

extension ServedPaths {
  init(_ standIn: any StandIn) {
    self.init(
      vendor: standIn.vendor, basePaths: standIn.basePaths, note: standIn.note, routes: standIn.routes)
  }
}

extension String {
  /// Adds trailing blanks where it is shorter.
  fileprivate func padded(to count: Int) -> String {
    self + String(repeating: " ", count: max(0, count - self.count))
  }
}
