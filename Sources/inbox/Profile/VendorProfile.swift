import InboxModel
import InboxSandbox
import InboxTOML

/// How the profiles of one vendor are read: its own keys, and what becomes of them.
nonisolated struct VendorProfile: Sendable {
  /// What the configuration calls it: `vendor = "bloomreach"`.
  let name: String
  /// Its name, for sentences.
  let title: String
  /// The keys that it has beside the common ones.
  let keys: [String]
  /// Those that it cannot do without, unless others take their place.
  let required: [String]
  /// Reads them into the profile, whose common keys are read; throws ``TOMLFileError`` naming the key.
  let read: @Sendable (TOMLFields, inout Profile) throws -> Void
  /// Its example in what ‘inbox init’ writes; nil where that begins with it.
  var example: String?
  /// What someone is asked who has an account with it; nil where there is none to have.
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

  /// The vendor of a profile, which has no other keys than it may.
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
    for key in fields.keys.sorted() where !known.contains(key) {
      let owners = all.filter { $0.keys.contains(key) }.map(\.title)
      guard !owners.isEmpty else { continue }
      throw fields.error(
        key,
        "it belongs to \(owners.joined(separator: " and ")), and the vendor of this profile is \(vendor.title). Its keys are: \(vendor.keys.joined(separator: ", "))."
      )
    }
    try fields.allow(only: known)
    return vendor
  }

  /// A secret that the vendor cannot do without.
  func secret(_ key: String, of fields: TOMLFields) throws(TOMLFileError) -> Credential {
    if !fields.isTable(key), fields.keys.contains(key) { _ = try fields.requiredText(key) }
    guard let secret = try Credential.read(fields, key) else { throw missing(key, of: fields) }
    return secret
  }

  /// That a key is missing, with the vendor that wants it.
  func missing(_ key: String, of fields: TOMLFields) -> TOMLFileError {
    fields.error(key, "it is missing, and \(title) needs it. Write \(key) = \"…\".")
  }

  /// The vendor's server, or the one that takes its place.
  func base(_ fields: TOMLFields, else usual: String) throws(TOMLFileError) -> String {
    guard let base = try fields.text("base-url") else { return usual }
    try ConfigFile.check(base, fields, "base-url")
    return base
  }
}
