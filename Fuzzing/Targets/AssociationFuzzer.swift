import Foundation
import InboxDomains
import InboxModel

/// A site association file and a URL: the first line is the URL, the rest the file.
///
/// The same question gets the same answer, in whatever way it is asked.
nonisolated enum AssociationFuzzer {
  static func run(_ input: FuzzInput) {
    let (url, file) = input.firstLine
    entitlement(url)
    guard let association = attempt({ () throws(InboxError) in try SiteAssociation(body: file.data) }) else {
      return
    }
    require(association.remarks.count <= 50, "too many remarks")
    require(Set(association.appIDs).count == association.appIDs.count, "an app twice")
    for app in association.appIDs.prefix(3) + ["ABCDE12345.com.example.app"] {
      let decision = association.decide(url, domain: "", appID: app)
      require(!decision.rule.isEmpty, "a decision without a reason")
      requireSame(decision, association.decide(url, domain: "", appID: app), "the same question")
      if !association.appIDs.contains(app) {
        require(decision.verdict == .noMatch, "a match for an app that is not listed")
      }
      if !url.lowercased().hasPrefix("https:") {
        require(decision.verdict == .noMatch, "a match for what is not https: \(url)")
      }
      // The file as it is written anew says the same of every URL.
      let value = attempt { () throws(InboxError) in try JSONValue.parse(file.data) }
      let again = value.flatMap { value in
        attempt { () throws(InboxError) in try SiteAssociation(body: Data(value.serialized.utf8)) }
      }
      if let again {
        requireSame(
          decision.verdict, again.decide(url, domain: "", appID: app).verdict, "the file written anew")
      }
    }
  }

  private static func entitlement(_ text: String) {
    guard let entry = attempt({ () throws(InboxError) in try AssociatedDomain(text) }) else { return }
    require(entry.stands(for: entry.host) != entry.isWildcard, "a wildcard stands for its host: \(text)")
    require(
      entry.stands(for: "sub." + entry.host) == entry.isWildcard,
      "an entry stands for what it does not: \(text)")
    let coverage = AssociatedDomain.covering(host: entry.host, in: [text])
    require(coverage.problems.isEmpty, "a good entry is a problem: \(text)")
  }
}
