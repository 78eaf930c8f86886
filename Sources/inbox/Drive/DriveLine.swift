import Foundation
import InboxModel

/// One line of standard input of ‘inbox drive’, whatever it holds.
nonisolated struct DriveLine: Sendable {
  /// What the response names it by, its numbers as they are written; null where the line has none, or is not an object.
  let id: JSONValue
  let request: Result<DriveRequest, DriveProblem>

  /// The most bytes of a line.
  static let limit = 1 << 20

  init(_ line: Data) {
    do throws(DriveProblem) {
      let members = try Self.members(line)
      id = Self.id(line)
      request = Result { () throws(DriveProblem) in try DriveRequest(members) }
    } catch {
      id = .null
      request = .failure(error)
    }
  }

  private static func id(_ line: Data) -> JSONValue {
    do { return try JSONValue.parse(line, keepsNumbers: true)["id"] ?? .null } catch { return .null }
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
