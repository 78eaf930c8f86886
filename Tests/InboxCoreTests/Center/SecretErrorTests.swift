import Foundation
import InboxCore
import InboxModel
import InboxStore
import InboxTestSupport
import Testing

/// What a server repeats of a secret.
struct SecretErrorTests {
  private static let jwt =
    "eyJhbGciOiJIUzI1NiJ9.eyJlbWFpbCI6ImFAYi5leGFtcGxlIn0.c2lnbmF0dXJlLW9mLXRoZS10b2tlbg"

  @Test(
    "VE-7 what a server repeats of a secret is in no error of a back end, also of one that was learned later")
  func masked() async throws {
    let (secrets, script) = (SecretBook(["FIRSTSECRET"]), ScriptedBackEnd())
    let port = script.port.masked(by: secrets)
    secrets.add(["LATERSECRET"])
    await script.fail(with: .credentialsRefused("you sent FIRSTSECRET, LATERSECRET and Bearer \(Self.jwt)"))
    let words = InboxError.credentialsRefused("you sent •••, ••• and Bearer •••")
    await #expect(throws: words) { try await port.fetch(FetchRequest(.primary, .user("a"))) }
    await script.fail(with: .refused(status: 400, detail: "key LATERSECRET"))
    await #expect(throws: InboxError.refused(status: 400, detail: "key •••")) {
      try await port.setBadge(1, .user("a"))
    }
  }

  @Test("VE-7 nor in what the core shows of it")
  func shown() async throws {
    let (secrets, script) = (SecretBook(["FIRSTSECRET"]), ScriptedBackEnd())
    let center = MessageCenter(
      settings: MessageCenterSettings(centers: .primaryOnly), identity: .user("a"),
      backEnd: script.port.masked(by: secrets), archive: try InboxDatabase.inMemory(),
      time: VirtualClock.standing().time)
    await script.fail(with: .credentialsRefused("you sent FIRSTSECRET"))
    try await center.start()
    await #expect(throws: InboxError.credentialsRefused("you sent •••")) {
      try await center.refresh(.primary)
    }
    await center.waitUntilIdle()
    for await case .snapshot(let snapshot) in await center.updates() {
      #expect(snapshot.centers.first?.refresh.lastError == .credentialsRefused("you sent •••"))
      break
    }
    await center.abandon()
  }
}
