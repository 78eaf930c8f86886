import Foundation
import InboxCore
import InboxSandbox
import InboxTransport

/// The mail of the running sandbox: links as campaigns send them.
nonisolated enum SandboxMail {
  /// - Parameter message: The message whose links are wanted; nil for all.
  /// - Throws: ``SandboxError/notRunning(path:)`` when no sandbox runs.
  static func links(message: String?) async throws -> [MailLink] {
    let endpoint = try SandboxEndpoint.read(folder: StateFolder.sandbox)
    let transport = try Transport(
      TransportSettings(backEnd: endpoint.httpURL, appToken: "", accountToken: ""))
    let query = message.map { "?message=" + URLText.encode($0) } ?? ""
    let request = LinkHop.Request(
      url: endpoint.httpURL + "/sandbox/mail" + query, headers: [], timeout: 20, limit: 8 << 20)
    let answer: LinkHop.Answer
    do {
      answer = try await transport.linkHop.get(request)
    } catch {
      await transport.close()
      throw Exit(
        Exit.failed, "The sandbox at \(endpoint.httpURL) does not answer. Start it anew with ‘inbox sandbox’."
      )
    }
    await transport.close()
    return try JSONDecoder().decode([MailLink].self, from: answer.body)
  }
}
