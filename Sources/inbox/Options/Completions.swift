import ArgumentParser
import Foundation
import InboxCore
import InboxModel
import InboxSandbox
import InboxStore

/// What the shell offers for the name of a profile, a center, a theme, a message or a campaign.
///
/// It asks only a sandbox on this machine and changes nothing; where something cannot be read there is nothing to
/// offer. Ids come from servers and names from folders, and shells interpret what is offered: a word that is more than
/// letters to one of them is not offered.
nonisolated enum Completions {
  /// Profiles of the configuration, and those of a running sandbox.
  static let profiles = custom { _, _, _ in
    ConfigFile.readableNames() + [ProfileSource.sandboxName] + SandboxVendor.allCases.map(\.profileName)
  }

  /// Themes, the person's own and the bundled ones.
  static let themes = custom { _, _, _ in ThemeLibrary().files.map(\.name) }

  /// Centers of the profile in the line.
  static let centers = custom { words, _, _ in
    profile(in: words)?.settings.centers.map(\.rawValue) ?? []
  }

  /// Messages of the profile in the line, the newest first.
  static let messages = asked { words, _, prefix in await messageIDs(in: words, prefix) }

  /// Campaigns of the running sandbox.
  static let campaigns = asked { words, _, _ in await campaignIDs(in: words) }

  /// The same, and campaign files and folders that begin with the word.
  static let campaignFiles = asked { words, _, prefix in
    await campaignIDs(in: words) + files(prefix, ending: ".toml")
  }

  /// First the endpoints of faults, then what can go wrong there, then how often and how long.
  static let faults = custom { words, place, _ in
    switch words[..<min(place, words.count)].last {
    case "set"?: return endpointNames
    case let before? where endpointNames.contains(before):
      return FaultText.kinds.filter { $0 != "STATUS" } + ["500", "503"]
    default: return ["times", "retry-after", "percent", "seed", "after"]
    }
  }

  static let endpoints = CompletionKind.list(FaultEndpoint.allCases.map(\.rawValue))

  static func custom(
    _ words: @escaping @Sendable ([String], Int, String) -> [String]
  ) -> CompletionKind {
    .custom { line, place, prefix in words(line, place, prefix).filter(isHarmless) }
  }

  /// The same for values that are read from an archive or requested from a sandbox; a command that takes one cannot be
  /// parsed by a synchronous call.
  private static func asked(
    _ words: @escaping @Sendable ([String], Int, String) async -> [String]
  ) -> CompletionKind {
    .custom { line, place, prefix in await words(line, place, prefix).filter(isHarmless) }
  }

  /// Whether a word is nothing but letters to every shell.
  static func isHarmless(_ word: String) -> Bool {
    word.unicodeScalars.first.map { !"-=".unicodeScalars.contains($0) } == true
      && word.unicodeScalars.allSatisfy {
        $0.properties.isAlphabetic || $0.properties.numericType != nil
          || [.nonspacingMark, .spacingMark].contains($0.properties.generalCategory)
          || "._@%+=,:/-".unicodeScalars.contains($0)
      }
  }

  private static let endpointNames = ["all"] + FaultEndpoint.allCases.map(\.rawValue)

  /// The value of an option in the line, by the option's names.
  private static func value(of options: [String], in words: [String]) -> String? {
    guard let place = words.lastIndex(where: { options.contains($0) }), place + 1 < words.count else {
      return nil
    }
    return words[place + 1]
  }

  private static func profile(in words: [String]) -> Profile? {
    do {
      var profile = try ProfileSource.load(value(of: ["--profile", "-p"], in: words))
      if let user = value(of: ["--user"], in: words) { profile.user = user }
      return profile
    } catch { return nil }
  }

  private static func campaignIDs(in words: [String]) async -> [String] {
    do {
      let control = try SandboxControl(url: value(of: ["--to"], in: words))
      guard LoopbackHost.contains(try WebLink(control.url).host) else { return [] }
      let list = try JSONValue.parse(await control.send("GET", "/sandbox/campaigns", seconds: 2))
      return list.elements?.compactMap { $0["id"]?.text } ?? []
    } catch { return [] }
  }

  /// Files and folders that begin with the word.
  static func files(_ prefix: String, ending: String) -> [String] {
    let folder = prefix.lastIndex(of: "/").map { String(prefix[...$0]) } ?? ""
    do {
      let names = try FileManager.default.contentsOfDirectory(atPath: folder.isEmpty ? "." : folder)
      return names.sorted().compactMap { name in
        let path = folder + name
        var isFolder: ObjCBool = false
        guard path.hasPrefix(prefix), !name.hasPrefix("."),
          FileManager.default.fileExists(atPath: path, isDirectory: &isFolder)
        else { return nil }
        return isFolder.boolValue ? path + "/" : name.hasSuffix(ending) ? path : nil
      }
    } catch { return [] }
  }

  private static func messageIDs(in words: [String], _ prefix: String) async -> [String] {
    guard let profile = profile(in: words) else { return [] }
    let path = profile.folder + "/archive.sqlite"
    // A look must not make an archive where there is none.
    guard FileManager.default.fileExists(atPath: path) else { return [] }
    do {
      let database = try InboxDatabase.open(path: path)
      // For an empty word only the newest ids, which are more than a shell shows; ids with a given beginning are
      // searched for further back.
      let request = WindowRequest(
        identity: try profile.identity(on: DeviceID.read(folder: profile.folder)),
        scope: .centers(profile.settings.centers.map { $0 }), anchor: .top,
        limit: prefix.isEmpty ? 200 : 200_000,
        now: Date())
      let keys = try await database.keys(request)
      try await database.close()
      let ids = keys.lazy.map(\.key.id.rawValue).filter {
        $0.hasPrefix(prefix) && !$0.contains(where: \.isWhitespace)
      }
      return Array(ids.prefix(200))
    } catch { return [] }
  }
}
