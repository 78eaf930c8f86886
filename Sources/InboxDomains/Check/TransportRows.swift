import struct Foundation.Date
import InboxModel

/// The rows about TLS and the certificate: what Apple's transport security asks of a server.
struct TransportRows {
  typealias Row = DomainCheck.Row

  let host: String
  let vendor: DomainVendor
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
    case lifetime = "certificate-lifetime"
    case purpose = "server-authentication"

    var title: String {
      switch self {
      case .version: "TLS 1.2 or newer"
      case .forwardSecrecy: "forward secrecy"
      case .signature: "certificate signed with SHA-256 or better"
      case .key: "key of RSA 2048 or EC 256 bits at least"
      case .chain: "certificate of a trusted authority"
      case .name: "certificate for this name"
      case .dates: "certificate valid today"
      case .lifetime: "certificate issued for no longer than Apple takes"
      case .purpose: "certificate for servers"
      }
    }
  }

  func rows(_ result: Result<TLSFacts, TLSFailure>) -> [Row] {
    switch result {
    case .failure(let failure):
      // One cause is reported once.
      let cause = failed(failure)
      return Requirement.allCases.map { requirement in
        cause.id == requirement.rawValue
          ? cause
          : row(requirement, .unknown, "there is no TLS connection", "Fix the connection first.")
      }
    case .success(let facts): return Requirement.allCases.map { row($0, facts) }
    }
  }

  /// The row that says why there is no connection.
  private func failed(_ failure: TLSFailure) -> Row {
    switch failure {
    case .noCommonCipher:
      return row(.forwardSecrecy, .fail, failure.description, ciphers)
    case .plainHTTP, .notTLS:
      let request = vendor.certificates("switch TLS on for the port, with a certificate of this domain,")
      return row(
        .version, .fail, failure.description,
        vendor == .responsys
          ? "\(vendor.certificates("add SSL for this domain")), then check again."
          : "\(request) then check again.")
    default: break
    }
    let remedy =
      switch failure {
      case .unreadableAuthority: "Give a file with a PEM certificate."
      case .unknownHost where vendor == .responsys: "Have the domain delegated first, then check again."
      case .unknownHost: "Have an address record made for the domain first, then check again."
      case .connectionRefused:
        "Start the server, or check the address and port; if it is up: "
          + "\(lowered(vendor.certificates("add SSL for this domain"))). Then check again."
      default: "Check again; if it persists: \(lowered(vendor.certificates("have a look")))."
      }
    return row(.version, .unknown, failure.description, remedy)
  }

  private func row(_ requirement: Requirement, _ facts: TLSFacts) -> Row {
    let certificate = facts.certificate
    return switch requirement {
    case .version: version(facts)
    case .forwardSecrecy: forwardSecrecy(facts.forwardSecrecy)
    case .signature: signature(facts)
    case .key: key(facts)
    case .chain: chain(facts.chain)
    case .name: name(certificate)
    case .dates: dates(certificate)
    case .lifetime: lifetime(certificate)
    case .purpose: purpose(certificate)
    }
  }

  private func row(
    _ requirement: Requirement, _ verdict: DomainCheck.Verdict, _ seen: String, _ remedy: String
  ) -> Row {
    Row(id: requirement.rawValue, title: requirement.title, verdict: verdict, seen: seen, remedy: remedy)
  }

  // MARK: - The protocol

  private func version(_ facts: TLSFacts) -> Row {
    let remedy = vendor.server("switch TLS 1.2 or newer on for it")
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
        ciphers)
    case .unknown(let reason): row(.forwardSecrecy, .unknown, reason, "Check again.")
    }
  }

  // MARK: - The certificate

  private var ciphers: String { vendor.server("switch ECDHE suites with AES on for it") }

  /// What is done about a certificate above the server's own: that one can stay.
  private func replaceAbove(_ name: String, _ request: String) -> String {
    "\(vendor.certificates("upload the intermediate CA certificate of \(name) \(request)")): its authority has it for "
      + "download. The server's own certificate can stay."
  }

  private func signature(_ facts: TLSFacts) -> Row {
    let remedy = vendor.certificate("that is signed with SHA-256")
    switch facts.certificate.signature {
    case .sha2(let bits) where bits < 256: return row(.signature, .fail, "SHA-\(bits)", remedy)
    case .old(let name): return row(.signature, .fail, name, remedy)
    case .unknown(let identifier):
      return row(
        .signature, .unknown, "an algorithm that this program does not know (\(identifier))", remedy)
    case .sha2(let bits):
      for certificate in facts.above {
        guard case .old(let name) = certificate.signature else { continue }
        return row(
          .signature, .fail,
          "SHA-\(bits), but \(name) in the certificate of \(certificate.subject), which the server sends above its own",
          replaceAbove(certificate.subject, "that is signed with SHA-256"))
      }
      return row(.signature, .pass, "SHA-\(bits)", "")
    }
  }

  private func key(_ facts: TLSFacts) -> Row {
    let (seen, isEnough) = Self.strength(facts.certificate.key)
    guard isEnough else {
      return row(.key, .fail, seen, vendor.certificate("for a key of RSA 2048 or EC 256 bits"))
    }
    for certificate in facts.above where !Self.strength(certificate.key).isEnough {
      return row(
        .key, .fail,
        "\(seen), but \(Self.strength(certificate.key).seen) in the certificate of \(certificate.subject), which the "
          + "server sends above its own",
        replaceAbove(certificate.subject, "with a key of RSA 2048 or EC 256 bits"))
    }
    return row(.key, .pass, seen, "")
  }

  private static func strength(_ key: CertificateFacts.Key) -> (seen: String, isEnough: Bool) {
    switch key {
    case .rsa(let bits): ("RSA with \(bits) bits", bits >= 2_048)
    case .ellipticCurve(let bits): ("EC with \(bits) bits", bits >= 256)
    case .other(let name): ("\(name), which is neither RSA nor EC", false)
    }
  }

  private func chain(_ verdict: ChainVerdict) -> Row {
    let upload = vendor.certificates("upload the missing intermediate CA certificates")
    let buy = vendor.certificate("of an authority that Apple's systems trust")
    return switch verdict {
    case .trusted: row(.chain, .pass, "it leads to a trusted authority", "")
    case .selfSigned: row(.chain, .fail, "the certificate is self-signed", buy)
    case .issuerUnknown(let issuer):
      row(
        .chain, .fail, "the server does not send the certificate of \(issuer), or \(issuer) is not trusted",
        upload + "; if \(issuer) is a private authority, use one that Apple's systems trust.")
    case .authorityUnknown(let name): row(.chain, .fail, "it leads to \(name), which is not trusted", buy)
    case .intermediateOutdated(let certificate):
      row(
        .chain, .fail,
        "the certificate of \(certificate.subject), which the server sends above its own, "
          + (now < certificate.notBefore
            ? "is not valid before \(Self.day(certificate.notBefore))"
            : "expired on \(Self.day(certificate.notAfter))"),
        replaceAbove(certificate.subject, "that is valid now"))
    case .refused(let reason): row(.chain, .fail, reason, buy)
    case .unknown(let reason):
      row(.chain, .unknown, reason, "Fix the certificate's other rows, then check again.")
    }
  }

  private func name(_ certificate: CertificateFacts) -> Row {
    let covering = certificate.names.filter { DomainName.certificateName($0, covers: host) }
    let names = covering + certificate.names.filter { !covering.contains($0) }
    let seen = names.isEmpty ? "no names at all" : names.listed(atMost: 6)
    return row(
      .name, certificate.covers(host) ? .pass : .fail, seen,
      vendor.certificate(
        vendor == .responsys
          ? "for \(host), or with the wild card or SAN option of “Generate CSR For”," : "for \(host)"))
  }

  private func dates(_ certificate: CertificateFacts) -> Row {
    let (start, end) = (Self.day(certificate.notBefore), Self.day(certificate.notAfter))
    if now < certificate.notBefore {
      return row(.dates, .fail, "not valid before \(start)", "Wait until \(start), or \(lowered(renewal))")
    }
    if now > certificate.notAfter { return row(.dates, .fail, "expired on \(end)", renewal) }
    let days = Int(certificate.notAfter.timeIntervalSince(now) / 86_400)
    return row(.dates, .pass, "\(start) to \(end), \(days.counted("day")) left", "")
  }

  /// Apple HT211025: 398 days for what is issued from 2020-09-01; HT210176: 825 from 2019-07-01.
  private func lifetime(_ certificate: CertificateFacts) -> Row {
    let days = certificate.days
    let most =
      switch WireDate.format(certificate.notBefore).prefix(10) {
      case "2020-09-01"...: 398
      case "2019-07-01"...: 825
      default: Int.max
      }
    let seen = days.counted("day")
    guard days > most else { return row(.lifetime, .pass, seen, "") }
    return row(
      .lifetime, .fail, "\(seen), more than the \(most) that Apple's systems take of a public authority",
      vendor.certificate("for no more than \(most) days"))
  }

  /// Apple HT210176: what is issued from 2019-07-01 says that it is for servers.
  private func purpose(_ certificate: CertificateFacts) -> Row {
    let remedy = vendor.certificate("for TLS servers (extended key usage “server authentication”)")
    guard let purposes = certificate.purposes else {
      let isOld = WireDate.format(certificate.notBefore).prefix(10) < "2019-07-01"
      return row(.purpose, isOld ? .pass : .fail, "it does not say what it is for", remedy)
    }
    guard !purposes.contains(CertificateFacts.serverAuthentication) else {
      return row(.purpose, .pass, "server authentication", "")
    }
    return row(.purpose, .fail, "it is not for server authentication", remedy)
  }

  private var renewal: String { vendor.certificate("that is valid now") }

  private func lowered(_ sentence: String) -> String {
    sentence.prefix(1).lowercased() + sentence.dropFirst()
  }

  private static func day(_ date: Date) -> String { String(WireDate.format(date).prefix(10)) }
}
