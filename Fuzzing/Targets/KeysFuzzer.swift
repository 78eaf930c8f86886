import CCurses
@testable import CursesTerminal
import InboxTUI

/// What ncurses has read: characters, and keys as U+E000 and their number; U+F8FF ends a read.
///
/// However it is cut into reads, the same is pressed and told; only behind Escape a cut is a difference, which tells
/// the key from Alt, unless what follows can be a response.
nonisolated enum KeysFuzzer {
  static func run(_ input: FuzzInput) {
    let items = input.text.unicodeScalars.map { scalar -> RawInput? in
      switch scalar.value {
      case 0xF8FF: nil
      case 0xE000...0xE0FF: .code(Int(scalar.value - 0xE000))
      default: .character(scalar)
      }
    }
    let whole = press([items.compactMap(\.self)])
    for key in whole.keys { named(key) }
    let asCut = press(joined(items.split(separator: nil).map { $0.compactMap(\.self) }))
    let single = press(joined(items.compactMap { $0.map { [$0] } }))
    // The last of the responses ends the waiting for the rest of a sequence, which is then told by time alone.
    guard !whole.reports.contains(.endOfReports) else { return }
    requireSame(whole, asCut, "keys that were cut")
    requireSame(whole, single, "keys that came one by one")
  }

  /// Undoes the cuts that mean something.
  private static func joined(_ reads: [[RawInput]]) -> [[RawInput]] {
    reads.reduce(into: []) { result, read in
      let mayRespond =
        [.character("["), .character("]")].contains(read.first)
        && read.dropFirst().first.map(isPrintable) ?? true
      if let last = result.last?.last, last == .character("\u{1B}"), !mayRespond {
        result[result.count - 1] += read
      } else {
        result.append(read)
      }
    }
  }

  /// Nothing else goes on with what a terminal says.
  private static func isPrintable(_ item: RawInput) -> Bool {
    if case .character(let scalar) = item { (0x20...0x7E).contains(scalar.value) } else { false }
  }

  private struct Pressed: Equatable {
    var keys: [Key] = []
    var reports: [TerminalReport] = []
  }

  private static func press(_ reads: [[RawInput]]) -> Pressed {
    var decoder = KeyDecoder()
    decoder.awaitsReports = true
    var pressed = Pressed()
    var time = ContinuousClock.now
    for read in reads {
      // Long enough for no read to be the rest of the one before.
      time = time + .seconds(1)
      add(decoder.decode(read, at: time), to: &pressed.keys)
      pressed.reports += decoder.takeReports()
    }
    add(decoder.flush(), to: &pressed.keys)
    return pressed
  }

  /// A letter and its marks are one key where they come together: for the comparison they are one in any case.
  private static func add(_ keys: [Key], to all: inout [Key]) {
    for key in keys {
      guard case .character(let character) = key else {
        all.append(key)
        continue
      }
      for scalar in character.unicodeScalars { all.append(.character(Character(scalar))) }
    }
  }

  /// Every key that can be pressed has a name that means it.
  static func named(_ key: Key) {
    switch key {
    case .paste, .mouse: break
    default: requireSame(key, Key(notation: key.notation), "the key \(key.notation)")
    }
  }
}
