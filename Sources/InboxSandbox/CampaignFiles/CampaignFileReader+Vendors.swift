import InboxTOML

/// What a campaign says about vendors: to which it goes, and what only some of them have.
extension CampaignFileReader {
  static let vendorKeys =
    ["vendors", "action"] + VendorName.allCases.filter { !$0.campaignKeys.isEmpty }.map(\.rawValue)

  /// Every vendor, where the campaign names none.
  func vendors(_ fields: TOMLFields) throws(TOMLFileError) -> [VendorName] {
    guard let names = try fields.texts("vendors") else { return VendorName.allCases }
    let known = VendorName.allCases.map(\.rawValue)
    var vendors: [VendorName] = []
    for name in names {
      guard let vendor = VendorName(rawValue: name) else {
        let hint = NearestName.hint(name, among: known)
        throw fields.error(
          "vendors", "“\(name)” is not a vendor. There are: \(known.joined(separator: ", ")).\(hint)")
      }
      if !vendors.contains(vendor) { vendors.append(vendor) }
    }
    guard !vendors.isEmpty else {
      throw fields.error("vendors", "it is empty, so no one would get it. Name one, or leave vendors out.")
    }
    return vendors
  }

  func extras(_ fields: TOMLFields, of vendors: [VendorName]) throws(TOMLFileError) -> VendorExtras {
    var extras = VendorExtras()
    for (index, row) in try fields.list("action").enumerated() {
      extras.actions.append(try action(row.named(fields.place(of: "[[action]] \(index + 1)"))))
    }
    guard extras.actions.isEmpty || vendors.contains(where: \.hasButtons) else {
      let others = VendorName.allCases.filter(\.hasButtons).map { "\"\($0.rawValue)\"" }
      throw fields.error(
        "action", "Responsys has no buttons. Add \(others.joined(separator: " or ")) to vendors.")
    }
    for vendor in VendorName.allCases where !vendor.campaignKeys.isEmpty {
      guard let inner = try fields.inner(vendor.rawValue) else { continue }
      guard vendors.contains(vendor) else {
        throw fields.error(
          vendor.rawValue, "vendors leaves \(vendor.rawValue) out. Add it there, or leave this table out.")
      }
      try inner.allow(only: vendor.campaignKeys.map(\.key))
      for (key, kind) in vendor.campaignKeys {
        extras.values[vendor, default: [:]][key] = try kind.read(inner, key)
      }
    }
    return extras
  }

  private func action(_ fields: TOMLFields) throws(TOMLFileError) -> VendorExtras.Action {
    try fields.allow(only: ["title", "kind", "url"])
    let title = try fields.requiredText("title")
    let kind = try fields.choice("kind", of: VendorExtras.Action.Kind.self) ?? .app
    let url = try fields.filledText("url")
    guard kind == .app || url != nil else {
      throw fields.error("url", "a button of kind \(kind.rawValue) leads somewhere. Write url = \"…\".")
    }
    return VendorExtras.Action(title: title, kind: kind, url: url)
  }

  /// Refuses what none of the named vendors has.
  func check(vendorsOf campaign: Campaign, _ fields: TOMLFields) throws(TOMLFileError) {
    guard !campaign.vendors.contains(.responsys) else { return }
    if campaign.badge != nil {
      throw fields.error(
        "badge", "only Responsys has a badge on the server. Leave it out, or add \"responsys\" to vendors.")
    }
  }
}
