import InboxEvidence
import InboxModel
import InboxTap
import Testing

/// What a vendor accepts from an app and records nothing of, and what it refuses behind what it took.
struct UnrecordedEventTests {
  @Test("VE-14 QA-4 an app's events of an embedded proof are not expected among what Iterable recorded")
  func proofs() {
    func message(_ id: String, isProof: Bool) -> String {
      #"{"metadata":{"messageId":"\#(id)","isProof":\#(isProof)},"elements":{"title":"Helmets"}}"#
    }
    let listed = [message("proof", isProof: true), message("real", isProof: false)].joined(separator: ",")
    let impressions = ["proof", "real"].map { id in
      #"{"messageId":"\#(id)","placementId":1,"displayCount":1,"displayDuration":2}"#
    }.joined(separator: ",")
    let place = "https://api.iterable.com/api/embedded-messaging/"
    let person = #""email":"m@x","createdAt":1795262395"#
    let passed = [
      (
        "GET \(place)messages?email=m%40x", "",
        #"{"placements":[{"placementId":1,"embeddedMessages":[\#(listed)]}]}"#
      ),
      ("POST \(place)events/received", #"{\#(person),"messageId":"proof"}"#, "{}"),
      ("POST \(place)events/received", #"{\#(person),"messageId":"real"}"#, "{}"),
      ("POST \(place)events/click", #"{\#(person),"messageId":"proof","targetUrl":"a://b"}"#, "{}"),
      (
        "POST \(place)events/session",
        #"{\#(person),"session":{"id":"s","start":1,"end":2},"impressions":[\#(impressions)]}"#, "{}"
      ),
    ]
    var deliveries = AppDeliveries()
    for (number, one) in passed.enumerated() {
      deliveries.take(ReadExchange(ReadingTests.exchange(one.0, one.1, one.2, number: number)))
    }
    let sent = deliveries.sent.map { "\($0.kind) \($0.message?.rawValue ?? "")" }
    #expect(sent == ["delivery real", "display real", "session "])
    // The vendor accepted them all.
    #expect(deliveries.report.rows.count == 5 && deliveries.report.isProven)
  }

  private static let deletions: [([(second: Int, status: Int)], Bool)] = [
    ([(5, 200), (5, 400)], true), ([(5, 200), (9, 400)], false), ([(5, 200), (9, 400), (9, 200)], true),
    ([(9, 200), (5, 400)], true), ([(5, 400), (9, 200)], true),
    // A repeat of the earlier one makes up for no refusal of the later one, and takes nothing back from it.
    ([(5, 200), (9, 400), (5, 200)], false), ([(5, 400), (9, 400), (5, 200)], false),
    ([(9, 200), (5, 200), (9, 400)], true),
  ]

  @Test(
    "QA-4 VE-4 a deletion that was taken stays so when it is sent again and refused; a later one is another, as in an archive",
    arguments: Self.deletions)
  func refusedLater(_ sent: [(second: Int, status: Int)], isProven: Bool) {
    var deliveries = AppDeliveries()
    for (number, (second, status)) in sent.enumerated() {
      let body =
        #"{"email":"m@x","createdAt":179526239\#(second),"messageId":"m1","deleteAction":"delete-button"}"#
      deliveries.take(
        ReadExchange(
          ReadingTests.exchange(
            "POST https://api.iterable.com/api/events/inAppConsume", body, "{}", status, number: number)))
    }
    #expect(deliveries.report.isProven == isProven)
  }

  @Test("QA-4 a report says that an app made calls that it does not read, and proves what it proves")
  func unread() {
    var deliveries = AppDeliveries()
    let place = "POST https://api.iterable.com/api/"
    let open = #"{"email":"m@x","createdAt":1795262395,"messageId":"m1"}"#
    // The SDK itself asks for its configuration.
    let long = "events/" + String(repeating: "x", count: 80_000)
    for path in ["events/trackInAppOpen", "mobile/getRemoteConfiguration?key=k", long] {
      deliveries.take(ReadExchange(ReadingTests.exchange(place + path, open, #"{"code":"Success"}"#)))
    }
    let words =
      "2 requests are of calls that a report does not read or judge: POST /api/mobile/getRemoteConfiguration and 1 more."
    let report = deliveries.report
    #expect(report.isProven && report.summary.contains(words), "\(report.summary)")
    #expect(report.json()["lacks"]?.elements?.contains(.string(words)) == true)
    deliveries = AppDeliveries()
    deliveries.take(ReadExchange(ReadingTests.exchange(place + long, open)))
    let lack = deliveries.report.lacks.last ?? ""
    #expect(lack.hasSuffix("xxx….") && lack.count < 300, "\(lack)")
  }
}
