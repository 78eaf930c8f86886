import Foundation
import InboxCore
import InboxHTML

/// A package for Debian and what follows it, made by dpkg-deb from an installation under `/usr`.
nonisolated struct DebianPackage {
  /// Where the package is written.
  let path: String

  /// What the program is linked with (`ldd`), where dpkg-shlibdeps is not there to tell the versions too.
  private static let depends =
    "libc6, libgcc-s1, libstdc++6, libncursesw6, libtinfo6, libsqlite3-0, zlib1g"
  /// A release has its relocations packed where the system can unpack them (`Package.swift`), which no symbol tells.
  private static var packedRelocations: String {
    GlibcVersion.current.lexicographicallyPrecedes([2, 36]) ? "" : ", libc6 (>= 2.36)"
  }
  /// What it loads while it runs, which nothing tells either.
  private static var loaded: String { ", \(HTMLReader.package)" }
  /// What it can use when it is there.
  private static let recommends = "libpng16-16, libturbojpeg0, libwebp7"

  /// - Returns: What the person should know of the package, a sentence each.
  func make() throws -> [String] {
    if let runtime = try SwiftRuntime.sharedPath {
      throw Exit(
        Exit.notReady,
        "This build needs Swift's libraries in \(runtime), which no package of Debian has. Build it with them in it: "
          + "\(InstallCommand.build) && .build/release/inbox install --deb \(path)"
      )
    }
    guard ChosenProgram.first(of: ["dpkg-deb"]) != nil else {
      throw Exit(
        Exit.notReady, "dpkg-deb is not there, which makes packages; it comes with Debian's package dpkg.")
    }
    let scratch = try ScratchFolder("package")
    defer { scratch.remove() }
    let root = scratch.path + "/root"
    var installation = Installation(prefix: root + "/usr", for: .package)
    let isStripped = try installation.perform().isStripped
    let dependencies = try measuredDependencies(of: root, in: scratch.path)
    try addDocuments(root)
    try needed("gzip", ["-9n", root + "/usr/share/man/man1/inbox.1"], "gzip")
    try addControl(root, depends: (dependencies ?? Self.depends) + Self.packedRelocations + Self.loaded)
    try needed("dpkg-deb", ["--root-owner-group", "--build", root, path], "dpkg")
    var told = isStripped ? [] : [InstallCommand.symbolsSentence]
    if dependencies == nil {
      told.append(
        "dpkg-shlibdeps is not there, which tells the least version of each library: Depends has names alone. It comes with Debian's package dpkg-dev."
      )
    }
    return told
  }

  /// The libraries by their symbols, as dpkg-shlibdeps tells them; nil where it cannot.
  private func measuredDependencies(of root: String, in folder: String) throws -> String? {
    // It goes by the source package's control file.
    try write("Source: inbox\n\nPackage: inbox\nArchitecture: any\n", folder + "/debian/control")
    let program = root + "/usr/lib/inbox/inbox"
    guard let answer = try InstallTool.run("dpkg-shlibdeps", ["-O", program], in: folder, isQuiet: true)
    else { return nil }
    let mark = "shlibs:Depends="
    return String(decoding: answer, as: UTF8.self).split(separator: "\n").map(String.init)
      .first { $0.hasPrefix(mark) }.map { String($0.dropFirst(mark.count)) }
  }

  /// What Debian wants of each package (policy, 12.5 and 12.7).
  private func addDocuments(_ root: String) throws {
    let folder = root + "/usr/share/doc/inbox"
    try write(PackageDocuments.copyright, folder + "/copyright")
    try write(PackageDocuments.changelog, folder + "/changelog")
    try needed("gzip", ["-9n", folder + "/changelog"], "gzip")
  }

  /// The files of the package's own: control, and a sum of each file, by which `dpkg --verify` finds damage.
  private func addControl(_ root: String, depends: String) throws {
    let files = try files(under: root + "/usr").map { "usr/" + $0 }
    let sums = try needed("md5sum", ["--"] + files, "coreutils", in: root)
    try write(String(decoding: sums, as: UTF8.self), root + "/DEBIAN/md5sums")
    let bytes = try files.reduce(0) { sum, file in
      sum + ((try FileManager.default.attributesOfItem(atPath: root + "/" + file)[.size] as? Int) ?? 0)
    }
    // In KiB.
    try write(control(size: bytes / 1_024 + 1, depends: depends), root + "/DEBIAN/control")
    guard chmod(root, 0o755) == 0 else { throw Exit(Exit.failed, "\(root) cannot be opened for others.") }
  }

  /// The control file (Debian policy, chapter 5).
  private func control(size: Int, depends: String) -> String {
    """
    Package: inbox
    Version: \(Version.text)
    Section: mail
    Priority: optional
    Architecture: \(Self.architecture)
    Installed-Size: \(size)
    Depends: \(depends)
    Recommends: \(Self.recommends)
    Maintainer: \(PackageDocuments.maintainer)
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

  /// The plain files below a folder, in one order on every machine.
  private func files(under folder: String) throws -> [String] {
    try FileManager.default.subpathsOfDirectory(atPath: folder).filter {
      try FileManager.default.attributesOfItem(atPath: folder + "/" + $0)[.type] as? FileAttributeType
        == .typeRegular
    }.sorted()
  }

  @discardableResult
  private func needed(
    _ name: String, _ arguments: [String], _ package: String, in folder: String? = nil
  ) throws -> Data {
    guard let output = try InstallTool.run(name, arguments, in: folder) else {
      throw Exit(
        Exit.failed,
        "\(name) could not do its part of \(path); what it said stands above. It comes with Debian's package \(package)."
      )
    }
    return output
  }

  /// Writes a file that everybody may read, and its folder.
  private func write(_ text: String, _ path: String) throws {
    let folder = URL(fileURLWithPath: path).deletingLastPathComponent().path
    try FileManager.default.createDirectory(
      atPath: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o755])
    try Data(text.utf8).write(to: URL(fileURLWithPath: path))
    try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: path)
  }
}
