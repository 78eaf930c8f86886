import Foundation
import InboxModel
import InboxSandbox
import InboxVendors

/// The spaces whose tokens this user was given, each in a file for its owner alone.
nonisolated enum SpaceFile {
  /// What stands between a sandbox's profile and the space that is meant: `sandbox@checkout`.
  static let mark: Character = "@"

  static func path(_ space: SpaceName) -> String { StateFolder.spaces + "/\(space).json" }

  /// Keeps what the sandbox has handed out, as it does not keep it itself.
  ///
  /// - Returns: In a sentence, where the tokens of another sandbox's space of the same name are now; nil if there were none.
  static func write(_ endpoint: SandboxEndpoint, of space: SpaceName) throws -> String? {
    try StateFolder.make(StateFolder.spaces)
    let text = try endpoint.value.indented
    var aside: (place: String, words: String)?
    if let other = kept(space), place(other) != place(endpoint.httpURL) {
      let number = (1...).first { !FileManager.default.fileExists(atPath: "\(path(space)).\($0)") } ?? 1
      let moved = "\(path(space)).\(number)"
      try FileManager.default.moveItem(atPath: path(space), toPath: moved)
      aside = (moved, "The tokens of “\(space)” at \(other) are in \(moved) now.")
    }
    do {
      try SandboxFolder.make(StateFolder.spaces)
        .write(Data(text.utf8), to: "\(space).json", permissions: 0o600)
    } catch {
      if let aside { _ = rename(aside.place, path(space)) }
      throw error
    }
    return aside?.words
  }

  /// Keeps how the clock of a space goes, for commands that request nothing.
  static func keep(_ reading: ClockReading, at url: String) throws {
    guard var endpoint = try endpoint(at: url), endpoint.clock != reading, let space = name(in: url) else {
      return
    }
    endpoint.clock = reading
    _ = try write(endpoint, of: space)
  }

  /// - Throws: ``Exit`` where the file of a space could not be written.
  static func requireWritable(_ space: SpaceName) throws {
    let isThere = access(path(space), F_OK) == 0
    do { try StateFolder.make(StateFolder.spaces) } catch { throw unwritable(space) }
    guard access(StateFolder.spaces, W_OK | X_OK) == 0, !isThere || access(path(space), W_OK) == 0 else {
      throw unwritable(space)
    }
  }

  private static func unwritable(_ space: SpaceName) -> Exit {
    Exit.notReady(
      "\(path(space)) cannot be written, and the tokens of a space are handed out once. Nothing was requested; make the folder writable."
    )
  }

  /// Removes the file of a space that was removed; that of another sandbox's space of the same name stays.
  ///
  /// - Returns: The address that the file has if it stays; nil if there is none any more.
  static func remove(_ space: SpaceName, at sandbox: String) throws -> String? {
    if let other = kept(space), place(other) != place("\(sandbox)/s/\(space)") { return other }
    try StateFolder.remove(["\(space).json"], of: StateFolder.spaces)
    return nil
  }

  /// The address of the space whose tokens are here; nil where there are none that can be read.
  static func kept(_ space: SpaceName) -> String? {
    FileManager.default.contents(atPath: path(space)).flatMap(SandboxEndpoint.decode)?.httpURL
  }

  /// - Throws: ``Exit`` where there is none, or others can read it.
  static func read(_ space: SpaceName) throws -> SandboxEndpoint {
    let path = path(space)
    guard let data = FileManager.default.contents(atPath: path) else {
      throw Exit.notReady(
        "The tokens of the space “\(space)” are not here: \(path) is missing. ‘inbox space create \(space)’ makes the space; "
          + "the person who created it can give you that file.")
    }
    try SecretFile.check(path)
    guard let endpoint = SandboxEndpoint.decode(data) else {
      throw Exit.notReady("\(path) is not a space of this version of the program.")
    }
    return endpoint
  }

  /// Why no tokens of the space at an address are here, and what to do; nil where some are, and for a sandbox itself.
  static func lack(at url: String) -> String? {
    guard let space = name(in: url) else { return nil }
    let other = kept(space)
    guard other.map(place) != place(url) else { return nil }
    let start = "The space “\(space)” takes its own tokens alone, and no control token: \(path(space))"
    guard let other else {
      return "\(start) is missing. The person who created the space can give you that file."
    }
    return "\(start) has those of \(other). \(oneStore(other))"
  }

  /// What to do where tokens are here for another address than the one that is meant.
  static func oneStore(_ other: String) -> String {
    "If both addresses are of one store, use \(other); otherwise the person who created the space has its file."
  }

  /// The space that an address names; nil for the address of a sandbox itself.
  static func name(in url: String) -> SpaceName? {
    SandboxRequests(base: url).space.flatMap { SpaceName($0) }
  }

  /// The space at an address, with its tokens, which go nowhere else; nil where they are not here.
  static func endpoint(at url: String) throws -> SandboxEndpoint? {
    guard let space = name(in: url), FileManager.default.fileExists(atPath: path(space)) else { return nil }
    let endpoint = try read(space)
    return place(endpoint.httpURL) == place(url) ? endpoint : nil
  }

  /// An address without what it can be spelled with: a slash at its end, large letters, a name of this machine.
  private static func place(_ url: String) -> String {
    let text = BaseURL.trimmed(url)
    guard var parts = URLComponents(string: text), let host = parts.host else { return text }
    parts.scheme = parts.scheme?.lowercased()
    parts.host = LoopbackHost.contains(host) ? ListenAddress.loopback.host : host.lowercased()
    return parts.string ?? text
  }
}
