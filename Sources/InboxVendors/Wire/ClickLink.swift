package import InboxModel

/// The link that a vendor's event of a click names: Bloomreach's as `url`, Iterable's as `clickedUrl` or `targetUrl`.
package enum ClickLink {
  /// The link among an event's properties, or in its body; nil where it names none.
  package static func link(_ event: JSONValue) -> String? {
    ["url", "clickedUrl", "targetUrl"].lazy.compactMap { event[$0]?.text }.first
  }

  /// The link in what was frozen of a click for its request (``EngagementEvent/payload``); nil where it names none.
  package static func frozen(_ payload: JSONValue) -> String? {
    (payload["properties"] ?? payload["body"]).flatMap(link)
  }
}
