import Foundation
import InboxCore
import InboxModel

@testable import InboxEvidence

/// A log of gestures, written as a line of words.
///
/// They are `began`, `+a` (the whole row of a is shown), `~a` (a part of it), `-a` (it
/// is hidden), `open a`, `read a`, `ended`, `ben` (another person reads). A number moves the clock to this many seconds.
enum LensFixture {
  static let start = Date(timeIntervalSince1970: 1_800_000_000)

  static func log(_ words: String) -> GestureLog {
    var gestures: [InboxGesture] = []
    var time = start
    var person = Identity.user("maria")
    var session: Int?
    var sessions = 0
    var pending: InboxGesture.Kind?
    func key(_ name: Substring) -> MessageKey {
      let parts = name.split(separator: "@")
      return MessageKey(
        center: parts.count > 1 ? CenterName(String(parts[1])) : .primary, id: MessageID(String(parts[0])))
    }
    func add(_ kind: InboxGesture.Kind, _ message: MessageKey? = nil) {
      gestures.append(InboxGesture(kind, at: time, by: person, session: session, message: message))
    }
    for word in words.split(separator: " ") {
      if let kind = pending {
        add(kind, key(word))
        pending = nil
        continue
      }
      switch word {
      case "began":
        sessions += 1
        session = sessions
        add(.sessionBegan)
      case "ended":
        add(.sessionEnded)
        session = nil
      case "open": pending = .opened
      case "read": pending = .read
      case "ben", "maria":
        person = .user(String(word))
        add(.personChanged)
      default:
        if let seconds = Double(word) {
          time = start.addingTimeInterval(seconds)
        } else {
          add(word.first == "+" ? .shown : word.first == "~" ? .partial : .hidden, key(word.dropFirst()))
        }
      }
    }
    return GestureLog(gestures)
  }

  /// What a rule counts of each message, as `a 2`; the seconds behind it where it says them.
  static func counts(_ words: String, by id: String, until: Double? = nil) -> [String] {
    let report = LensReport(log(words), until: until.map { start.addingTimeInterval($0) })
    return report.rows.map { row in
      let count = row.counts[id]
      let seconds = count?.seconds.map { " \(($0 * 1_000).rounded() / 1_000)s" } ?? ""
      let person = row.person == .user("maria") ? "" : " by \(row.person.label)"
      return "\(row.message.id) \(count?.text ?? "?")\(seconds)\(person)"
    }
  }
}
