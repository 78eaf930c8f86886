import Foundation
import InboxCore

/// A package for Debian and what follows it, made by dpkg-deb from an installation under `/usr`.
nonisolated struct DebianPackage {
  /// Where the package is written.
  let path: String

  /// What the program is linked with (`ldd`), and what it can use when it is there.
  private static let depends =
    "libc6, libgcc-s1, libstdc++6, libncursesw6, libtinfo6, libsqlite3-0, libxml2, zlib1g"
  private static let recommends = "libpng16-16, libturbojpeg0, libwebp7"

  func make() async throws {
    if let runtime = try SwiftRuntime.sharedPath {
      throw Exit(
        Exit.notReady,
        "This build needs Swift's libraries in \(runtime), which no package of Debian has. Build it with them in it: "
          + "swift build -c release --static-swift-stdlib --product inbox && .build/release/inbox install --deb \(path)"
      )
    }
    let folder = try ScratchFolder("package")
    defer { folder.remove() }
    let root = folder.path + "/root"
    _ = try Installation(prefix: root + "/usr").perform()
    try FileManager.default.createDirectory(atPath: root + "/DEBIAN", withIntermediateDirectories: true)
    try Data(control(size: try size(of: root)).utf8).write(to: URL(fileURLWithPath: root + "/DEBIAN/control"))
    try open(root)
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/dpkg-deb")
    process.arguments = ["--root-owner-group", "--build", root, path]
    process.standardOutput = FileHandle.nullDevice
    do { try process.run() } catch {
      throw Exit(
        Exit.notReady, "dpkg-deb is not there, which makes packages; it comes with Debian's package dpkg.")
    }
    process.waitUntilExit()
    guard process.terminationStatus == 0 else {
      throw Exit(Exit.failed, "dpkg-deb could not write \(path); what it said stands above.")
    }
  }

  /// The control file (Debian policy, chapter 5).
  private func control(size: Int) -> String {
    """
    Package: inbox
    Version: \(Version.text)
    Section: mail
    Priority: optional
    Architecture: \(Self.architecture)
    Installed-Size: \(size)
    Depends: \(Self.depends)
    Recommends: \(Self.recommends)
    Maintainer: inbox <inbox@localhost>
    Description: terminal inbox for the message centers of mobile apps
     Tabs, app badge, list and message of the message centers that marketing clouds
     put into apps; reports each display once per session, follows links, and says
     why for everything it does. A sandbox plays the vendors' servers on loopback.

    """
  }

  private static var architecture: String {
    #if arch(arm64)
      "arm64"
    #else
      "amd64"
    #endif
  }

  /// In KiB, as the control file wants it.
  private func size(of root: String) throws -> Int {
    let files = FileManager.default.enumerator(atPath: root)?.allObjects.compactMap { $0 as? String } ?? []
    let bytes = try files.reduce(0) { sum, file in
      let attributes = try FileManager.default.attributesOfItem(atPath: root + "/" + file)
      return sum + ((attributes[.size] as? Int) ?? 0)
    }
    return bytes / 1_024 + 1
  }

  /// Everybody may read what a package holds, whatever the person's mask is.
  private func open(_ root: String) throws {
    for case let file as String in FileManager.default.enumerator(atPath: root)?.allObjects ?? [] {
      let path = root + "/" + file
      let attributes = try FileManager.default.attributesOfItem(atPath: path)
      guard attributes[.type] as? FileAttributeType != .typeSymbolicLink else { continue }
      let isFolder = attributes[.type] as? FileAttributeType == .typeDirectory
      let runs = isFolder || file.hasSuffix("lib/inbox/inbox")
      try FileManager.default.setAttributes([.posixPermissions: runs ? 0o755 : 0o644], ofItemAtPath: path)
    }
    try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: root)
  }
}
