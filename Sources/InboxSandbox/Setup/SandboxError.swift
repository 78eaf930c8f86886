/// Why a sandbox does not start or cannot be found.
package enum SandboxError: Error, Hashable, Sendable {
  case portInUse(Int, address: String = "127.0.0.1", option: String)
  /// The listener cannot be opened for another reason.
  case cannotListen(port: Int, address: String = "127.0.0.1", reason: String)
  /// This process may not have what a server needs; the sentence says what and what to do.
  case noRoom(String)
  /// The folder for state and certificates cannot be used.
  case folderUnusable(path: String, reason: String)
  /// The state cannot be read or written.
  case stateUnusable(reason: String)
  /// What is kept and the campaigns have more message centers together than an app can have (MC-2); the remedy is a
  /// sentence.
  case tooManyCenters([String], remedy: String)
  /// The database that the sandbox was given, or the disk of its file, cannot be used; the reason is a sentence.
  case databaseUnusable(reason: String)
  /// The certificate authority cannot be made or read.
  case certificates(reason: String)
  /// No sandbox runs in this folder.
  case notRunning(path: String)
  /// Its clock cannot be put there; the text is the end of a sentence.
  case clockOutOfRange(String)
}

extension SandboxError {
  /// Why the state of a file cannot be used, in the store's words.
  static func unusableState(_ error: any Error) -> SandboxError {
    switch error as? StoreError {
    case .refused(let reason?)?: .stateUnusable(reason: reason)
    // To start afresh would not help.
    case .unavailable(let reason?)?:
      .databaseUnusable(
        reason: "The sandbox's state cannot be used: \(reason). Mend that, and start it again.")
    default: .stateUnusable(reason: "\(error)")
    }
  }
}

extension SandboxError: CustomStringConvertible {
  /// A full sentence: what is wrong and what to do.
  package var description: String {
    switch self {
    case .portInUse(let port, let address, let option):
      "Port \(port) on \(address) is in use. Stop the program that listens there, or give another port with "
        + "\(option); 0 picks a free one."
    case .cannotListen(let port, let address, let reason):
      "The sandbox cannot listen on \(address), port \(port): \(reason). Name an address of this machine and a port "
        + "that may be used; port 0 picks a free one."
    case .noRoom(let sentence): sentence
    case .folderUnusable(let path, let reason):
      "The sandbox's folder \(path) cannot be used: \(reason). Fix that, or name another one."
    case .stateUnusable(let reason):
      "The sandbox's state cannot be used: \(reason). Remove sandbox.sqlite from its folder to start afresh."
    case .tooManyCenters(let names, let remedy):
      "The sandbox would have \(names.count) message centers: \(names.joined(separator: ", ")). An app has Primary and at "
        + "most four others. \(remedy) Nothing was changed."
    case .databaseUnusable(let reason): reason
    case .certificates(let reason):
      "The sandbox's certificates cannot be made: \(reason). Remove ca.pem and ca-key.pem from its folder."
    case .notRunning(let path):
      "No sandbox runs in \(path). Start one with ‘inbox sandbox’ in another terminal."
    case .clockOutOfRange(let range):
      "The clock cannot be put there: \(range)."
    }
  }
}
