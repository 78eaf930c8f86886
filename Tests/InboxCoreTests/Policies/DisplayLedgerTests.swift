import InboxCore
import InboxModel
import InboxTestSupport
import Testing

struct DisplayLedgerTests {
  @Test("EN-2 one display per message and session, however often the row comes back")
  func oncePerSession() {
    var ledger = DisplayLedger(session: 3)
    #expect(ledger.setVisibleRows([VisibleRow(.numbered(1))]) == [.report(.numbered(1))])
    #expect(ledger.setVisibleRows([VisibleRow(.numbered(1))]) == [])
    #expect(ledger.setVisibleRows([]) == [])
    #expect(
      ledger.setVisibleRows([VisibleRow(.numbered(1))])
        == [.suppress(.numbered(1), .alreadyDisplayed)])
  }

  @Test(
    "EN-1 EN-9 only a row that is wholly on screen and uncovered is displayed, and the ledger says why not")
  func onlyWholeRows() {
    var ledger = DisplayLedger(session: 1)
    let rows = [
      VisibleRow(.numbered(1)), VisibleRow(.numbered(2), .partial), VisibleRow(.numbered(3), .covered),
    ]
    #expect(
      ledger.setVisibleRows(rows) == [
        .report(.numbered(1)), .suppress(.numbered(2), .notWhollyVisible), .suppress(.numbered(3), .covered),
      ])
  }

  @Test("EN-1 a row that becomes fully visible is displayed then")
  func becomesWhole() {
    var ledger = DisplayLedger(session: 1)
    _ = ledger.setVisibleRows([VisibleRow(.numbered(2), .partial)])
    #expect(ledger.setVisibleRows([VisibleRow(.numbered(2))]) == [.report(.numbered(2))])
  }

  @Test("EN-2 covering and uncovering a displayed row is not an attempt")
  func coveredAndBack() {
    var ledger = DisplayLedger(session: 1)
    _ = ledger.setVisibleRows([VisibleRow(.numbered(1))])
    #expect(ledger.setVisibleRows([VisibleRow(.numbered(1), .covered)]) == [])
    #expect(ledger.setVisibleRows([VisibleRow(.numbered(1))]) == [])
  }

  @Test("EN-6 a display outside any session is not reported and says so")
  func noSession() {
    var ledger = DisplayLedger(session: nil)
    #expect(ledger.setVisibleRows([VisibleRow(.numbered(1))]) == [.suppress(.numbered(1), .noSession)])
  }

  @Test("EN-10 another session or identity is another ledger: the display counts again")
  func newLedger() {
    var first = DisplayLedger(session: 1)
    var second = DisplayLedger(session: 2)
    #expect(first.setVisibleRows([VisibleRow(.numbered(1))]) == [.report(.numbered(1))])
    #expect(second.setVisibleRows([VisibleRow(.numbered(1))]) == [.report(.numbered(1))])
  }

  @Test("MC-20 the same id in two centers is one display, as the SDK's call takes the id alone")
  func sameIDInTwoCenters() {
    var ledger = DisplayLedger(session: 1)
    let other = MessageKey.numbered(1, center: CenterName("Offers"))
    #expect(
      ledger.setVisibleRows([VisibleRow(.numbered(1)), VisibleRow(other)])
        == [.report(.numbered(1)), .suppress(other, .alreadyDisplayed)])
  }
}
