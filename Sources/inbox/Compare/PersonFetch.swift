import Foundation
import InboxCore
import InboxEvidence
import InboxHTML
import InboxModel
import InboxStore
import InboxTransport
import InboxVendors

/// Fetches what one person is served, and leaves no trace: nothing is stored or reported (QA-2).
nonisolated struct PersonFetch: Sendable {
  let profile: Profile
  let identity: Identity
  let label: String
  /// Whether a sentence says which profile it is about, as two are compared.
  private let namesProfile: Bool
  private let transport: Transport
  let backEnd: BackEnd

  /// - Parameters:
  ///   - base: The name of the profile that labels leave out.
  ///   - namesProfile: Whether the other person is of another profile.
  /// - Throws: ``InboxError/captured(_:)`` for captured responses, and what kept the credentials from being read.
  init(
    _ profile: Profile, base: String, namesProfile: Bool, time: TimeSource
  ) async throws(InboxError) {
    guard profile.capture == nil else { throw .captured("they are of one person, and no other is fetched") }
    let profile = try await profile.opened(writes: false)
    Output.hide(profile.transport.secrets)
    let device = try Self.device(of: profile)
    identity = try profile.identity(on: device)
    label = identity.label + (profile.name == base ? "" : " in \(profile.name)")
    self.namesProfile = namesProfile
    transport = try Transport(profile.transport)
    let wire = transport.wire.checked(by: .none("a comparison only reads"))
    let ports = VendorAccount.Ports(
      wire: wire, device: device, time: time, listener: SandboxListener(clock: { _ in }, faults: { _ in }))
    backEnd = profile.server(ports).masked(by: profile.secretBook)
    self.profile = profile
  }

  /// The device of a profile that was opened before; any other profile has none yet, and gets none from this.
  private static func device(of profile: Profile) throws(InboxError) -> String {
    FileManager.default.fileExists(atPath: profile.folder + "/device-id")
      ? try DeviceID.read(folder: profile.folder) : UUID().uuidString.lowercased()
  }

  func close() async { await transport.close() }

  /// What a sandbox behind the profile says of its campaigns; empty for a real server.
  func audiences() async throws(InboxError) -> CampaignAudiences {
    guard let sandbox = profile.vendors.sandbox else { return CampaignAudiences() }
    let commander = SandboxCommander(sandbox, over: transport.wire)
    return try CampaignAudiences(await commander.body("GET", "/sandbox/campaigns"))
  }

  /// The content of the lists, each fetched from its beginning.
  ///
  /// - Throws: ``InboxError``, which names the person where credentials of someone else may be the cause;
  ///   also where message centers are off, as nothing is fetched then (MC-1).
  func fetch(_ centers: [CenterName]) async throws(InboxError) -> FetchedPerson {
    guard profile.settings.isEnabled else { throw disabled(byProfile: true) }
    let feature = try await inArchive { archive async throws(InboxError) in try await archive.feature() }
    guard feature?.isOn != false else { throw disabled(byProfile: false) }
    var pages: [CenterName: FetchedPage] = [:]
    for center in centers {
      do throws(InboxError) {
        pages[center] = try await backEnd.fetch(FetchRequest(center, identity)).page()
      } catch {
        switch error {
        case .credentialsRefused(let sentence): throw .credentialsRefused("\(label): \(sentence)")
        case .configuration(let sentence): throw .configuration("\(label): \(sentence)")
        default: throw error
        }
      }
    }
    return FetchedPerson(
      label, identity, vendor: backEnd.capabilities, pages: pages, campaign: backEnd.campaign)
  }

  /// That message centers are off.
  private func disabled(byProfile: Bool) -> InboxError {
    guard namesProfile else { return .disabled(byProfile: byProfile) }
    let place = "in the profile “\(profile.name)”"
    return .configuration(
      byProfile
        ? "Message centers are switched off \(place). Set enabled = true there to use them."
        : "Message centers are disabled \(place). ‘inbox enable --profile \(profile.name)’ switches them on again."
    )
  }

  /// What the archive of the profile knows of messages.
  func remembered(_ ids: Set<MessageID>) async throws(InboxError) -> [MessageID: [ArchivedMessage]] {
    guard !ids.isEmpty else { return [:] }
    let known = try await inArchive { archive async throws(InboxError) in
      var known: [MessageID: [ArchivedMessage]] = [:]
      for id in ids {
        for key in try await archive.find(id, of: identity) {
          if let row = try await archive.message(key, of: identity) { known[id, default: []].append(row) }
        }
      }
      return known
    }
    return known ?? [:]
  }

  /// The messages that this device told the server are read, by an open or a mark, also where the response was lost.
  func readHere() async throws(InboxError) -> Set<MessageKey> {
    let read = try await inArchive { archive async throws(InboxError) in
      let opens = try await archive.deliveries().filter {
        $0.kind == .open && $0.identity == identity && ($0.state == .sent || $0.isUnknown)
      }
      let marks = try await archive.queuedChanges().filter {
        $0.item.kind == .read && $0.item.identity == identity
          && ($0.state == .sent || $0.state.isUnknown(tries: $0.tries))
      }
      return Set(opens.map(\.message) + marks.map(\.item.message))
    }
    return read ?? []
  }

  /// Reads from the archive of the profile, of which only one of an older program is migrated; nil where there is none.
  private func inArchive<Value: Sendable>(
    _ read: (InboxDatabase) async throws(InboxError) -> Value
  ) async throws(InboxError) -> Value? {
    let path = profile.folder + "/archive.sqlite"
    guard FileManager.default.fileExists(atPath: path) else { return nil }
    // The screen may have it open: copying a file would release the locks that this program holds on it.
    let archive =
      StateFolder.isReadOnly(profile.folder)
      ? try InboxDatabase.read(path: path, scratch: NSTemporaryDirectory(), readHTML: HTMLReader.words)
      : try InboxDatabase.open(path: path, readHTML: HTMLReader.words)
    let result: Result<Value, InboxError>
    do throws(InboxError) { result = .success(try await read(archive)) } catch { result = .failure(error) }
    try await archive.close()
    return try result.get()
  }
}
