import Foundation
import InboxModel
import Synchronization
import SystemPackage
import InboxTOML

/// Files that a command line names; `-` is standard input.
nonisolated enum TextFile {
  /// - Throws: ``Exit`` with a sentence when it cannot be read, or is not text.
  static func read(_ path: String) throws -> String { try text(data(path), of: path) }

  private static func text(_ bytes: Data, of path: String) throws -> String {
    do { return try FileText.read(bytes, of: path) } catch {
      throw Exit.notReady(error.description)
    }
  }

  /// What was read of authorities: a command may use them twice, and a pipe can be read once.
  private static let authorityTexts = Mutex<[String: String]>([:])

  /// The certificate authorities in a PEM file.
  static func authorities(_ path: String) throws -> String {
    if let text = authorityTexts.withLock({ $0[path] }) { return text }
    let bytes = try data(path)
    // A certificate in DER is not text.
    guard String(decoding: bytes, as: UTF8.self).contains("-----BEGIN CERTIFICATE-----") else {
      throw Exit.usage("\(path) holds no PEM certificate, which begins with ‘-----BEGIN CERTIFICATE-----’.")
    }
    let text = try text(bytes, of: path)
    authorityTexts.withLock { $0[path] = text }
    return text
  }

  /// Checks that a file can be written before the work for its content begins; an existing file is left unchanged, and
  /// a missing one stays missing.
  ///
  /// - Throws: ``Exit`` naming the option.
  static func prepare(_ path: String?, for option: String) throws {
    guard let path else { return }
    try requireFile(path, for: option)
    let made = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o666)
    let isThere = made < 0 && errno == EEXIST
    let descriptor = isThere ? open(path, O_WRONLY | O_CLOEXEC) : made
    guard descriptor >= 0 else {
      throw Exit.usage(unwritten(option, path, Errno(rawValue: errno)))
    }
    close(descriptor)
    if made >= 0 { unlink(path) }
  }

  /// Refuses to write a file that is named `-`: standard output has the command's own words, and no one means a file of
  /// that name.
  static func requireFile(_ path: String, for option: String) throws {
    guard path != "-" else {
      throw Exit.usage(
        "\(option) - names no file, and standard output is for what the command says. Name a file; ./- is one of that name."
      )
    }
  }

  /// How a sentence names a file of the command line.
  static func name(of path: String) -> String { path == "-" ? "Standard input" : path }

  static let noName = Exit.usage("The name of the file is empty. Give one.")
  static let noInput = Exit.notReady("Standard input cannot be read.")

  /// Refuses options that write into one file, of which only the last result would be left, or into one that is read.
  ///
  /// - Throws: ``Exit`` naming them.
  static func requireDistinct(
    _ outputs: [(option: String, path: String?)], from inputs: [String] = []
  ) throws {
    let read = Set(inputs.map(wholePath))
    var known: [String: String] = [:]
    for (option, path) in outputs {
      // Outputs to a device, such as /dev/null, do not collide.
      guard let path, !path.hasPrefix("/dev/") else { continue }
      let whole = wholePath(path)
      if read.contains(whole) {
        throw Exit.usage("\(option) names \(path), which is read here. Give it a file of its own.")
      }
      if let other = known.updateValue(option, forKey: whole) {
        throw Exit.usage("\(other) and \(option) both name \(path). Give each a file of its own.")
      }
    }
  }

  /// The one path of a file that has several names, also where it does not exist yet.
  static func wholePath(_ path: String) -> String {
    let file = URL(fileURLWithPath: path)
    let folder = file.deletingLastPathComponent().resolvingSymlinksInPath().path
    return URL(fileURLWithPath: folder + "/" + file.lastPathComponent).resolvingSymlinksInPath().path
  }

  /// The person's umask, from before the program made a folder of its own; nil where it made none.
  static let usualMask = Mutex<mode_t?>(nil)

  /// Writes a result where an option requires it, readable as other files of the person: a CI server collects it as
  /// another user.
  ///
  /// - Throws: ``Exit`` naming the option.
  static func write(_ text: String, to path: String, for option: String) throws {
    do {
      let isNew = access(path, F_OK) != 0
      let file = try FileDescriptor.open(
        FilePath(path), .writeOnly, options: [.create, .truncate, .closeOnExec],
        permissions: FilePermissions(rawValue: 0o666))
      if isNew, let mask = usualMask.withLock(\.self) { fchmod(file.rawValue, 0o666 & ~mask) }
      _ = try file.closeAfter { try file.writeAll(text.utf8) }
    } catch {
      throw Exit.failed(unwritten(option, path, error))
    }
  }

  /// Why a result is not in its file, or not all of it.
  static func unwritten(_ option: String, _ path: String, _ error: any Error) -> String {
    guard !path.isEmpty else { return "\(option) is empty. Name a file." }
    guard let code = (error as? Errno)?.rawValue ?? error.systemCode else {
      return "\(option) \(path) cannot be written."
    }
    let advice =
      switch code {
      case ENOSPC, EDQUOT, EFBIG: " Make room, or name another file."
      case ENOENT, ENOTDIR: " Name a file in a folder that is there."
      case EACCES, EPERM, EROFS: " Name a file that you may write."
      default: ""
      }
    return "\(option) \(path) cannot be written: \(String(cString: strerror(code))).\(advice)"
  }

  /// The TOML files of a folder that are not hidden, by name; a path of a file stands for itself.
  ///
  /// - Throws: ``Exit`` for a folder without any.
  static func inFolder(_ path: String) throws -> [String] {
    guard !path.isEmpty else { throw noName }
    var isFolder: ObjCBool = false
    guard FileManager.default.fileExists(atPath: path, isDirectory: &isFolder), isFolder.boolValue else {
      return [path]
    }
    let names: [String]
    do { names = try FileManager.default.contentsOfDirectory(atPath: path) } catch {
      throw Exit.notReady("The folder \(path) cannot be read. Check its permissions.")
    }
    // The files that editors leave beside a file begin with a dot.
    let files = names.filter { $0.hasSuffix(".toml") && !$0.hasPrefix(".") }.sorted()
    guard !files.isEmpty else { throw Exit.notReady("\(path) holds no .toml file.") }
    return files.map { (path.hasSuffix("/") ? path : path + "/") + $0 }
  }

  /// Why an existing file cannot be read; nil where there is none, or it can.
  static func flaw(of path: String) -> String? {
    do throws(Errno) { _ = try Stat(FilePath(path), followTargetSymlink: false) } catch {
      return [.noSuchFileOrDirectory, .notDirectory].contains(error) ? nil : error.description
    }
    do {
      switch try Stat(FilePath(path)).type {
      case .regular: break
      case .directory: return "it is a folder"
      default: return "it is not a file"
      }
      try FileDescriptor.open(FilePath(path), .readOnly).close()
      return nil
    } catch { return "\(error)" }
  }

  /// More bytes than any recording has: the limit for a device without an end.
  private static let longest = 1 << 30

  /// - Throws: ``Exit`` with a sentence when it cannot be read, or has more than 1 GiB.
  static func data(_ path: String) throws -> Data {
    guard !path.isEmpty else { throw noName }
    let data: Data
    do {
      // A pipe has no length, and is read all the same.
      let handle =
        path == "-" ? .standardInput : try FileHandle(forReadingFrom: URL(fileURLWithPath: path))
      defer { if path != "-" { handle.closeFile() } }
      data = try handle.read(upToCount: longest + 1) ?? Data()
    } catch {
      guard path != "-" else { throw noInput }
      throw Exit.notReady("\(path) cannot be read: \(flaw(of: path) ?? "there is no such file").")
    }
    guard data.count <= longest else {
      throw Exit.notReady("\(name(of: path)) is larger than 1 GiB.")
    }
    return data
  }
}

/// Captured responses that a command line names.
nonisolated enum CapturedText {
  /// - Throws: ``Exit`` with a sentence when the file cannot be read, or holds no response.
  static func read<Value>(
    _ file: String, _ decode: (Data) throws(InboxError) -> Value
  ) throws -> Value {
    let body = try TextFile.data(file)
    do throws(InboxError) { return try decode(body) } catch {
      throw Exit.usage(
        "\(TextFile.name(of: file)) is not a response of a message center: \(error.unreadableClause).")
    }
  }
}

extension InboxError {
  /// Why a given text cannot be read.
  nonisolated var unreadableClause: String {
    switch self {
    case .invalidPayload(let reason): reason
    case .emptyResponse: "it is empty"
    default: description
    }
  }
}
