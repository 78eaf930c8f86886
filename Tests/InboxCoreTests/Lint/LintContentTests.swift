import Foundation
import InboxEvidence
import InboxModel
import Testing

/// Times, texts, kinds and custom data.
struct LintContentTests {
  private static func expiring(_ sent: Moment?, _ expiry: Moment?) -> LintSubject {
    .spring {
      $0.sent = sent
      $0.expiry = expiry
    }
  }

  @Test(
    "MC-10 when a message is sent and expires",
    arguments: [
      LintCase("in order", .spring()),
      LintCase("one second is enough", expiring(nil, .relative(seconds: 1))),
      LintCase("sent now", expiring(.absolute(LintFixture.now), .relative(seconds: 1))),
      LintCase(
        "never", expiring(nil, nil),
        expected: """
          warning expiry-missing @ spring-sale, expiry
            It has no expiry and stays in the list until newer messages push it out.
            > Give it an expiry, at the latest the day on which what it says is no longer true.
          """),
      LintCase(
        "expired at this very moment", expiring(.relative(seconds: -60), .relative(seconds: 0)),
        expected: """
          error expiry-past @ spring-sale, expiry
            It expired at 2027-01-15T08:00:00Z, so that no list shows it.
            > Give it a later expiry, or withdraw it.
          """),
      LintCase(
        "expired as it is sent, and before that expired",
        expiring(.absolute(Date(timeIntervalSince1970: 1_799_999_000)), .relative(seconds: -1_000)),
        expected: """
          error expiry-before-sent @ spring-sale, expiry
            It expires at 2027-01-15T07:43:20Z, which is not after 2027-01-15T07:43:20Z, when it is
            sent.
            > Give an expiry after the time of sending; look for a wrong time zone or swapped fields.
          """),
      LintCase(
        "later", expiring(.relative(seconds: 1), .relative(seconds: 60)),
        expected: """
          warning sent-in-future @ spring-sale, sent
            It says that it will be sent at 2027-01-15T08:00:01Z, which is later than
            2027-01-15T08:00:00Z.
            > Give the time of the launch in UTC; an app sorts by it, so the message stays on top
            > until then.
          """),
      LintCase(
        "farther than any calendar goes", expiring(nil, .absolute(.init(timeIntervalSince1970: -1e300))),
        expected: """
          error expiry-before-sent @ spring-sale, expiry
            It expires at a time that no calendar has, which is not after 2027-01-15T08:00:00Z, when
            it is sent.
            > Give an expiry after the time of sending; look for a wrong time zone or swapped fields.
          """),
    ])
  func times(_ row: LintCase) { row.check() }

  @Test(
    "MC-8 subject and text",
    arguments: [
      LintCase("forty cells", .spring { $0.subject = String(repeating: "x", count: 40) }),
      LintCase("forty cells, wide", .spring { $0.subject = String(repeating: "売", count: 20) }),
      LintCase("a joined emoji is two", .spring { $0.subject = String(repeating: "👩‍👩‍👧", count: 20) }),
      LintCase("marks take no room", .spring { $0.subject = String(repeating: "e\u{301}", count: 40) }),
      LintCase(
        "one more", .spring { $0.subject = "Everything in the shop is half price today" },
        expected: """
          warning subject-cut @ spring-sale, subject
            The subject takes 42 cells and the list of a phone has about 40: it shows “Everything in
            the shop is half price to…”.
            > Shorten it, or say what matters first; letters of East Asia and emoji take two cells.
          """),
      LintCase(
        "one wide letter more", .spring { $0.subject = "春の大売り出し：今日だけ全品半額でお届けします" },
        expected: """
          warning subject-cut @ spring-sale, subject
            The subject takes 46 cells and the list of a phone has about 40: it shows
            “春の大売り出し：今日だけ全品半額でお届…”.
            > Shorten it, or say what matters first; letters of East Asia and emoji take two cells.
          """),
      LintCase(
        "nothing that can be seen",
        .spring {
          $0.subject = " \u{200B}\u{7}\n"
          $0.body = ""
        },
        expected: """
          error subject-empty @ spring-sale, subject
            The subject is empty, so that the list shows a row without words.
            > Write a subject.
          error body-empty @ spring-sale, body
            The text is empty, so that neither the banner nor the preview says anything.
            > Write a text.
          """),
    ])
  func texts(_ row: LintCase) { row.check() }

  @Test("The room for a subject is a setting")
  func subjectWidth() {
    var lint = CampaignLint.brand
    lint.subjectWidth = 10
    #expect(LintFixture.rules(lint.report(on: [.spring()])) == ["subject-cut"])
    lint.subjectWidth = 11
    #expect(LintFixture.rules(lint.report(on: [.spring()])) == [])
  }

  @Test(
    "MC-19 a message has what its kind opens",
    arguments: [
      LintCase("carried", .guide()),
      LintCase("fetched", .guide(html: nil).with { $0.fetchedHTML = "<p>Words</p>" }),
      LintCase("to be fetched", .guide(html: nil).with { $0.richURL = "https://www.brand.example/guide" }),
      LintCase(
        "just a message",
        .spring {
          $0.kind = .launchApp
          $0.deepLink = nil
        }),
      LintCase(
        "nothing to open", .spring { $0.deepLink = nil },
        expected: """
          error kind-without-content @ spring-sale, kind
            It is an open-url message without a deep link: it opens nothing.
            > Give it a deep link, or make it a launch-app message.
          """),
      LintCase(
        "nothing to show", .guide(html: nil), .guide(html: " ").with { $0.id = MessageID("guide") },
        expected: """
          error kind-without-content @ spring-sale, kind
            It is a rich message without content: it opens nothing.
            > Give it HTML or the address of it, or make it a launch-app message.
          error kind-without-content @ guide, kind
            It is a rich message without content: it opens nothing.
            > Give it HTML or the address of it, or make it a launch-app message.
          """),
    ])
  func kinds(_ row: LintCase) { row.check() }

  @Test(
    "MC-8 custom data",
    arguments: [
      LintCase("plain", .spring { $0.custom = ["order.id": "7", "order-id": "7", "x": "日本"] }),
      LintCase("as long as can be", .spring { $0.custom = ["x": String(repeating: "é", count: 512)] }),
      LintCase(
        "one byte more", .spring { $0.custom = ["x": String(repeating: "é", count: 512) + "!"] },
        expected: """
          warning custom-value-long @ spring-sale, custom data
            Values of custom data are longer than 1024 bytes: “x”.
            > Send a name or a link, and let the app look up the rest.
          """),
      LintCase(
        "no key", .spring { $0.custom = ["": "7", " ": "8"] },
        expected: """
          error custom-key-empty @ spring-sale, custom data
            Custom data has an empty key.
            > Name it, or leave the pair out.
          """),
      LintCase(
        "no value", .spring { $0.custom = ["b": "", "a": " "] },
        expected: """
          note custom-value-empty @ spring-sale, custom data
            The custom data keys “a” and “b” have an empty value.
            > Leave them out if the app does not ask for them.
          """),
      LintCase(
        "odd keys", .spring { $0.custom = ["größe": "7", "a b": "8", "e\u{1B}[2J": "9", "c\td": "10"] },
        expected: """
          warning custom-key-not-ascii @ spring-sale, custom data
            Keys of custom data hold blanks, control characters or letters beyond ASCII: “a b”,
            “c␉d”, “e␛[2J” and 1 more.
            > Use letters, digits, “-”, “_” and “.”: an app compares keys byte by byte.
          """),
      LintCase(
        "alike", .spring { $0.custom = ["Order": "7", "order": "8", "size": "9"] },
        expected: """
          warning custom-keys-alike @ spring-sale, custom data
            Keys of custom data differ only in case: “Order” and “order”.
            > Keep one spelling; an app may take either.
          """),
    ])
  func custom(_ row: LintCase) { row.check() }
}

extension LintSubject {
  fileprivate func with(_ change: (inout LintSubject) -> Void) -> LintSubject {
    var subject = self
    change(&subject)
    return subject
  }
}
