import Foundation
import InboxEvidence
import InboxModel
import InboxVendors
import Testing

/// The URLs of a message and the link table.
struct LintLinkTests {
  @Test(
    "UL-2 UL-14 deep links",
    arguments: [
      LintCase("a route of the app", .spring()),
      LintCase("an app link", .spring { $0.deepLink = "https://news.brand.example/pub/acc?_ri_=1" }),
      LintCase("a web link", .spring { $0.deepLink = "https://www.brand.example/" }),
      LintCase(
        "a row of the link table",
        .spring {
          $0.deepLink = "{{link:harvest}}"
          $0.links = [.harvest()]
        }),
      LintCase(
        "braces and no link table", .spring { $0.deepLink = "{{link:harvest}}" },
        expected: """
          error deep-link-refused @ spring-sale, deep link
            The deep link “{{link:harvest}}” is never followed: “{{link” is not a scheme.
            > Give a link of the app's own scheme, or an https link.
          """),
      LintCase(
        "http", .spring { $0.deepLink = "http://news.brand.example/pub/acc" },
        expected: """
          warning deep-link-http @ spring-sale, deep link
            The deep link “http://news.brand.example/pub/acc” is http, so that it goes to the
            browser, unprotected.
            > Write it with https; only then can it open the app.
          """),
      LintCase(
        "never run", .spring { $0.deepLink = "javascript:alert(1)" },
        expected: """
          error deep-link-refused @ spring-sale, deep link
            The deep link “javascript:alert(1)” is never followed: javascript: links are never run.
            > Give a link of the app's own scheme, or an https link.
          """),
      LintCase(
        "a misspelt scheme", .spring { $0.deepLink = "htp://www.brand.example/" },
        expected: """
          error deep-link-refused @ spring-sale, deep link
            The deep link “htp://www.brand.example/” is never followed: no phone opens “htp:”, which
            was probably meant to be “https:”.
            > Give a link of the app's own scheme, or an https link.
          """),
      LintCase(
        "a scheme of its own with letters of https", .spring { $0.deepLink = "stp://product/7" },
        expected: """
          error deep-link-unknown-route @ spring-sale, deep link
            No route of the app matches the deep link “stp://product/7”.
            > Correct the deep link, or add its route to the app and to the routes of the profile.
          """),
      LintCase(
        "what a template writes", .spring { $0.deepLink = "NULL" },
        expected: """
          error deep-link-refused @ spring-sale, deep link
            The deep link is the text “NULL”, which leads nowhere.
            > Have the sender leave the field out where there is no link.
          """),
      LintCase(
        "no route", .spring { $0.deepLink = "shop://product/7" },
        expected: """
          error deep-link-unknown-route @ spring-sale, deep link
            No route of the app matches the deep link “shop://product/7”.
            > Correct the deep link, or add its route to the app and to the routes of the profile.
          """),
    ])
  func deepLinks(_ row: LintCase) { row.check() }

  @Test("UL-14 without a table of routes no route is missed")
  func noRoutes() {
    let lint = CampaignLint(now: LintFixture.now)
    let subject = LintSubject.spring { $0.links = [.harvest { $0.ios = "other://x" }] }
    #expect(LintFixture.rules(lint.report(on: [subject])) == [])
  }

  @Test(
    "MC-8 MC-17 the addresses of pictures and rich content",
    arguments: [
      LintCase(
        "both https",
        .spring {
          $0.kind = .openRichMessage
          $0.richURL = "https://www.brand.example/guide"
        }),
      LintCase("no picture", .spring { $0.iconURL = nil }),
      LintCase(
        "a picture by http, one of the app, one that hides its host",
        .spring { $0.iconURL = "http://cdn.brand.example/leaf.png" },
        .spring {
          $0.id = MessageID("b")
          $0.iconURL = "shop://leaf"
        },
        .spring {
          $0.id = MessageID("c")
          $0.iconURL = "https://brand.example@evil.example/leaf.png"
        },
        expected: """
          warning icon-url-not-https @ spring-sale, icon
            The picture “http://cdn.brand.example/leaf.png” cannot be loaded: it is http, not https.
            > Give an https link; apps show no picture from anywhere else.
          warning icon-url-not-https @ b, icon
            The picture “shop://leaf” cannot be loaded: it is not a web link.
            > Give an https link; apps show no picture from anywhere else.
          warning icon-url-not-https @ c, icon
            The picture “https://brand.example@evil.example/leaf.png” cannot be loaded: it carries a
            user name, which hides the real host evil.example.
            > Give an https link; apps show no picture from anywhere else.
          """),
      LintCase(
        "a page by http", .guide(url: "http://www.brand.example/guide"),
        expected: """
          error rich-url-not-https @ spring-sale, rich url
            The rich content “http://www.brand.example/guide” cannot be loaded: it is http, not
            https.
            > Give an https link; apps load no page from anywhere else.
          """),
      LintCase(
        "a page without a scheme", .guide(url: "www.brand.example/guide"),
        expected: """
          error rich-url-not-https @ spring-sale, rich url
            The rich content “www.brand.example/guide” cannot be loaded: it has no scheme such as
            https:.
            > Give an https link; apps load no page from anywhere else.
          """),
    ])
  func addresses(_ row: LintCase) { row.check() }

  @Test(
    "UL-5 what an app loads by itself is no tracked link",
    arguments: [
      LintCase("a page of the branded domain", .guide(url: "https://news.brand.example/guide")),
      LintCase(
        "links that count clicks",
        .spring {
          $0.kind = .openRichMessage
          $0.iconURL = "https://brand.onelink.me/H5hv"
          $0.richURL = "https://news.brand.example/pub/cc?_ri_=1"
        },
        expected: """
          error icon-url-tracked @ spring-sale, icon
            The picture “https://brand.onelink.me/H5hv” is a tracked link: an app that loads it
            counts a click that no one made.
            > Give the address that the link leads to.
          error rich-url-tracked @ spring-sale, rich url
            The rich content “https://news.brand.example/pub/cc?_ri_=1” is a tracked link: an app
            that loads it counts a click that no one made.
            > Give the address that the link leads to.
          """),
    ])
  func trackedAddresses(_ row: LintCase) { row.check() }

  @Test(
    "UL-14 VE-5 buttons",
    arguments: [
      LintCase(
        "one that opens the app, one with a link",
        .offering(.init(title: "Open", url: ""), .init(title: "Shop", url: "shop://products/7"))),
      LintCase(
        "without words, and links that lead nowhere",
        .offering(.init(title: " ", url: "htps://www.brand.example/"), .init(title: "Run", url: "file:///x")),
        expected: """
          error button-without-title @ spring-sale, buttons
            The button with the link “htps://www.brand.example/” has no words on it.
            > Write what it does on it.
          error button-link-refused @ spring-sale, buttons
            The link “htps://www.brand.example/” of a button is never followed: no phone opens
            “htps:”, which was probably meant to be “https:”.
            > Give a link of the app's own scheme, or an https link.
          error button-link-refused @ spring-sale, buttons
            The link “file:///x” of a button is never followed: file: links are never run.
            > Give a link of the app's own scheme, or an https link.
          """),
      LintCase(
        "one without words that opens the app", .offering(.init(title: "", url: "")),
        expected: """
          error button-without-title @ spring-sale, buttons
            The button that opens the app has no words on it.
            > Write what it does on it.
          """),
      LintCase(
        "the same words, and other words for the same link",
        .offering(
          .init(title: "Shop", url: "shop://products/7"), .init(title: "Shop", url: "shop://products/8"),
          .init(title: "Go", url: "shop://products/8")),
        expected: """
          warning buttons-alike @ spring-sale, buttons
            2 buttons have the words “Shop”.
            > Give each its own words, or leave one out: a person cannot tell them apart.
          """),
    ])
  func buttons(_ row: LintCase) { row.check() }

  @Test(
    "MC-17 rich content that the back end itself holds is fetched by its own scheme, and that of no other host"
  )
  func ownAddress() {
    var lint = CampaignLint.brand
    lint.backEnd = "http://127.0.0.1:8377"
    func rules(_ url: String) -> [String] { LintFixture.rules(lint.report(on: [.guide(url: url)])) }
    #expect(rules("http://127.0.0.1:8377/mc/v1/rich/spring") == [])
    for url in [
      "http://127.0.0.1:8378/x", "http://127.0.0.2:8377/x", "http://localhost:8377/x",
      "ftp://127.0.0.1:8377/x",
    ] {
      #expect(rules(url) == ["rich-url-not-https"], "\(url)")
    }
  }

  @Test(
    "UL-2 UL-6 the link table",
    arguments: [
      LintCase("complete", .linking(.harvest())),
      LintCase("without a OneLink", .linking(.harvest { $0.oneLink = nil })),
      LintCase(
        "a blank column each",
        .spring { $0.links = [.harvest { $0.ios = nil }, .harvest { $0.android = nil }] },
        expected: """
          warning link-column-blank @ spring.toml, link harvest, ios
            The iOS link URL is blank: its deep link is sent as null, and the web page opens there.
            > Give the deep link for iOS, if its app has the screen.
          warning link-column-blank @ spring.toml, link harvest, android
            The Android link URL is blank: its deep link is sent as null, and the web page opens
            there.
            > Give the deep link for Android, if its app has the screen.
          """),
      LintCase(
        "web only",
        .linking(LinkTableRow(name: "stop", url: "https://www.brand.example/", ios: "", android: " ")),
        expected: """
          note link-web-only @ spring-sale, link stop
            Both platforms have a blank column: everyone gets the web page.
            > Give deep links if the app has a screen for it.
          """),
      LintCase(
        "no web link", .linking(.harvest { $0.url = nil }),
        expected: """
          warning link-url-missing @ spring.toml, link harvest, url
            The link URL is blank, so that the link leads nowhere outside the app.
            > Give a web link.
          """),
      LintCase(
        "nothing", .linking(LinkTableRow(name: "later", source: "spring.toml")),
        expected: """
          error link-nowhere @ spring.toml, link later
            Every column is blank, so that the link leads nowhere.
            > Give a link URL, and a deep link for each platform.
          """),
      LintCase(
        "http", .linking(.harvest { $0.url = "http://www.brand.example/harvest" }),
        expected: """
          warning link-url-http @ spring.toml, link harvest, url
            The link URL “http://www.brand.example/harvest” is http, unprotected.
            > Write it with https.
          """),
      LintCase(
        "what cannot be followed",
        .linking(
          .harvest {
            $0.url = "shop://products/7"
            $0.ios = "https://www.brand.example/a b"
            $0.android = "file:///etc/passwd"
            $0.oneLink = "https://www.brand.example/harvest"
          }),
        expected: """
          error link-url-bad @ spring.toml, link harvest, url
            The link “shop://products/7” is never followed: it is not a web link.
            > Give an https link.
          error link-url-bad @ spring.toml, link harvest, ios
            The link “https://www.brand.example/a b” is never followed: it contains blanks or control
            characters.
            > Give a link of the app's own scheme, or an https link.
          error link-url-bad @ spring.toml, link harvest, android
            The link “file:///etc/passwd” is never followed: file: links are never run.
            > Give a link of the app's own scheme, or an https link.
          error link-url-bad @ spring.toml, link harvest, onelink
            The link “https://www.brand.example/harvest” is never followed: its host is not a OneLink
            domain.
            > Give an https link on .onelink.me, or declare the OneLink domain.
          """),
      LintCase(
        "a misspelt scheme", .linking(.harvest { $0.url = "htttps://www.brand.example/" }),
        expected: """
          error link-url-bad @ spring.toml, link harvest, url
            The link “htttps://www.brand.example/” is never followed: no phone opens “htttps:”, which
            was probably meant to be “https:”.
            > Give an https link.
          """),
      LintCase(
        "no route", .linking(.harvest { $0.android = "shop://harvest" }),
        expected: """
          error link-unknown-route @ spring.toml, link harvest, android
            No route of the app matches the deep link “shop://harvest”.
            > Correct the deep link, or add its route to the app and to the routes of the profile.
          """),
    ])
  func linkTable(_ row: LintCase) { row.check() }

  @Test("UL-6 a table that campaigns share is reported once, tables of messages each")
  func sharedTable() {
    let other = LintSubject.spring {
      $0.id = MessageID("summer-sale")
      $0.links = [.harvest { $0.ios = nil }]
    }
    #expect(
      LintFixture.rules(CampaignLint.brand.report(on: [.linking(.harvest { $0.ios = nil }), other]))
        == ["link-column-blank"])
    let own = LinkTableRow(name: "harvest", url: "https://www.brand.example/", android: "shop://products/7")
    let two = [LintSubject.linking(own), .spring { ($0.id, $0.links) = (MessageID("summer-sale"), [own]) }]
    #expect(
      CampaignLint.brand.report(on: two).findings.map(\.place.description)
        == ["spring-sale, link harvest, ios", "summer-sale, link harvest, ios"])
  }
}

extension LintSubject {
  fileprivate static func offering(_ buttons: MessageAction...) -> LintSubject {
    spring { $0.actions = buttons }
  }

  fileprivate static func guide(url: String) -> LintSubject {
    spring {
      $0.kind = .openRichMessage
      $0.richURL = url
    }
  }
}
