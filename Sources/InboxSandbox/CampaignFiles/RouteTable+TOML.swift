package import InboxCore
package import InboxTOML

extension RouteTable {
  /// Reads the deep links of an app, the tables `[[routes]]` with `pattern` and `screen`.
  package init(_ fields: TOMLFields) throws(TOMLFileError) {
    self.init([])
    for (index, row) in try fields.list("routes").enumerated() {
      let row = row.named(fields.place(of: "[[routes]] \(index + 1)"))
      try row.allow(only: ["pattern", "screen"])
      let route = Route(pattern: try row.requiredText("pattern"), screen: try row.requiredText("screen"))
      if let flaw = route.flaw { throw row.error("pattern", flaw) }
      routes.append(route)
    }
  }
}
