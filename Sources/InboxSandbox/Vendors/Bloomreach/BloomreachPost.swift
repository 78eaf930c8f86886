import InboxModel

/// A body from a client that may send it.
struct BloomreachPost: Sendable {
  let body: JSONValue
  let grant: BloomreachAccess.Grant
  let raw: VendorReceipt.RawRequest

  /// The customer whom it is about.
  ///
  /// - Throws: A ``Refusal`` for a missing customer, another customer's token, and a body of another form.
  func customer(_ schema: APISchema) throws -> CustomerIDs {
    let ids = try CustomerIDs(body["customer_ids"])
    try grant.check(ids)
    try schema.check(body)
    return ids
  }
}
