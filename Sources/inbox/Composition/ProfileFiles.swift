import Foundation
import InboxCore
import InboxHTML
import InboxModel
import InboxStore

/// What a run opens of a profile's folder: the archive, the device's id and, for some commands, the lock.
nonisolated struct ProfileFiles: Sendable {
  let database: InboxDatabase
  let device: String
  /// Why the folder can only be read, as a predicate after its path (“is read-only”); nil where it can be written.
  private(set) var readOnly: String?
  /// Held where no screen holds the profile and the command sends what waits; nil otherwise.
  private(set) var lock: ProfileLock?

  /// Opens the archive; makes the folder and the device's id where they are not there yet.
  ///
  /// - Parameters: As those of ``Composition``.
  init(_ profile: Profile, isScreen: Bool, delivers: Bool, mayOnlyRead: Bool) throws(InboxError) {
    guard !profile.isForeign else {
      // Nothing of an inbox that is only looked at outlasts the run.
      (database, device) = (try .inMemory(readHTML: HTMLReader.words), "captured")
      return
    }
    let (folder, scratch) = (profile.folder, NSTemporaryDirectory())
    let archive = folder + "/archive.sqlite"
    if mayOnlyRead, StateFolder.isReadOnly(folder) {
      database = try .read(path: archive, scratch: scratch, readHTML: HTMLReader.words)
      readOnly = "is read-only"
    } else {
      try StateFolder.make(folder)
      if delivers { lock = ProfileLock.ifFree(folder: folder) }
      // Only a process that holds the profile alone may move a damaged file away.
      let setsAside = isScreen || lock != nil
      if mayOnlyRead {
        let (opened, lack) = try InboxDatabase.openOrRead(
          path: archive, setsAside: setsAside, scratch: scratch, readHTML: HTMLReader.words)
        database = opened
        readOnly = lack.map { "cannot be written (\($0))" }
      } else {
        database = try .open(path: archive, setsAside: setsAside, readHTML: HTMLReader.words)
      }
    }
    device = try DeviceID.read(folder: folder)
  }
}
