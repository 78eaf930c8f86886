/// Which receipts are wanted; nil takes all.
///
/// Applies to whichever receipts have the field.
package struct ReceiptFilter: Hashable, Sendable {
  /// `display` or `open`; engagements only.
  package var type: String?
  /// The id of the message, or of the campaign of a click.
  package var message: String?
  /// The identity as `user:maria` or `device:…`; clicks have none and are left out then.
  package var identity: String?

  /// Makes a filter.
  package init(type: String? = nil, message: String? = nil, identity: String? = nil) {
    self.type = type
    self.message = message
    self.identity = identity
  }
}
