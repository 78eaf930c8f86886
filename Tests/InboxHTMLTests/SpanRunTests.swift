import InboxModel
import Testing

@testable import InboxHTML

@Suite("Words of a block")
struct SpanRunTests {
  @Test("MC-17 a word is added to its paragraph without a copy of the paragraph, however many there are")
  func growth() {
    var run = SpanRun()
    var (place, copies): (UnsafeRawPointer?, Int) = (nil, 0)
    for _ in 0..<20_000 {
      run.append("word ", like: RichSpan(""))
      let now = run.spans[0].text.utf8.withContiguousStorageIfAvailable { UnsafeRawPointer($0.baseAddress) }
      if now != place { copies += 1 }
      place = now ?? nil
    }
    #expect(run.take().first?.first?.text.utf8.count == 99_999)
    // It grows by doubling.
    #expect(copies < 40)
  }
}
