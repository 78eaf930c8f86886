import Foundation
import InboxCore
import InboxSandbox

/// The mail of the running sandbox: links as campaigns send them.
nonisolated enum SandboxMail {
  /// - Parameter message: The message whose links are wanted; nil for all.
  /// - Throws: ``SandboxError/notRunning(path:)`` when no sandbox runs.
  static func links(message: String?) async throws -> [MailLink] {
    let query = message.map { "?message=" + URLText.encode($0) } ?? ""
    let body = try await SandboxControl(url: nil).send("GET", "/sandbox/mail" + query)
    return try JSONDecoder().decode([MailLink].self, from: body)
  }
}
