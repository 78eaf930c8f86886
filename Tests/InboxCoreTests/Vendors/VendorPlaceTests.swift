import InboxVendors
import Testing

/// What an app's request is for, by its method and path alone (wires.md 1.1, §2).
struct VendorPlaceTests {
  @Test(
    "VE-13 a vendor's paths are known behind any other, whatever its project is called; others are no one's",
    arguments: [
      ("POST", "/webxp/projects/p/appinbox/fetch", .messages),
      ("POST", "/bloomreach/webxp/streams/s/appinbox/markasread", .engagements),
      ("POST", "/webxp/projects/webxp/appinbox/fetch", .messages),
      ("POST", "/track/v2/projects/track/customers/events", .engagements),
      ("POST", "/track/u/v1/campaigns/clicks?stream_id=s", .tracking),
      ("POST", "/track/v2/projects/p/customers", .tracking), ("POST", "/track/v2/projects/p", nil),
      ("POST", "/track/v3/projects/p/customers/events", nil),
      ("GET", "/webxp/projects/p/appinbox/fetch", nil),
      ("GET", "/api/inApp/getMessages?count=1", .messages),
      ("GET", "/older/api/embedded-messaging/messages", .messages), ("POST", "/api/inApp/getMessages", nil),
      ("POST", "/api/events/trackInAppOpen", .engagements), ("GET", "/api/events/trackInAppOpen", nil),
      ("POST", "/api/embedded-messaging/events/click", .engagements),
      ("POST", "/api/users/update", .tracking),
    ] as [(String, String, VendorReader.Place?)])
  func place(method: String, target: String, place: VendorReader.Place?) {
    #expect(VendorReader.place(method, target) == place)
  }
}
