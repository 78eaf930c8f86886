import Foundation
import InboxModel

/// A certificate authority with an intermediate one, made with the `openssl` program in a folder; no network.
package struct TestAuthority: Sendable {
  /// Who signs a certificate.
  package enum Issuer: String, Sendable {
    /// The authority itself.
    case root
    /// The one that the authority has signed.
    case intermediate
    /// Its own key.
    case itself
  }

  /// What a certificate is to be like; without changes it is a good one.
  package struct CertificateRequest: Equatable, Sendable {
    package var names = ["news.example.com"]
    package var commonName = "news.example.com"
    /// `ec` for P-256, or `rsa:` and a number of bits.
    package var key = "ec"
    package var hash = "sha256"
    package var issuer = Issuer.intermediate
    /// Such as `20200101000000Z`; nil is some days ago, and for an authority years.
    package var start: String?
    /// nil is in some weeks, and for an authority in years.
    package var end: String?
    /// The extended key usage as `openssl` writes it; empty for none.
    package var purposes = "serverAuth"

    package init(_ change: (inout CertificateRequest) -> Void = { _ in }) { change(&self) }
  }

  private let folder: TemporaryFolder
  private let isUsual: Bool

  /// The files of a usual one, with a usual certificate: made once, as most tests ask for the same.
  private static let usual = Task {
    let authority = TestAuthority(folder: try TemporaryFolder(), isUsual: false)
    try await authority.makeAuthorities(CertificateRequest())
    try await authority.makeCertificate("server")
    let names = try FileManager.default.contentsOfDirectory(atPath: authority.path)
    return try names.map { name in
      (name: name, data: try Data(contentsOf: URL(fileURLWithPath: "\(authority.path)/\(name)")))
    }
  }

  /// - Parameter intermediate: What the authority in the middle is like; usual ones all have the same keys.
  package init(intermediate: CertificateRequest = CertificateRequest()) async throws {
    self.init(folder: try TemporaryFolder(), isUsual: intermediate == CertificateRequest())
    if isUsual { try await copyUsual { $0 } } else { try await makeAuthorities(intermediate) }
  }

  private init(folder: TemporaryFolder, isUsual: Bool) {
    self.folder = folder
    self.isUsual = isUsual
  }

  private func makeAuthorities(_ intermediate: CertificateRequest) async throws {
    try folder.write("", to: "index.txt")
    try folder.write(Self.configuration, to: "ca.cnf")
    try await make(
      "root", CertificateRequest { $0.commonName = "Test Root" }, issuer: .itself, section: "authority")
    var intermediate = intermediate
    intermediate.commonName = "Test Intermediate"
    try await make("intermediate", intermediate, issuer: .root, section: "authority")
  }

  /// Writes the usual files under these names; nil leaves one out.
  private func copyUsual(as name: (String) -> String?) async throws {
    for file in try await Self.usual.value {
      guard let name = name(file.name) else { continue }
      try file.data.write(to: URL(fileURLWithPath: "\(path)/\(name)"))
    }
  }

  /// Where everything lies.
  package var path: String { folder.path }

  /// The authority's certificate, to be trusted.
  package var rootPEM: String {
    get throws { try String(contentsOfFile: folder.path + "/root.pem", encoding: .utf8) }
  }

  /// Makes `NAME.pem` and `NAME.key` in the folder.
  package func makeCertificate(_ name: String, _ request: CertificateRequest = CertificateRequest())
    async throws
  {
    if isUsual, request == CertificateRequest() {
      return try await copyUsual { ["server.pem": name + ".pem", "server.key": name + ".key"][$0] }
    }
    let names = request.names.map { "DNS:" + $0 }.joined(separator: ",")
    let alternatives = names.isEmpty ? "" : "subjectAltName = \(names)\n"
    try folder.write(
      "[server]\nbasicConstraints = critical,CA:FALSE\nkeyUsage = digitalSignature,keyEncipherment\n"
        + (request.purposes.isEmpty ? "" : "extendedKeyUsage = \(request.purposes)\n") + alternatives,
      to: "\(name).ext")
    try await make(name, request, issuer: request.issuer, section: "server", extensions: "\(name).ext")
  }

  /// Makes a folder for a web site below this one and returns its path.
  func makeSite(_ responses: [String: String]) throws -> String {
    let site = folder.path + "/site-" + UUID().uuidString
    for (path, response) in responses {
      let file = URL(fileURLWithPath: site + path)
      try FileManager.default.createDirectory(
        at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
      try Data(response.utf8).write(to: file)
    }
    try FileManager.default.createDirectory(atPath: site, withIntermediateDirectories: true)
    return site
  }

  private func make(
    _ name: String, _ request: CertificateRequest, issuer: Issuer, section: String,
    extensions: String = "ca.cnf"
  ) async throws {
    let isAuthority = section == "authority"
    let start = request.start ?? (isAuthority ? "20200101000000Z" : Self.time(days: -10))
    let end = request.end ?? (isAuthority ? "20991231235959Z" : Self.time(days: 90))
    let key = request.key == "ec" ? ["ec", "-pkeyopt", "ec_paramgen_curve:P-256"] : [request.key]
    try await openssl(
      [
        "req", "-new", "-nodes", "-config", "ca.cnf", "-subj", "/O=Inbox Tests/CN=\(request.commonName)",
        "-newkey",
      ] + key
        + ["-keyout", "\(name).key", "-out", "\(name).csr"])
    let signer =
      issuer == .itself
      ? ["-selfsign", "-keyfile", "\(name).key"]
      : ["-cert", "\(issuer.rawValue).pem", "-keyfile", "\(issuer.rawValue).key"]
    try await openssl(
      [
        "ca", "-batch", "-notext", "-config", "ca.cnf", "-md", request.hash, "-startdate", start,
        "-enddate", end,
      ]
        + signer + [
          "-extfile", extensions, "-extensions", section, "-in", "\(name).csr", "-out", "\(name).pem",
        ])
  }

  /// A time this many days from now, as `openssl ca` takes it.
  package static func time(days: Int) -> String {
    let text = WireDate.format(Date(timeIntervalSinceNow: Double(days) * 86_400))
    return text.prefix(19).filter(\.isNumber) + "Z"
  }

  private func openssl(_ arguments: [String]) async throws {
    try await ServerProcess.run(["/usr/bin/openssl"] + arguments, in: folder.path)
  }

  private static let configuration = """
    [req]
    distinguished_name = name
    [name]
    [ca]
    default_ca = test
    [test]
    database = index.txt
    new_certs_dir = .
    rand_serial = yes
    unique_subject = no
    policy = any
    [any]
    organizationName = optional
    commonName = supplied
    [authority]
    basicConstraints = critical,CA:TRUE
    keyUsage = critical,keyCertSign,cRLSign
    subjectKeyIdentifier = hash
    """
}
