import struct Foundation.Date

/// The rows about TLS and the certificate: what Apple's transport security asks of a server.
struct TransportRows {
  typealias Row = DomainCheck.Row

  let host: String
  let now: Date

  /// Names and titles, in order.
  private enum Requirement: String, CaseIterable {
    case version = "tls-version"
    case forwardSecrecy = "forward-secrecy"
    case signature = "signature-hash"
    case key = "key-size"
    case chain = "chain"
    case name = "certificate-name"
    case dates = "certificate-dates"

    var title: String {
      switch self {
      case .version: "TLS 1.2 or newer"
      case .forwardSecrecy: "forward secrecy"
      case .signature: "certificate signed with SHA-256 or better"
      case .key: "key of RSA 2048 or EC 256 bits at least"
      case .chain: "certificate of a trusted authority"
      case .name: "certificate for this name"
      case .dates: "certificate valid today"
      }
    }
  }

  private static let askOracle =
    "The domain is served by Responsys: ask your Customer Success Manager or Oracle Responsys Support"
  private static let manage = "under Account › Manage SSL certificates"

  func rows(_ result: Result<TLSFacts, TLSFailure>) -> [Row] {
    switch result {
    case .failure(let failure):
      // One cause is told once.
      [unreachable(.version, failure)]
        + Requirement.allCases.dropFirst().map {
          row($0, .unknown, "there is no TLS connection", "Put the connection right first.")
        }
    case .success(let facts): Requirement.allCases.map { row($0, facts) }
    }
  }

  private func unreachable(_ requirement: Requirement, _ failure: TLSFailure) -> Row {
    let remedy =
      switch failure {
      case .unreadableAuthority: "Give a file with a PEM certificate."
      case .unknownHost: "Have the domain delegated first, then check again."
      case .connectionRefused:
        "Start the server, or check the address and port; if it is up, have an account administrator add SSL for "
          + "this domain \(Self.manage). Then check again."
      case .notTLS:
        "Have an account administrator add SSL for this domain \(Self.manage), then check again."
      default: "Check again; if it stays so, have an account administrator look \(Self.manage)."
      }
    return row(requirement, .unknown, failure.description, remedy)
  }

  private func row(_ requirement: Requirement, _ facts: TLSFacts) -> Row {
    let certificate = facts.certificate
    return switch requirement {
    case .version: version(facts)
    case .forwardSecrecy: forwardSecrecy(facts.forwardSecrecy)
    case .signature: signature(certificate.signature)
    case .key: key(certificate.key)
    case .chain: chain(facts.chain)
    case .name: name(certificate)
    case .dates: dates(certificate)
    }
  }

  private func row(
    _ requirement: Requirement, _ verdict: DomainCheck.Verdict, _ seen: String, _ remedy: String
  ) -> Row {
    Row(id: requirement.rawValue, title: requirement.title, verdict: verdict, seen: seen, remedy: remedy)
  }

  // MARK: - The protocol

  private func version(_ facts: TLSFacts) -> Row {
    let remedy = "\(Self.askOracle) to switch TLS 1.2 or newer on for it."
    return switch facts.modernVersion {
    case .met: row(.version, .pass, facts.version.rawValue, "")
    case .refused: row(.version, .fail, "\(facts.version.rawValue) at most", remedy)
    case .unknown(let reason): row(.version, .unknown, reason, "Check again.")
    }
  }

  private func forwardSecrecy(_ demand: TLSFacts.Demand) -> Row {
    switch demand {
    case .met: row(.forwardSecrecy, .pass, "a forward-secret suite was agreed on", "")
    case .refused(let reason):
      row(
        .forwardSecrecy, .fail, "none of Apple's forward-secret suites is spoken (\(reason))",
        "\(Self.askOracle) to switch ECDHE suites with AES on for it.")
    case .unknown(let reason): row(.forwardSecrecy, .unknown, reason, "Check again.")
    }
  }

  // MARK: - The certificate

  private func replace(_ wish: String) -> String {
    "Have an account administrator generate a new CSR \(Self.manage), buy a certificate \(wish) and "
      + "upload it there."
  }

  private func signature(_ hash: CertificateFacts.SignatureHash) -> Row {
    let remedy = replace("that is signed with SHA-256")
    return switch hash {
    case .sha2(let bits): row(.signature, bits >= 256 ? .pass : .fail, "SHA-\(bits)", remedy)
    case .old(let name): row(.signature, .fail, name, remedy)
    case .unknown(let identifier):
      row(.signature, .unknown, "an algorithm that this program does not know (\(identifier))", remedy)
    }
  }

  private func key(_ key: CertificateFacts.Key) -> Row {
    let remedy = replace("for a key of RSA 2048 or EC 256 bits")
    return switch key {
    case .rsa(let bits): row(.key, bits >= 2_048 ? .pass : .fail, "RSA with \(bits) bits", remedy)
    case .ellipticCurve(let bits): row(.key, bits >= 256 ? .pass : .fail, "EC with \(bits) bits", remedy)
    case .other(let name): row(.key, .fail, "\(name), which is neither RSA nor EC", remedy)
    }
  }

  private func chain(_ verdict: ChainVerdict) -> Row {
    let upload =
      "Have an account administrator upload the missing intermediate CA certificates \(Self.manage)"
    let buy = replace("of an authority that Apple's systems trust")
    return switch verdict {
    case .trusted: row(.chain, .pass, "it leads to a trusted authority", "")
    case .selfSigned: row(.chain, .fail, "the certificate is self-signed", buy)
    case .issuerUnknown(let issuer):
      row(
        .chain, .fail, "the server does not send the certificate of \(issuer), or \(issuer) is not trusted",
        upload + "; if \(issuer) is a private authority, use one that Apple's systems trust.")
    case .authorityUnknown(let name): row(.chain, .fail, "it leads to \(name), which is not trusted", buy)
    case .refused(let reason): row(.chain, .fail, reason, buy)
    case .unknown(let reason):
      row(.chain, .unknown, reason, "Put the certificate's other rows right, then check again.")
    }
  }

  private func name(_ certificate: CertificateFacts) -> Row {
    let covering = certificate.names.filter { DomainName.certificateName($0, covers: host) }
    let names = covering + certificate.names.filter { !covering.contains($0) }
    let seen = names.isEmpty ? "no names at all" : Self.list(names, limit: 6)
    return row(
      .name, certificate.covers(host) ? .pass : .fail, seen,
      replace("for \(host), or with the wild card or SAN option of “Generate CSR For”,"))
  }

  private func dates(_ certificate: CertificateFacts) -> Row {
    let (start, end) = (Self.day(certificate.notBefore), Self.day(certificate.notAfter))
    if now < certificate.notBefore {
      return row(.dates, .fail, "not valid before \(start)", "Wait until \(start), or \(lowered(renewal))")
    }
    if now > certificate.notAfter { return row(.dates, .fail, "expired on \(end)", renewal) }
    let days = Int(certificate.notAfter.timeIntervalSince(now) / 86_400)
    return row(.dates, .pass, "\(start) to \(end), \(days) \(days == 1 ? "day" : "days") left", "")
  }

  private var renewal: String { replace("that is valid now") }

  private func lowered(_ sentence: String) -> String {
    sentence.prefix(1).lowercased() + sentence.dropFirst()
  }

  private static func day(_ date: Date) -> String { String(WireDate.format(date).prefix(10)) }

  private static func list(_ names: [String], limit: Int) -> String {
    let rest = names.count - limit
    return names.prefix(limit).joined(separator: ", ") + (rest > 0 ? " and \(rest) more" : "")
  }
}
