import InboxModel

/// What a client of a vendor's stand-in needs.
package struct VendorEndpoint: Hashable, Sendable {
  /// `baseURL` and `host`, and the vendor's own keys and names, as `endpoint.json` has them.
  package let values: [String: String]

  init(_ vendor: VendorName, on server: String, _ values: [String: String]) {
    let place = ["baseURL": "\(server)/\(vendor.basePath)", "host": vendor.host]
    self.init(values: values.merging(place) { $1 })
  }

  init(values: [String: String]) { self.values = values }

  /// - Throws: ``InboxError/unsupported(_:)`` where the sandbox is of an earlier version.
  package subscript(name: String) -> String {
    get throws(InboxError) {
      guard let value = values[name] else {
        throw .unsupported("The sandbox that runs has no “\(name)”. Start it again with this version.")
      }
      return value
    }
  }

  /// Without a slash at the end; under its host over HTTPS the same paths are at the root.
  package var baseURL: String { get throws(InboxError) { try self["baseURL"] } }
}

extension VendorName {
  /// What its paths begin with, over HTTP and HTTPS.
  package var basePath: String { rawValue }

  /// The host that serves those paths without the prefix, over HTTPS.
  package var host: String { "\(rawValue).sandbox.test" }
}
