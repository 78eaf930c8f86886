package import InboxModel

/// What a campaign says for the wires of some vendors alone.
package struct VendorExtras: Hashable, Sendable, Codable {
  /// The buttons, in their order (`[[campaign.action]]`): of a Bloomreach push, and of an embedded message of Iterable.
  package var actions: [Action] = []
  /// What the vendors' own tables say, by the keys of ``VendorName``; the vendor decides on a key that is missing.
  package var values: [VendorName: [String: JSONValue]] = [:]

  subscript(vendor: VendorName, key: String) -> JSONValue? { values[vendor]?[key] }

  /// A button.
  package struct Action: Hashable, Sendable, Codable {
    package var title: String
    package var kind: Kind
    /// Where it leads; nil for one that opens the app.
    package var url: String?

    /// What a button does, in Bloomreach's words.
    package enum Kind: String, Hashable, Sendable, Codable, CaseIterable {
      case app, browser, deeplink
    }
  }

  /// The same with every text of a link replaced.
  func replacingLinks(_ replace: (String) -> String) -> VendorExtras {
    var extras = self
    extras.actions = actions.map { Action(title: $0.title, kind: $0.kind, url: $0.url.map(replace)) }
    return extras
  }
}

extension VendorExtras {
  /// Decodes it without the tables of a message that an earlier version stored in another form, and of vendors that only
  /// a later one knows.
  package init(from decoder: any Decoder) throws {
    let members = try decoder.container(keyedBy: CodingKeys.self)
    actions = try members.decodeIfPresent([Action].self, forKey: .actions) ?? []
    let tables = try members.decodeIfPresent([String: [String: JSONValue]].self, forKey: .values) ?? [:]
    for (name, table) in tables { if let vendor = VendorName(rawValue: name) { values[vendor] = table } }
  }

  private enum CodingKeys: String, CodingKey {
    case actions, values
  }
}
