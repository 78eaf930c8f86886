import InboxModel
import InboxSandbox
import InboxTOML

/// How the profiles of one vendor are read: its own keys, and the result.
nonisolated struct VendorProfile: Sendable {
  /// Its value in the configuration: `vendor = "bloomreach"`.
  let name: String
  /// Its name, for sentences.
  let title: String
  /// Its keys besides the common ones.
  let keys: [String]
  /// The keys that it requires, unless others replace them.
  let required: [String]
  /// Reads its keys into a profile whose common keys have been read; throws ``TOMLFileError`` naming the key.
  let read: @Sendable (TOMLFields, inout Profile) throws -> Void
  /// Its example in the output of ‘inbox init’; nil where that begins with it.
  var example: String?
  /// The questions to a person with an account; nil where there are no accounts.
  var form: AccountForm?
  /// What its SDKs have behind the host in an address, and so behind the address of its stand-in.
  var sdkPath = ""
  /// Points the profile of a running sandbox at its stand-in; nil where it has no profile of its own there.
  var open: (@Sendable (SandboxEndpoint, inout Profile) throws(InboxError) -> Void)?

  /// The vendors that a profile can name, the default first.
  static let all: [VendorProfile] = [.responsys, .bloomreach, .iterable]

  /// The keys that a profile of any vendor may have.
  private static let common = [
    "vendor", "user", "enabled", "refresh", "cache", "session", "outbox", "writes", "links", "bloomreach",
    "routes",
  ]

  /// The vendor of a profile; refuses keys that it does not have.
  static func of(_ fields: TOMLFields) throws(TOMLFileError) -> VendorProfile {
    var vendor = responsys
    if let name = try fields.text("vendor") {
      guard let known = all.first(where: { $0.name == name }) else {
        let names = all.map { "\"\($0.name)\"" }.joined(separator: ", ")
        throw fields.error("vendor", "“\(name)” is not a known vendor. Write one of \(names).")
      }
      vendor = known
    }
    let known = common + vendor.keys
    // A misspelt “vendor” comes first: it is why the keys seem to be another vendor's.
    try fields.allow(only: known, besides: all.flatMap(\.keys))
    for key in fields.keys.sorted() where !known.contains(key) {
      let owners = all.filter { $0.keys.contains(key) }.map(\.title)
      throw fields.error(
        key,
        "it belongs to \(owners.joined(separator: " and ")), and the vendor of this profile is \(vendor.title). Its keys are: \(vendor.keys.joined(separator: ", "))."
      )
    }
    return vendor
  }

  /// A secret that the vendor requires.
  func secret(_ key: String, of fields: TOMLFields) throws(TOMLFileError) -> Credential {
    if !fields.isTable(key), fields.keys.contains(key) { _ = try fields.requiredText(key) }
    guard let secret = try Credential.read(fields, key) else { throw missing(key, of: fields) }
    return secret
  }

  /// The error for a missing key, naming the vendor that requires it.
  func missing(_ key: String, of fields: TOMLFields) -> TOMLFileError {
    fields.error(key, "it is missing, and \(title) needs it. Write \(key) = \"…\".")
  }

  /// The vendor's server, or the one that replaces it.
  func base(_ fields: TOMLFields, else usual: String) throws(TOMLFileError) -> String {
    guard let base = try fields.text("base-url") else { return usual }
    try ConfigFile.check(base, fields, "base-url")
    return base
  }
}
