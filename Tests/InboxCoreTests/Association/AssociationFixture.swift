import Foundation
import InboxDomains

/// The app and the domain of these tests, and short ways to ask about them.
enum AssociationFixture {
  static let appID = "A1B2C3D4E5.example.brand.shop"
  static let domain = "shop.brand.example"

  /// A file with one entry for the app, its components as JSON.
  static func file(components: String, links: String = "", entry: String = "") throws -> SiteAssociation {
    let details = #"{"appIDs":["\#(appID)"]\#(entry),"components":\#(components)}"#
    return try SiteAssociation(body: Data(#"{"applinks":{"details":[\#(details)]\#(links)}}"#.utf8))
  }

  /// A file in the old form.
  static func file(paths: String, links: String = "") throws -> SiteAssociation {
    let details = #"{"appID":"\#(appID)","paths":\#(paths)}"#
    return try SiteAssociation(body: Data(#"{"applinks":{"apps":[],"details":[\#(details)]\#(links)}}"#.utf8))
  }

  /// What a file says of a path of the domain, with query and fragment.
  static func ask(_ file: SiteAssociation, _ path: String) -> AssociationDecision {
    file.decide("https://\(domain)\(path)", domain: domain, appID: appID)
  }
}
