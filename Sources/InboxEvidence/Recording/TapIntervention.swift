package import InboxModel

/// What a tap did to an exchange that it did not pass as it was (QA-4).
///
/// The exchange itself holds what the vendor got and what the vendor responded, whatever became of either on the way.
package struct TapIntervention: Hashable, Sendable {
  /// The fault that struck, in its own words; nil where the tap had to respond without one.
  package var fault: String?
  /// The status of the response that the app got from the tap; nil where it got the vendor's, or none.
  package var status: Int?
  /// Whether the vendor got the request.
  package var reachedVendor = true
  /// Whether the app got the vendor's response as it was.
  package var reachedApp = true

  /// Why the app has no whole response although the vendor's may be, where a fault is the reason.
  package static let closed = "a fault of the tap closed the connection"
  package static let stalled = "a fault of the tap stalled the response"

  package init(fault: String? = nil) { self.fault = fault }

  /// What was done, as a sentence without its end; nil where it only took longer.
  package var words: String? {
    let response = status.map { "the tap responded \($0)" }
    switch (reachedVendor, reachedApp) {
    case (false, _):
      return [response, "the vendor did not get the request"].compactMap(\.self).joined(separator: ", ")
    case (true, false): return response ?? "the app did not get the vendor's response as it was"
    case (true, true): return nil
    }
  }

  /// The fault, and what was done, as clauses.
  package var remarks: [String] { [fault.map { "fault of the tap: \($0)" }, words].compactMap(\.self) }
}

extension TapIntervention {
  /// The member `tap` of an exchange's line.
  package var json: JSONValue {
    .members([
      "reachedVendor": reachedVendor, "reachedApp": reachedApp, "fault": fault, "status": status,
    ])
  }

  /// Reads ``json`` back; what is missing is as if nothing had been done.
  init(_ value: JSONValue) {
    fault = value["fault"]?.text
    status = value["status"]?.integer
    reachedVendor = value["reachedVendor"]?.flag ?? true
    reachedApp = value["reachedApp"]?.flag ?? true
  }
}
