import ArgumentParser
import Foundation
import InboxModel
import InboxVendors

/// `inbox token [JWT]`: the content of a JWT, and why the vendor will refuse it (VE-7).
struct TokenCommand: ReportingCommand {
  static let configuration = CommandConfiguration(
    commandName: "token", abstract: "Say what a JWT claims and why the vendor will refuse it.",
    discussion: """
      Without an argument, it gets a new token for the profile. The token itself is never printed, and its \
      signature is not checked: only the vendor has the secret. A token that is given needs no profile; \
      then it is checked for what holds of any vendor. Exit status 1 when the vendor will refuse it.
      """)

  @OptionGroup var options: ProfileOptions

  @Argument(help: "The token; - reads it from standard input, where ‘ps’ does not show it.")
  var token: String?

  @Flag(help: "Print JSON.") var json = false

  func perform() async throws {
    let needsProfile = token == nil || options.findsOne
    try await run(on: needsProfile ? options.load() : nil)
  }

  func run(on profile: Profile?) async throws {
    let account = profile?.account
    let expectation = account?.expectation
    if let profile, expectation == nil, token == nil {
      throw InboxError.unsupported("The vendor of the profile “\(profile.name)” asks for no JWT.")
    }
    let identity = try profile?.identity(on: "")
    let text = try await text(account, of: identity)
    Output.hide([text])
    let inspection = JWTInspection(text)
    let expected = identity.flatMap { expectation?($0) } ?? .anyVendor
    let findings = inspection.findings(for: expected, at: Date())
    if json {
      Output.json(value(inspection, findings))
    } else {
      say(inspection, findings, expected.vendor)
      if expectation == nil {
        let why = profile.map { "The vendor of the profile “\($0.name)” asks for no JWT" }
        Output.line("\(why ?? "No profile says who takes it"): its claims were compared with nothing.")
      }
    }
    if !findings.isEmpty { throw ExitCode(Exit.failed) }
  }

  private func text(_ account: VendorAccount?, of person: Identity?) async throws -> String {
    if let token {
      let text = token == "-" ? String(decoding: try TextFile.data("-"), as: UTF8.self) : token
      return text.trimmingCharacters(in: .whitespacesAndNewlines)
    }
    guard let person, let held = try await account?.token?.token(true, for: person) else {
      throw Exit.notReady("The profile names no token. Give one, or - for standard input.")
    }
    return held
  }

  private func value(_ inspection: JWTInspection, _ findings: [JWTInspection.Finding]) -> JSONValue {
    let flaws = findings.map {
      JSONValue.members(["flaw": $0.flaw.rawValue, "text": $0.sentence, "error": $0.error])
    }
    return Output.masked(
      .members([
        "header": inspection.header, "claims": inspection.claims, "accepted": findings.isEmpty,
        "findings": flaws, "issued": inspection.issued.map(WireDate.format),
        "expires": inspection.expires.map(WireDate.format),
      ]))
  }

  private func say(_ inspection: JWTInspection, _ findings: [JWTInspection.Finding], _ vendor: String) {
    for (part, members) in [("header", inspection.header), ("claim", inspection.claims)] {
      for (name, value) in members.sorted(by: { $0.key < $1.key }) {
        let head = part.padding(toLength: 9, withPad: " ", startingAt: 0)
        Output.line(head + "\(name)  \(value.text ?? value.serialized)")
      }
    }
    if let issued = inspection.issued { Output.line("issued   \(WireDate.format(issued))") }
    if let expires = inspection.expires { Output.line("expires  \(WireDate.format(expires))") }
    guard !findings.isEmpty else { return Output.line("No problems found.") }
    for finding in findings {
      Output.line("\(vendor) will refuse it\(finding.error.map { " (\($0))" } ?? ""). \(finding.sentence)")
    }
  }
}
