import Foundation
import InboxSandbox
import InboxTestSupport
import Testing

/// What expectations of scenarios are about, and that they fail where it is otherwise.
@Suite(.queued)
struct ExpectationTests {
  private let program: Program

  init() throws { program = try Program() }

  private static let head = """
    [scenario]
    name = "Expectations"

    \(ScenarioText.acme)
    sent = "-5m"

    [[campaign]]
    id = "offer"
    kind = "launch-app"
    subject = "An offer"
    message = "Cheap."
    center = "Offers"
    sent = "-5m"

    [[campaign]]
    id = "new"
    kind = "launch-app"
    subject = "A new offer"
    message = "Cheaper."
    center = "Offers"
    launch = "+1h"


    """

  /// Runs steps; returns what failed, without the place.
  private func failures(of steps: String, _ head: String = Self.head) async throws -> [String] {
    try program.home.write(head + steps, to: "own.toml")
    let outcome = try await program.run("check", program.home.path + "/own.toml")
    return outcome.output.split(separator: "\n").compactMap { line in
      line.range(of: "own.toml:").map { String(line[$0.upperBound...].drop { $0.isNumber || $0 == ":" }) }
    }
  }

  @Test("SB-5 MC-5 a list is a center's whole one, whatever the screen has loaded of it")
  func list() async throws {
    let failures = try await failures(
      of: """
        [[step]]
        expect = "list"
        center = "Offers"
        shows = ["An offer"]
        unread = 1
        total = 1

        [[step]]
        expect = "list"
        center = "Offers"
        selected = "One"

        [[step]]
        press = "] ["

        [[step]]
        launch = "new"

        [[step]]
        refresh = "all"

        [[step]]
        expect = "list"
        center = "Offers"
        shows = ["A new offer"]
        total = 2

        [[step]]
        expect = "list"
        center = "Offers"
        hides = ["A new offer"]

        [[step]]
        press = "*"

        [[step]]
        expect = "list"
        center = "Primary"
        selected = "One"

        [[step]]
        expect = "list"
        center = "Offers"
        selected = "One"

        [[step]]
        press = "*"

        [[step]]
        press = "/ n o p e <enter>"

        [[step]]
        expect = "list"
        hides = ["One"]

        [[step]]
        expect = "list"
        shows = ["One"]
        unread = 1
        total = 1
        """)
    #expect(
      failures == [
        " expect = “list”: Offers is not on the screen, so that nothing is selected in it",
        " expect = “list”: “A new offer” is in Offers",
        " expect = “list”: selected is “One” in Primary",
        " expect = “list”: “One” is in Primary; the filter on the screen leaves it out: use expect = “screen”",
      ])
  }

  @Test("SB-5 QA-1 a rule that has no count matches no number, also of a message that no one saw")
  func lens() async throws {
    let failures = try await failures(
      of: """
        [[step]]
        expect = "lens"
        rule = "responsys"
        message = "offer"
        exactly = 0

        [[step]]
        expect = "lens"
        rule = "bloomreach"
        message = "offer"
        exactly = 0

        [[step]]
        expect = "lens"
        rule = "responsys"
        message = "offer"
        """)
    #expect(
      failures == [
        " expect = “lens”: expected none of offer by bloomreach, counted –. "
          + "Bloomreach has no display event, so nothing could be counted.",
        " expect = “lens”: expected at least 1 of offer by responsys, which was not seen or opened. "
          + "There are: one",
      ])
  }

  @Test("SB-5 UL-15 a link of a client that was killed is none of the next one")
  func link() async throws {
    let steps = """
      [[step]]
      follow = "https://www.acme.example/"

      [[step]]
      expect = "link"
      outcome = "browser"

      [[step]]
      app = "kill"

      [[step]]
      expect = "link"
      outcome = "browser"
      """
    #expect(try await failures(of: steps) == [" expect = “link”: no link was followed"])
  }

  @Test("SB-5 UL-12 the beginning of a session that is received again counts again")
  func repeats() async throws {
    let failures = try await failures(
      of: """
        [[step]]
        fault = "tracking 503 after"

        [[step]]
        clock = "+1m"

        [[step]]
        fault = "clear"

        [[step]]
        clock = "+1h"

        [[step]]
        expect = "session-starts"
        exactly = 2

        [[step]]
        expect = "session-starts"
        exactly = 1
        """)
    let words = " expect = “session-starts”: expected exactly 1, got 2."
    #expect(failures.count == 1 && failures.allSatisfy { $0.hasPrefix(words) }, "\(failures)")
  }

  @Test("SB-5 UL-11 UL-12 campaign clicks and sessions are whose their customer ids are")
  func people() async throws {
    let steps = """
      [[step]]
      clock = "+1m"

      [[step]]
      expect = "session-starts"
      identity = "device:scenario-device"
      exactly = 1
      within = 60

      [[step]]
      switch = "maria"

      [[step]]
      follow = "https://www.acme.example/?xnpe_cmp=e1"

      [[step]]
      expect = "campaign-clicks"
      identity = "user:maria"
      exactly = 1
      within = 60

      [[step]]
      expect = "campaign-clicks"
      identity = "device:scenario-device"
      exactly = 1
      """
    let failures = try await failures(
      of: steps, Self.head.replacing("scheme = ", with: "app-domain = \"www.acme.example\"\nscheme = "))
    let words = " expect = “campaign-clicks”: expected exactly 1 by device:scenario-device, got 0. "
    #expect(failures.count == 1 && failures.allSatisfy { $0.hasPrefix(words) }, "\(failures)")
    #expect(failures.allSatisfy { $0.contains("by user:maria") }, "\(failures)")
  }

  @Test("SB-5 EN-8 none within a minute means in all of it: an open that is sent again then fails it")
  func limits() async throws {
    let opens = #""opens"\#nexactly = 0"#
    let whys = #""why"\#nlabel = "open"\#ncontains = "acknowledged"\#nat-most = 0"#
    for expectation in [opens, whys] {
      let failures = try await failures(
        of: """
          [[step]]
          fault = "engagements 503 times 1"

          [[step]]
          open = "one"

          [[step]]
          expect = \(expectation)

          [[step]]
          expect = \(expectation)
          within = 60

          [[step]]
          expect = "duplicates"
          within = 60
          """,
      )
      #expect(failures.count == 1 && failures.allSatisfy { $0.contains("expected none") }, "\(failures)")
    }
  }
}
