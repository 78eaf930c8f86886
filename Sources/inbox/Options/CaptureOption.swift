import ArgumentParser
import Foundation
import InboxCore
import InboxEvidence
import InboxModel
import InboxTOML
import InboxTransport
import InboxTUI
import InboxVendors

/// Captured responses that replace a profile's own messages.
struct CaptureOption: ParsableArguments {
  @Option(
    parsing: .upToNextOption,
    help: ArgumentHelp(
      "Show responses captured in an app, read-only: nothing is requested, stored or reported.",
      valueName: "file|-"), completion: .file())
  var capture: [String] = []

  /// Whether captured responses are shown.
  var isUsed: Bool { !capture.isEmpty }

  /// Whether one of them is standard input.
  var readsInput: Bool { capture.contains("-") }

  func validate() throws {
    guard capture.count(where: { $0 == "-" }) <= 1 else {
      throw ValidationError("Standard input can be read only once: give one - for --capture.")
    }
  }

  /// The profile to open: with responses the one that shows them, which follows the link rules of the person's own.
  func load(_ options: ProfileOptions) throws -> Profile {
    guard isUsed else { return try options.load() }
    guard options.user == nil else {
      throw Exit.usage("Captured responses do not say whose they are: leave out --user.")
    }
    let own = options.findsOne ? try options.load() : nil
    let responses = try CapturedResponses(capture.map(Self.read))
    var profile = Profile.looking("captured", at: responses.centers, links: own?.links ?? LinkSettings())
    profile.settings.receivesPushes = false
    profile.capture = responses
    profile.onOpen = own?.onOpen ?? .offer
    return profile
  }

  private static func read(_ file: String) throws -> CapturedResponses.Source {
    let name = file == "-" ? "standard input" : URL(fileURLWithPath: file).lastPathComponent
    return .init(
      name: name,
      records: try CapturedText.read(file) { body throws(InboxError) in
        if let vendor = try LintInput.otherVendor(of: body) {
          throw .invalidPayload(
            "it holds responses of \(vendor), and --capture shows those of message centers only; ‘inbox lint’ reads it"
          )
        }
        return try CapturedRecords.read(body)
      })
  }
}

extension CapturedResponses {
  nonisolated var words: String { sources.count == 1 ? sources[0] : sources.count.counted("file") }

  /// A warning about centers that have no tab; nil where every one has.
  nonisolated var complaint: String? {
    guard let first = leftOut.first else { return nil }
    guard leftOut.count > 1 else {
      return "“\(first)” would be the sixth center and is not shown: an app has at most five."
    }
    let names = leftOut.map { "“\($0)”" }.joined(separator: ", ")
    return "An app has at most five centers, so \(names) are not shown."
  }
}

/// Options of every command that reads a profile.
struct ProfileOptions: ParsableArguments {
  @Option(
    name: [.short, .long],
    help:
      "The profile in config.toml, or ‘sandbox’ for a running ‘inbox sandbox’; ‘sandbox-VENDOR’ for one of its stand-ins, with @SPACE for a space.",
    completion: Completions.profiles, transform: ArgumentValue.filled)
  var profile: String?

  @Option(help: "Read as this person (USER_IDENTIFIER) instead of the profile's.")
  var user: String?

  @Flag(
    help: "Change nothing on any server: nothing is reported, marked or deleted there; the output says so.")
  var readOnly = false

  /// Whether a profile is named, here or as the default of a configuration.
  var findsOne: Bool {
    let path = StateFolder.configFile
    if profile != nil { return true }
    guard let data = FileManager.default.contents(atPath: path) else {
      return FileManager.default.fileExists(atPath: path)
    }
    // Mistakes in the file are reported when the profile is loaded.
    do { return try ConfigFile(text: FileText.read(data, of: path), name: path).hasDefault() } catch {
      return true
    }
  }

  func load() throws -> Profile {
    var loaded = try ProfileSource.load(profile)
    apply(to: &loaded)
    return loaded
  }

  /// Applies the options, which have precedence over the profile.
  func apply(to profile: inout Profile) {
    if let user { profile.user = user }
    profile.readsOnly = readOnly
  }
}
