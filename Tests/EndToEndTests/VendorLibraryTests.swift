import Foundation
import InboxModel
import InboxSandbox
import InboxTestSupport
import Testing

/// The vendors' own client libraries for servers, as PyPI has them, against the stand-ins of a sandbox.
@Suite(.queued)
struct VendorLibraryTests {
  private let program: Program

  init() throws { program = try Program() }

  /// The Python that has the libraries of `Tests/PyPI/requirements.txt`; in CI, where `.ci/run` names it, it must be there.
  private static let python: String? = {
    let environment = ProcessInfo.processInfo.environment
    if let path = environment["INBOX_PYTHON"], !path.isEmpty { return path }
    return environment["CI"] == "true" ? "(INBOX_PYTHON is not set)" : nil
  }()

  private static let isThere: ConditionTrait = .enabled(
    if: python != nil,
    "INBOX_PYTHON names no Python: ‘python3 -m venv’ and ‘pip install -r Tests/PyPI/requirements.txt’ make one"
  )

  private static let campaigns = """
    [brand]
    name = "Acme"
    domain = "news.acme.example"
    scheme = "acme"

    [[campaign]]
    id = "4711"
    kind = "launch-app"
    subject = "Spring"
    message = "Cheap."
    vendors = ["iterable"]
    launch = "+1h"
    """

  private func drive(_ script: String, _ arguments: String...) async throws -> JSONValue {
    let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    let outcome = try await program.run(
      [folder.appendingPathComponent("PyPI/" + script).path] + arguments,
      environment: ["PYTHONDONTWRITEBYTECODE": "1"], binary: try #require(Self.python))
    #expect(outcome.status == 0, "\(outcome.output)\(outcome.errors)")
    return try JSONValue.parse(Data(outcome.output.utf8))
  }

  @Test("VE-9 what Bloomreach's library sends is taken, and what it reads is right", Self.isThere)
  func bloomreach() async throws {
    let sandbox = try await program.startSandbox(Self.campaigns)
    let place = try sandbox.endpoint.vendor(.bloomreach)
    let result = try await drive(
      "bloomreach_drive.py", place.baseURL, place["project"], place["tokenKeyID"], place["tokenSecret"])
    #expect(result["ok"] == .bool(true))
    let taken = try await sandbox.receipts().tracking
    #expect(taken.map(\.type) == ["purchase", "visit", "batched"])
    #expect(taken.allSatisfy { $0.customerIDs == ["registered": .string("pypi@bloomreach.example")] })
    #expect(taken.first?.properties["price"]?.integer == 3)
    await sandbox.stop()
  }

  @Test("VE-10 what Iterable's library sends is taken, and what it reads is right", Self.isThere)
  func iterable() async throws {
    let sandbox = try await program.startSandbox(Self.campaigns)
    let place = try sandbox.endpoint.vendor(.iterable)
    let result = try await drive("iterable_drive.py", place.baseURL, place["serverKey"], "4711")
    #expect(result["ok"] == .bool(true))
    let receipts = try await sandbox.receipts()
    #expect(receipts.events.map(\.type) == [.open, .click, .delete])
    #expect(receipts.events.allSatisfy { $0.identity == "user:pypi@iterable.example" && $0.count == 1 })
    #expect(receipts.tracking.map(\.type) == ["bought"])
    await sandbox.stop()
  }
}
