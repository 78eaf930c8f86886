import Foundation
import InboxCore
import InboxModel
import Testing

@testable import InboxEvidence

/// Gestures read from an app's own reports (wires.md 2.3, 1.3, 1.4), as a tap records them.
struct ReportedGesturesTests {
  private func post(_ path: String, _ body: String) -> HTTPExchange {
    HTTPExchange(
      number: 1, started: RecordingFixture.start, method: "POST", url: "https://api.iterable.com" + path,
      requestHeaders: [], requestBody: Data(body.utf8))
  }

  @Test("QA-1 Iterable's inbox session gives rows and seconds, an open its message")
  func iterable() {
    let reported = ReportedGestures([
      post("/api/events/trackInAppOpen", #"{"email":"a@b.c","messageId":"m1","createdAt":1800000005}"#),
      post(
        "/api/events/trackInboxSession",
        #"""
        {"email":"a@b.c","inboxSessionId":"s","inboxSessionStart":1800000000000,"inboxSessionEnd":1800000010000,
        "impressions":[{"messageId":"m1","silentInbox":false,"displayCount":2,"displayDuration":3.5},
        {"messageId":"m2","silentInbox":false,"displayCount":1,"displayDuration":10}]}
        """#),
    ])
    #expect(reported.knowsDurations)
    let report = LensReport(reported.log)
    #expect(report.rows.map(\.message.id.rawValue) == ["m1", "m2"])
    #expect(report.rows[0].counts["iterable"]?.count == 2)
    #expect(report.rows[0].counts["iterable"]?.seconds == 3.5)
    #expect(report.rows[0].counts["responsys"]?.count == 1)
    #expect(report.rows[0].counts["airship"]?.count == 1)
    #expect(report.rows[1].counts["iterable"]?.seconds == 10)
    #expect(report.rows.allSatisfy { $0.person == .user("a@b.c") })
  }

  @Test("QA-1 a visit that cannot have been takes nothing from how often and how long a row was in view")
  func impossibleVisit() {
    func session(_ message: String, _ start: Int, _ count: Int, _ seconds: Double) -> HTTPExchange {
      post(
        "/api/events/trackInboxSession",
        #"""
        {"email":"a@b.c","inboxSessionId":"\#(message)","inboxSessionStart":\#(start),"inboxSessionEnd":1800000010000,
        "impressions":[{"messageId":"\#(message)","displayCount":\#(count),"displayDuration":\#(seconds)}]}
        """#)
    }
    let reported = ReportedGestures([
      session("a", 1_800_000_000_000, 2, 3.25), session("b", 1_800_000_020_000, 1, 0.75),
    ])
    #expect(reported.knowsDurations)
    let counts = LensReport(reported.log).rows.compactMap(\.counts["iterable"])
    #expect(Set(counts.map(\.count)) == [2, 1] && Set(counts.map(\.seconds)) == [3.25, 0.75], "\(counts)")
  }

  @Test("QA-1 our own wire gives displays without their seconds: Iterable's count is unknown, and no zero")
  func responsys() {
    let reported = ReportedGestures([
      post(
        "/mc/v1/engagements",
        #"""
        {"sent_ts":"2026-11-21T05:06:07.000Z","events":[
        {"id":"00000000-0000-0000-0000-000000000001","type":"display","identity":"user:maria",
        "session":{"id":"00000000-0000-0000-0000-0000000000AA","number":3},"message_id":"m1",
        "message_center_name":"Offers","ts":"2026-11-21T05:06:07.000Z"}]}
        """#)
    ])
    #expect(!reported.knowsDurations)
    let report = LensReport(reported.log, knowsDurations: reported.knowsDurations)
    #expect(report.rows.map(\.title) == ["m1 in Offers"])
    #expect(report.rows[0].counts["responsys"]?.count == 1)
    #expect(report.rows[0].counts["iterable"]?.text == "–")
  }

  @Test("QA-1 QA-5 sessions of two devices that have the same number are two, and so are visits that overlap")
  func devices() {
    func display(_ number: Int, _ session: String, _ second: Int) -> String {
      #"""
      {"id":"00000000-0000-0000-0000-00000000000\#(number)","type":"display","identity":"user:maria",
      "session":{"id":"00000000-0000-0000-0000-0000000000\#(session)","number":3},"message_id":"m1",
      "message_center_name":"Offers","ts":"2026-11-21T05:06:0\#(second).000Z"}
      """#
    }
    func displays(_ all: String...) -> HTTPExchange {
      post("/mc/v1/engagements", #"{"events":[\#(all.joined(separator: ","))]}"#)
    }
    let numbered = ReportedGestures([displays(display(1, "AA", 1), display(2, "BB", 2))])
    #expect(numbered.log.gestures.map(\.kind) == [.sessionBegan, .shown, .sessionBegan, .shown])
    #expect(numbered.report().rows.map { $0.counts["responsys"]?.count } == [2])
    // In one session it is one, whatever goes on meanwhile.
    let again = ReportedGestures([displays(display(1, "AA", 1), display(2, "BB", 2), display(3, "AA", 3))])
    #expect(again.report().rows.map { $0.counts["responsys"]?.count } == [2])
    // An id is one gesture, whatever time a repeat says.
    let repeated = ReportedGestures([displays(display(1, "AA", 1)), displays(display(1, "AA", 2))])
    #expect(repeated.log.gestures.map(\.kind) == [.sessionBegan, .shown])

    func visit(_ session: String, _ start: Int) -> HTTPExchange {
      post(
        "/api/events/trackInboxSession",
        #"""
        {"email":"a@b.c","inboxSessionId":"00000000-0000-0000-0000-0000000000\#(session)",
        "inboxSessionStart":\#(1_800_000_000 + start)000,"inboxSessionEnd":\#(1_800_000_010 + start)000,
        "impressions":[{"messageId":"m1","displayCount":1,"displayDuration":10}]}
        """#)
    }
    let rows = ReportedGestures([visit("AA", 0), visit("BB", 5)]).report().rows
    #expect(rows.map { $0.counts["responsys"]?.count } == [2])
    #expect(rows.map { $0.counts["iterable"]?.seconds } == [20])
  }

  @Test(
    "QA-1 an event that was sent again is one gesture; traffic without rows leaves their rules without a count"
  )
  func repeated() {
    let open = post(
      "/api/events/trackInAppOpen", #"{"email":"a@b.c","messageId":"m1","createdAt":1800000005}"#)
    #expect(ReportedGestures([open, open]).log.gestures.count == 1)
    let unseen = ReportedGestures([open]).report().rows.first?.counts
    #expect(unseen?["iterable"]?.text == "–" && unseen?["airship"]?.count == 1)
    // That of another device is one of its own.
    let other = post(
      "/api/events/trackInAppOpen",
      #"{"email":"a@b.c","messageId":"m1","createdAt":1800000005,"deviceInfo":{"deviceId":"d2"}}"#)
    #expect(ReportedGestures([open, other]).log.gestures.count == 2)
    let visit = post(
      "/api/events/trackInboxSession",
      #"""
      {"email":"a@b.c","inboxSessionId":"s","inboxSessionStart":1800000000000,"inboxSessionEnd":1800000010000,
      "impressions":[{"messageId":"m1","silentInbox":false,"displayCount":1,"displayDuration":3}]}
      """#)
    let once = ReportedGestures([visit]).log.gestures.count
    #expect(once > 0 && ReportedGestures([visit, visit]).log.gestures.count == once)
    let event = post(
      "/track/v2/projects/t/customers/events",
      #"{"customer_ids":{"registered":"m"},"event_type":"campaign","timestamp":1,"properties":{"status":"opened"}}"#
    )
    let reported = ReportedGestures([event])
    let counts = LensReport(reported.log, knowsRows: reported.knowsRows).rows.first?.counts
    #expect(counts?["responsys"]?.count == nil && counts?["airship"]?.count == 1)
  }

  @Test("QA-1 an event of Bloomreach's is one of the message that was fetched, by its tracking data")
  func matched() {
    let fetched = post(
      "/webxp/projects/t/appinbox/fetch", #"{"customer_ids":{"registered":"maria"}}"#
    ).completed(
      200,
      body: Data(
        #"{"success":true,"messages":[{"id":"m1","type":"push","create_time":1,"content":{"attributes":{"campaign_id":"c1"}}}]}"#
          .utf8), after: 1)
    let opened = post(
      "/track/v2/projects/t/customers/events",
      #"{"customer_ids":{"registered":"maria"},"event_type":"campaign","timestamp":1800000000.5,"properties":{"action_type":"app inbox","status":"opened","campaign_id":"c1"}}"#
    )
    let read = post(
      "/webxp/projects/t/appinbox/markasread",
      #"{"customer_ids":{"registered":"maria"},"message_ids":["m1"]}"#)
    let gestures = ReportedGestures([fetched, opened, read]).log.gestures
    #expect(Set(gestures.compactMap(\.message?.id.rawValue)) == ["m1"] && gestures.count == 2)
  }

  @Test(
    "QA-1 what is not a report is none; an event whose message was not fetched is one of an unknown message")
  func bloomreach() {
    let reported = ReportedGestures([
      post(
        "/track/v2/projects/t/customers/events",
        #"""
        {"customer_ids":{"registered":"maria"},"event_type":"campaign","timestamp":1800000000.5,
        "properties":{"action_type":"app inbox","status":"opened","campaign_id":"c1"}}
        """#),
      post(
        "/webxp/projects/t/appinbox/markasread",
        #"{"customer_ids":{"registered":"maria"},"message_ids":["m1"]}"#),
      post("/webxp/projects/t/appinbox/fetch", #"{"customer_ids":{}}"#),
      post("/api/events/trackInAppOpen", "no JSON"),
    ])
    #expect(reported.log.gestures.map(\.kind) == [.read, .opened])
    #expect(reported.log.gestures.compactMap(\.message?.id.rawValue) == ["m1", "unknown message"])
  }
}
