import Foundation
import InboxCore
import InboxEvidence
import InboxModel
import InboxVendors
import Testing

/// Answers captured from an app, and messages of the inbox.
struct LintInputTests {
  private static func record(_ more: String = "", id: String = "m1") -> String {
    """
    {"id":"\(id)","sent_ts":"2027-01-15T07:00:00Z","expiry_ts":"2027-01-16T07:00:00Z","subject":"Spring sale",\
    "message":"Half price.","message_center_name":"Offers"\(more)}
    """
  }

  private func lines(_ body: String, source: String? = nil) throws -> String {
    let report = CampaignLint.brand.report(on: try LintInput(Data(body.utf8), source: source))
    return LintFixture.lines(report.findings)
  }

  @Test(
    "MC-14 a response, a bare list and a single record are read alike",
    arguments: ["{\"messages\":[\(record())]}", "[\(record())]", record()])
  func envelopes(_ body: String) throws {
    let response = try LintInput(Data(body.utf8), source: "answer.json")
    #expect(response.subjects.map(\.id) == [MessageID("m1")])
    #expect(response.subjects.map(\.source) == ["answer.json"])
    #expect(response.malformed == [])
    #expect(CampaignLint.brand.report(on: response).findings == [])
  }

  private static let bloomreach = #"""
    {"success":true,"sync_token":"s","messages":[{"id":"m1","type":"push","create_time":1800000000.5,\#
    "content":{"title":"Spring","message":"Sale"}},7]}
    """#
  private static let iterable = #"""
    {"inAppMessages":[{"messageId":"m1","saveToInbox":true,"createdAt":1700000000000,\#
    "content":{"html":"<a href='https://a.example/'>Go</a>"}},7]}
    """#
  private static let embedded = #"""
    {"placements":[{"placementId":1,"embeddedMessages":[{"metadata":{"messageId":"m1"},"elements":{"title":"E"}},7]}]}
    """#

  @Test(
    "MC-14 VE-2 a response of another vendor is read as its client reads it, with its address or without",
    arguments: [
      (bloomreach, "https://api.example/webxp/projects/p/appinbox/fetch", "Bloomreach"),
      (iterable, "https://api.example/api/inApp/getMessages?count=100", "Iterable"),
      (embedded, "https://api.example/api/embedded-messaging/messages?placementIds=1", "Iterable"),
    ])
  func vendors(_ body: String, _ url: String, _ vendor: String) throws {
    let line = CapturedRecords.rawLine(RawResponse(body: Data(body.utf8), requestURL: url)).serialized
    for form in [body, line, line + "\n"] {
      let input = try LintInput(Data(form.utf8), source: "raw.json", at: LintFixture.now)
      #expect(input.subjects.map(\.id) == [MessageID("m1")] && input.subjects.map(\.source) == ["raw.json"])
      #expect(input.malformed.count == 1 && input.vendor?.vendor == vendor, "\(input.malformed)")
      let rules = Set(LintFixture.rules(CampaignLint.brand.report(on: input)))
      #expect(rules.contains("message-unreadable") && !rules.contains("url-not-encoded"), "\(rules)")
    }
    let others = [
      ("Responsys", Self.record(), "https://a.example/mc/v1/centers/P/messages"),
      ("Bloomreach", Self.bloomreach, "https://a.example/webxp/projects/p/appinbox/fetch"),
      ("Iterable", Self.iterable, "https://a.example/api/inApp/getMessages"),
    ].filter { $0.0 != vendor }
    for (_, body, url) in others {
      let other = CapturedRecords.rawLine(RawResponse(body: Data(body.utf8), requestURL: url)).serialized
      for two in ["\(line)\n\(other)", "\(other)\n\(line)"] {
        #expect(
          throws: InboxError.invalidPayload(
            "it holds responses of several vendors: give each a file of its own")
        ) { try LintInput(Data(two.utf8)) }
      }
    }
  }

  @Test(
    "MC-14 VE-3 a response of which no record can be judged is not a clean one",
    arguments: [
      (
        #"{"inAppMessages":[{"messageId":"1"}]}"#,
        "it holds no message of an inbox: 1 set aside (in-app, not saved to the inbox)"
      ),
      (
        #"{"success":true,"messages":[{"id":"x","type":"story","content":{}}]}"#,
        "it holds no message of an inbox: 1 set aside (story)"
      ),
      (
        #"{"placements":[{"embeddedMessages":[{"metadata":{"messageId":"5"}}]}]}"#,
        "the list: a placement has no placementId"
      ),
      (
        #"{"placements":[{"placementId":1,"embeddedMessages":[]},{"placementId":"x","embeddedMessages":[]}]}"#,
        "the list: a placement has no placementId"
      ),
    ])
  func nothingJudged(_ body: String, _ reason: String) {
    #expect(throws: InboxError.invalidPayload(reason)) { try LintInput(Data(body.utf8)) }
  }

  @Test("MC-9 VE-10 a placement without a number is a finding, and those beside it are judged")
  func namelessPlacement() throws {
    let body = Self.embedded.replacing(",7]}", with: #"]},{"embeddedMessages":[]}"#)
    let input = try LintInput(Data(body.utf8), at: LintFixture.now)
    #expect(input.subjects.map(\.id) == [MessageID("m1")])
    #expect(input.malformed.map(\.reason) == ["the list: a placement has no placementId"])
    let findings = CampaignLint.brand.report(on: input).findings
    #expect(findings.contains { $0.rule == .messageUnreadable && $0.severity == .error })
  }

  @Test("MC-14 VE-3 what belongs in no inbox is a note beside the messages that do")
  func setAside() throws {
    let body = Self.iterable.replacing(",7]", with: #",{"messageId":"m2"}]"#)
    let report = CampaignLint.brand.report(on: try LintInput(Data(body.utf8), at: LintFixture.now))
    let finding = try #require(report.findings.first { $0.rule == .messageSetAside })
    #expect(finding.severity == .note && finding.place.message == MessageID("m2") && report.messageCount == 1)
  }

  @Test("MC-14 a response of Bloomreach that is no success is refused as its client refuses it")
  func noSuccess() {
    #expect(throws: InboxError.invalidPayload("it says that it is not a success: no")) {
      try LintInput(Data(#"{"success":false,"errors":["no"]}"#.utf8))
    }
  }

  @Test(
    "MC-14 what holds no messages is refused with a reason",
    arguments: [
      ("", InboxError.emptyResponse),
      (
        "<html>",
        .invalidPayload("it is not JSON at line 1, column 1: “<” stands where a value should be")
      ),
      ("7", .invalidPayload("it is a number, not a list of messages")),
      ("{\"messages\":7}", .invalidPayload("messages is a number, not a list")),
      ("{\"items\":[]}", .invalidPayload("it has no list named messages and is not a message either")),
    ])
  func refused(_ body: String, _ error: InboxError) {
    #expect(throws: error) { try LintInput(Data(body.utf8)) }
  }

  @Test("MC-9 records that cannot be read are findings, the others are judged")
  func malformed() throws {
    let body = """
      [\(Self.record()),{"id":"m2"},7,\(Self.record(",\"custom_key_value_pairs\":{\"a\\u001b[2J\":1}", id: "m4"))]
      """
    let found = try lines(body, source: "answer.json")
    #expect(
      found == """
        error message-unreadable @ answer.json, m2, record 2
          The app leaves the message out: sent_ts is missing.
          > Correct the record at the sender; the other messages are shown all the same.
        error message-unreadable @ answer.json, record 3
          The app leaves the message out: the record is a number, not an object.
          > Correct the record at the sender; the other messages are shown all the same.
        error message-unreadable @ answer.json, m4, record 4
          The app leaves the message out: custom_key_value_pairs.a␛[2J is a number, not a text.
          > Correct the record at the sender; the other messages are shown all the same.
        """)
  }

  @Test(
    "MC-8 UL-2 the fields of URLs as received",
    arguments: [
      ("", ""),
      (#","deeplink_url":"shop%3A%2F%2Fproducts%2F7","icon_url":"https%3A%2F%2Fa.example%2F(1)""#, ""),
      (#","deeplink_url":null,"icon_url":null,"richmessage_html":"<p>Words</p>""#, ""),
      (
        #","deeplink_url":null,"icon_url":null"#,
        """
        warning deep-link-null @ m1, deep link
          The deep link is null or empty, so that opening only shows the message.
          > Give a deep link; leave the field out if the message should only be shown.
        """
      ),
      (
        #","deeplink_url":"""#,
        """
        warning deep-link-null @ m1, deep link
          The deep link is null or empty, so that opening only shows the message.
          > Give a deep link; leave the field out if the message should only be shown.
        """
      ),
      (
        #","deeplink_url":"shop://products/7","richmessage_url":"https://www.brand.example/a%20b""#,
        """
        warning url-not-encoded @ m1, deep link
          deeplink_url “shop://products/7” is not percent-encoded as a whole.
          > Percent-encode the whole URL: an app decodes the field once, which changes a URL that
          > holds “%”.
        warning url-not-encoded @ m1, rich url
          richmessage_url “https://www.brand.example/a%20b” is not percent-encoded as a whole.
          > Percent-encode the whole URL: an app decodes the field once, which changes a URL that
          > holds “%”.
        """
      ),
      (
        #","icon_url":"https%253A%252F%252Fa.example%252F1""#,
        """
        error url-encoded-twice @ m1, icon
          icon_url is percent-encoded twice, and decoded once it is “https%3A%2F%2Fa.example%2F1”,
          which is not a URL.
          > Encode the URL once.
        """
      ),
    ])
  func urls(_ fields: String, _ expected: String) throws {
    let found = try lines(Self.record(fields))
    #expect(found == expected)
  }

  @Test("MC-8 a message of the inbox is judged by its record too; one without a record by its fields")
  func inboxMessage() throws {
    let record = try JSONValue.parse(Data(Self.record(#","deeplink_url":"shop://products/7""#).utf8))
    var message = try MessageWire.decode(record)
    #expect(LintFixture.rules(CampaignLint.brand.report(on: [LintSubject(message)])) == ["url-not-encoded"])
    message.raw = ""
    #expect(LintFixture.rules(CampaignLint.brand.report(on: [LintSubject(message)])) == [])
    let subject = LintSubject(message, source: "inbox")
    #expect(subject.kind == .openURL)
    #expect(subject.source == "inbox")
    #expect(subject.sent == .absolute(message.sent))
  }
}
