import InboxModel
package import InboxVendors

/// Whose links a domain carries: it decides what is asked of the domain, and who can put it right.
package enum DomainVendor: String, Hashable, Sendable, Codable, CaseIterable {
  /// A branded domain of Oracle Responsys: delegated to its name servers and served by it (seed 000).
  case responsys
  /// A domain of the app's owner, whose universal links Bloomreach tracks (seed 004).
  case bloomreach
  /// A OneLink domain, served by AppsFlyer.
  case oneLink = "onelink"

  /// The vendor of a domain as the app's settings have it; Responsys where they do not name it.
  package init(of host: String, _ settings: LinkSettings) {
    let host = HostName.normalized(host)
    if settings.brandedDomains.contains(host) {
      self = .responsys
    } else if settings.campaignDomains.contains(host) {
      self = .bloomreach
    } else {
      self = settings.appsFlyer.isOneLink(host) ? .oneLink : .responsys
    }
  }

  // MARK: - Who puts it right

  /// A demand on the web server.
  func server(_ request: String) -> String {
    switch self {
    case .responsys:
      "The domain is served by Responsys: ask your Customer Success Manager or Oracle Responsys Support to \(request)."
    case .bloomreach: "Have the operator of the domain's web server \(request)."
    case .oneLink: "The domain is served by AppsFlyer: ask its support to \(request)."
    }
  }

  /// A demand on the site association.
  func association(_ request: String) -> String {
    switch self {
    case .responsys: "Have your Customer Success Manager or Oracle Responsys Support put \(request)."
    case .bloomreach: "Have the operator of the domain's web server put \(request)."
    case .oneLink: "In AppsFlyer's OneLink template, under the app's universal links, put \(request)."
    }
  }

  /// A demand on the server's certificate, or on its having one.
  func certificates(_ request: String) -> String {
    switch self {
    case .responsys: "Have an account administrator \(request) under Account › Manage SSL certificates"
    case .bloomreach: "Have the operator of the domain's web server \(request)"
    case .oneLink: "Have AppsFlyer's support \(request)"
    }
  }

  func certificate(_ request: String) -> String {
    switch self {
    case .responsys:
      "Have an account administrator generate a new CSR under Account › Manage SSL certificates, buy a certificate "
        + "\(request) and upload it there."
    case .bloomreach: "Have the operator of the domain's web server get a certificate \(request)."
    case .oneLink: "Ask AppsFlyer's support for a certificate \(request)."
    }
  }

  // MARK: - Which link is judged

  /// The parameters that each link of Responsys carries, as its guide shows them (seed 000, “Resolve the Universal
  /// Link”).
  static let sampleQuery =
    "_ri_=X0Gzc2X%3DYQLgnSQGjW1zaW3I39bSeeTLTzcl7Jkzgm0jGLwhp37NW3DPyepOVXtpKX%3DSWRB"
    + "&_ei_=Eq2tf9zs59idfP01Sc_9BbmHzQ63AEdx_2H8ivya7Qye6ocZmXBU9lX1DXT3ZU_be2kmoPhtBXC5yqbqCg."
}
