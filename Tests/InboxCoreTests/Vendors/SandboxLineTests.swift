import Foundation
import InboxCore
import InboxModel
import InboxTestSupport
import InboxVendors
import Synchronization
import Testing

/// What a sandbox says of itself between its pushes.
struct SandboxLineTests {
  @Test(
    "SB-3 SB-4 lines of a sandbox, literally, both ways",
    arguments: [
      (SandboxLine.faults(["messages 500"]), #"{"faults":["messages 500"],"type":"faults"}"#),
      (.faults([]), #"{"faults":[],"type":"faults"}"#),
      (.push(.keepAlive), #"{"type":"keep-alive"}"#),
      (.push(.state(badge: 3, version: 9)), #"{"badge":3,"badge_version":9,"type":"state"}"#),
    ])
  func literal(line: SandboxLine, json: String) throws {
    #expect(String(decoding: line.data, as: UTF8.self) == json)
    #expect(try SandboxLine(Data(json.utf8)) == line)
  }

  @Test(
    "SB-3 SB-4 clock and faults are heard when the core has the line, and say to it only that the line is up")
  func heard() throws {
    let clock = VirtualClock()
    let faults = Mutex<[[String]]>([])
    let listener = SandboxListener(
      clock: { clock.follow($0) }, faults: { words in faults.withLock { $0.append(words) } })
    let reading = ClockReading.stopped(at: .at(0))
    #expect(try listener.read(SandboxLine.clock(reading).data) == .aside)
    #expect(clock.reading == reading)
    #expect(try listener.read(SandboxLine.faults(["badge 500"]).data) == .aside)
    #expect(try listener.read(SandboxLine.faults([]).data) == .aside)
    #expect(faults.withLock { $0 } == [["badge 500"], []])
    let badge = Push.badge(.init(count: 2, cause: "campaign +1"))
    #expect(try listener.read(PushWire.encode(badge)) == badge)
    #expect(throws: InboxError.self) { try listener.read(Data(#"{"type":"clock"}"#.utf8)) }
  }

  @Test("BD-1 BD-3 a badge below zero is no badge, and clears none", arguments: ["state", "badge", "push"])
  func belowZero(type: String) {
    let line = #"{"type":"\#(type)","badge":-5,"badge_version":12,"message_id":"m1"}"#
    #expect(throws: InboxError.invalidPayload("its badge -5 is below zero")) {
      try PushWire.decode(Data(line.utf8))
    }
  }

  @Test("SB-3 SB-4 to a back end that is not a sandbox such lines are unknown")
  func unknown() {
    for line in [SandboxLine.faults([]), .clock(.machine)] {
      #expect(throws: InboxError.self) { try PushWire.decode(line.data) }
    }
  }
}
