import Foundation
import InboxCore
import InboxSandbox
import InboxTUI
import InboxTestSupport
import Testing

@testable import inbox

/// The program on a user's machine.
@Suite(.timeLimit(.minutes(5)))
struct InstallTests {
  private let program: Program

  init() throws { program = try Program() }

  @Test(
    "FE-6 the manual page has every command, every option, every action with its keys, and no broken line")
  func manual() throws {
    let reference = try CommandReference.read()
    let page = ManualPage.text(reference)
    func check(_ command: CommandReference.Command) {
      for each in command.subcommands ?? [] where each.shouldDisplay && each.commandName != "help" {
        #expect(page.contains(".SS " + each.path.replacing("-", with: "\\-")), "\(each.path)")
        for argument in each.ownArguments {
          #expect(page.contains("\\fB" + argument.heading.replacing("-", with: "\\-")), "\(argument.heading)")
        }
        check(each)
      }
    }
    check(reference.command)
    for action in ActionRegistry.actions {
      #expect(page.contains("\\fI" + action.id.rawValue.replacing("-", with: "\\-") + "\\fR"), "\(action.id)")
    }
    let requests = Set(["TH", "SH", "SS", "TP", "PP", "B", "br"])
    for line in page.split(separator: "\n") where line.hasPrefix(".") {
      #expect(requests.contains(String(line.dropFirst().prefix { $0 != " " })), "\(line)")
    }
    #expect(!page.contains("\n'"))
  }

  @Test("installed under a prefix it runs from there, says what it wrote, and goes without a trace")
  func prefix() async throws {
    let prefix = program.home.path + "/prefix"
    let outcome = try await program.run("install", "--prefix", prefix)
    #expect(outcome.status == 0, "\(outcome.errors)")
    let written = outcome.output.split(separator: "\n").filter {
      $0.hasPrefix(prefix) && !$0.contains(" is not ")
    }
    #expect(written.count == 7 && written.allSatisfy { FileManager.default.fileExists(atPath: String($0)) })
    #expect(outcome.output.contains("\(prefix)/bin is not in PATH"))
    // Its resources are those beside it.
    let themes = try await program.run(["theme", "export", "nord"], binary: prefix + "/bin/inbox")
    #expect(themes.status == 0 && themes.output.contains("Nord"))
    // Over an older one, and once more away.
    let itself = try await program.run(["install", "--prefix", prefix], binary: prefix + "/bin/inbox")
    #expect(
      itself.status == 0 && FileManager.default.isExecutableFile(atPath: prefix + "/bin/inbox"),
      "\(itself.errors)")
    #expect(try await program.run("install", "--prefix", prefix).status == 0)
    let removed = try await program.run("install", "--prefix", prefix, "--remove")
    #expect(removed.status == 0 && removed.output.split(separator: "\n").count == 7)
    let left = FileManager.default.enumerator(atPath: prefix)?.allObjects.compactMap { $0 as? String } ?? []
    #expect(!left.contains { $0.contains("inbox.") || $0.hasSuffix("_inbox") || $0.contains("bin/inbox") })
    #expect(try await program.run("install", "--prefix", prefix, "--remove").status == 1)
  }

  @Test("bash completes profiles, themes, centers and message ids, and nothing where nothing can be read")
  func completion() async throws {
    let sandbox = try await program.startSandbox(Acme.campaigns)
    let list = try await program.run("list", "--profile", "sandbox", "--json")
    #expect(list.status == 0)
    let script = program.home.path + "/inbox.bash"
    let text = try await program.run("--generate-completion-script", "bash")
    try Data(text.output.utf8).write(to: URL(fileURLWithPath: script))
    let folder = URL(fileURLWithPath: Program.path).deletingLastPathComponent().path
    func complete(_ line: String) async throws -> [String] {
      let words = line.split(separator: " ", omittingEmptySubsequences: false).map { "'\($0)'" }
      let run = """
        source \(script); COMP_WORDS=(\(words.joined(separator: " "))); COMP_CWORD=\(words.count - 1)
        COMP_LINE='\(line)'; COMP_POINT=${#COMP_LINE}; COMP_TYPE=9; COMP_KEY=9
        _inbox inbox "${COMP_WORDS[COMP_CWORD]}" "${COMP_WORDS[COMP_CWORD-1]}"; printf '%s\\n' "${COMPREPLY[@]}"
        """
      let outcome = try await program.run(
        ["-c", run], environment: ["PATH": "\(folder):/usr/bin:/bin"], binary: "/bin/bash")
      return outcome.output.split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) }
    }
    #expect(try await complete("inbox lis").contains("list"))
    #expect(try await complete("inbox list --profile ").contains("sandbox"))
    #expect(try await complete("inbox demo --theme skerry") == ["skerrylight"])
    #expect(try await complete("inbox list --profile sandbox --center Pr") == ["Primary"])
    let ids = try await complete("inbox show --profile sandbox ")
    #expect(ids.contains("plain"), "\(ids)")
    #expect(try await complete("inbox show --profile nowhere ").isEmpty)
    await sandbox.stop()
  }

  @Test("what cannot be written, what is somebody else's and what cannot be packed is said, and left alone")
  func refused() async throws {
    var outcome = try await program.run("install", "--prefix", "/proc/nowhere")
    #expect(outcome.status == 1 && outcome.errors.contains("cannot be written. Give another --prefix"))
    let folder = program.home.path + "/other/bin"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    try Data("#!/bin/sh\n".utf8).write(to: URL(fileURLWithPath: folder + "/inbox"))
    outcome = try await program.run("install", "--prefix", program.home.path + "/other")
    #expect(outcome.status == 1 && outcome.errors.contains("is a program of something else"))
    // Neither does what takes an installation away.
    let away = try await program.run("install", "--prefix", program.home.path + "/other", "--remove")
    #expect(away.status == 0 && !away.output.contains("bin/inbox"))
    #expect(FileManager.default.contents(atPath: folder + "/inbox") == Data("#!/bin/sh\n".utf8))
    outcome = try await program.run("install", "--deb", program.home.path + "/x.deb")
    #expect(outcome.status == 2 && outcome.errors.contains("--static-swift-stdlib"))
    #expect(try await program.run("install", "--deb", "x.deb", "--remove").status == 2)
  }
}
