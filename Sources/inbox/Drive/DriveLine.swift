import Foundation
import InboxModel

/// One line of standard input of ‘inbox drive’, whatever it holds.
nonisolated struct DriveLine: Sendable {
  /// What the response names it by, unchanged; null where the line has none, or is not an object.
  let id: JSONValue
  let request: Result<DriveRequest, DriveProblem>

  /// The most bytes of a line.
  static let limit = 1 << 20

  init(_ line: Data) {
    do throws(DriveProblem) {
      let members = try Self.members(line)
      id = members["id"] ?? .null
      request = Result { () throws(DriveProblem) in try DriveRequest(members) }
    } catch {
      id = .null
      request = .failure(error)
    }
  }

  private static func members(_ line: Data) throws(DriveProblem) -> [String: JSONValue] {
    guard line.count <= limit else { throw .usage("The line is longer than \(limit) bytes.") }
    let value: JSONValue
    do { value = try JSONValue.parse(line) } catch {
      throw .usage("The line is not a JSON object, such as {\"id\":1,\"do\":\"state\"}.")
    }
    guard case .object(let members) = value else {
      throw .usage(
        "The line is \(value.kindName), but an object is expected, such as {\"id\":1,\"do\":\"state\"}.")
    }
    return members
  }
}
