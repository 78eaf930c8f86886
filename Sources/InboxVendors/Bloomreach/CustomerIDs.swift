public import InboxModel

/// Who a customer is to Bloomreach (`customer_ids`): hard ids by name, such as `registered`, and the cookie of the
/// installation (VE-6).
///
/// A person who is known by `registered` alone is that name: `maria`. Any other set of hard ids is written as a query
/// with sorted names, `email_id=jane%40x&registered=jane`, and so is a name that would be read as one.
public enum CustomerIDs {
  /// The id of the installation.
  public static let cookie = "cookie"
  /// The hard id that a plain name stands for.
  public static let registered = "registered"

  /// The person whom hard ids name; nil where there is none beside the cookie, which names the device.
  public static func identity(ids: [String: String]) -> Identity? {
    let hard = ids.filter { $0.key != cookie && !$0.key.isEmpty && !$0.value.isEmpty }
    guard !hard.isEmpty else { return nil }
    if hard.count == 1, let name = hard[registered], hardIDs(name) == nil {
      return .user(name)
    }
    let items = hard.sorted { $0.key < $1.key }
      .map { "\(URLText.encode($0.key))=\(URLText.encode($0.value))" }
    return .user(items.joined(separator: "&"))
  }

  /// Those that a body names.
  static func ids(in body: JSONValue?) -> [String: String] {
    body?["customer_ids"]?.members?.compactMapValues(\.text) ?? [:]
  }

  /// Whose ids are: a person's, or those of the device that the cookie names; nil where they name neither.
  public static func owner(of ids: [String: String]) -> Identity? {
    identity(ids: ids) ?? ids[cookie].map { .device($0) }
  }

  /// The one spelling of an identity.
  public static func spelling(of identity: Identity) -> Identity {
    Self.identity(ids: ids(of: identity, cookie: "")) ?? identity
  }

  /// What is sent for an identity.
  public static func ids(of identity: Identity, cookie value: String) -> [String: String] {
    guard case .user(let text) = identity else { return [cookie: value] }
    return (hardIDs(text) ?? [registered: text]).merging([cookie: value]) { _, cookie in cookie }
  }

  /// Takes a query apart; nil for a plain name, such as one in Base64, which may end in “==”.
  private static func hardIDs(_ text: String) -> [String: String]? {
    let items = text.split(separator: "&", omittingEmptySubsequences: false)
    guard items.allSatisfy({ item in item.count { $0 == "=" } == 1 }) else { return nil }
    let query = QueryItems(text)
    let ids = query.firstValues.filter { !$0.key.isEmpty && !$0.value.isEmpty }
    return ids.count == query.items.count ? ids : nil
  }
}
