/// What a token is called in `tokens.json`; each vendor has its own.
struct TokenName: Hashable, Sendable {
  let rawValue: String
  /// Whether recordings and raw requests hide it; names of projects, which are part of addresses, stay visible.
  let isSecret: Bool
  /// What `endpoint.json` calls it for the clients of its vendor; nil leaves it out.
  let key: String?
  /// Whether it lets its holder in, so that a space keeps only its hash; names and signing keys are needed whole.
  let isHashed: Bool

  init(_ name: String, key: String? = nil, isSecret: Bool = true, signs: Bool = false) {
    rawValue = name
    self.key = key
    self.isSecret = isSecret
    isHashed = isSecret && !signs
  }
}
