import Foundation
import InboxCore
import InboxModel
import InboxSandbox
import InboxStore
import InboxTestSupport
import InboxTUI
import Testing

@testable import inbox

/// The program on a user's machine.
@Suite(.queued)
struct InstallTests {
  private let program: Program

  init() throws { program = try Program() }

  @Test(
    "FE-6 the manual page has every command, every option, every action with its keys, and no broken line")
  func manual() throws {
    let reference = try CommandReference.read(Inbox.self)
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
    #expect(page.contains(".SH EXAMPLES\n.TP\n\\fBinbox demo\\fR"))
    // An example runs as it is typed: no command needs a sandbox that is still starting.
    #expect(!page.contains("sandbox & "))
    let requests = Set(["TH", "SH", "SS", "TP", "PP", "B", "br"])
    for line in page.split(separator: "\n") where line.hasPrefix(".") {
      #expect(requests.contains(String(line.dropFirst().prefix { $0 != " " })), "\(line)")
    }
    #expect(!page.contains("\n'"))
  }

  @Test(
    "installed without its symbols, for everyone to read whatever the mask, it runs from there, says what it wrote, and goes without a trace"
  )
  func prefix() async throws {
    let prefix = program.home.path + "/my prefix"
    let outcome = try await program.run(
      ["-c", "umask 077; exec \"$0\" install --prefix \"$1\"", Program.path, prefix], binary: "/bin/sh")
    #expect(outcome.status == 0 && !outcome.output.contains("symbols"), "\(outcome.errors)")
    let written = outcome.output.split(separator: "\n").filter {
      $0.hasPrefix(prefix) && !$0.contains(" is not ")
    }
    #expect(written.count == 7 && written.allSatisfy { FileManager.default.fileExists(atPath: String($0)) })
    #expect(outcome.output.contains("\(prefix)/bin is not in PATH"))
    func size(_ path: String) throws -> Int {
      try #require(FileManager.default.attributesOfItem(atPath: path)[.size] as? Int)
    }
    let stripped = try size(prefix + "/lib/inbox/inbox")
    #expect(stripped < (try size(Program.path)) * 3 / 4)
    for path in try FileManager.default.subpathsOfDirectory(atPath: prefix) {
      let mode =
        try FileManager.default.attributesOfItem(atPath: prefix + "/" + path)[.posixPermissions] as? Int
      #expect((mode ?? 0) & 0o044 == 0o044, "\(path)")
    }
    // Its resources are those beside it.
    let installed = prefix + "/bin/inbox"
    let themes = try await program.run(["theme", "export", "nord"], binary: installed)
    #expect(themes.status == 0 && themes.output.contains("Nord"))
    // From there to another place, over itself, and from that place over an older one; without strip that is said.
    let other = program.home.path + "/other"
    try FileManager.default.createDirectory(atPath: other + "/lib", withIntermediateDirectories: true)
    for (binary, target) in [
      (installed, other), (installed, prefix), (other + "/bin/inbox", prefix),
    ] {
      let again = try await program.run(
        ["install", "--prefix", target], environment: ["PATH": program.home.path], binary: binary)
      #expect(again.status == 0 && again.output.contains("package binutils"), "\(again.errors)")
      #expect(FileManager.default.isExecutableFile(atPath: target + "/bin/inbox"))
      #expect(try size(target + "/lib/inbox/inbox") == stripped)
    }
    // What cannot be read beside it is no matter of where temporary files lie.
    let dangling = other + "/lib/inbox/inbox_gone.resources"
    try FileManager.default.createSymbolicLink(atPath: dangling, withDestinationPath: "/nowhere/gone")
    let unread = try await program.run(["install", "--prefix", prefix], binary: other + "/bin/inbox")
    #expect(
      unread.status == 2
        && unread.errors.contains("What lies beside the program cannot be read: No such file or directory."),
      "\(unread)")
    try FileManager.default.removeItem(atPath: dangling)
    // All that it made goes again, with the prefix.
    var removed = try await program.run("install", "--prefix", prefix, "--remove")
    #expect(removed.status == 0 && !FileManager.default.fileExists(atPath: prefix), "\(removed.errors)")
    #expect(written.allSatisfy { removed.output.contains("removed \($0)\n") })
    // What others put there in the meantime stays and is reported, and what held something before stays as well.
    let theirs = ["lib/inbox/theirs", "share/man/man1/theirs.1"]
    for path in theirs { try program.home.write("theirs", to: "other/" + path) }
    removed = try await program.run("install", "--prefix", other, "--remove")
    #expect(removed.status == 0)
    #expect(
      FileManager.default.subpaths(atPath: other)?.sorted()
        == ["lib", "lib/inbox", theirs[0], "share", "share/man", "share/man/man1", theirs[1]])
    let left = removed.output.split(separator: "\n").filter { $0.hasPrefix("left ") }
    #expect(
      left.sorted() == ["lib/inbox", "share/man/man1"].map { "left \(other)/\($0), where something else is" })
    #expect(try await program.run("install", "--prefix", other, "--remove").status == 1)
  }

  @Test(
    "what no list of an installation tells of, such as a package's files, is neither taken away nor written over"
  )
  func package() async throws {
    let files = ["lib/inbox/inbox", "share/man/man1/inbox.1", "share/doc/inbox/examples/config.toml"]
    for file in files {
      let folder = URL(fileURLWithPath: program.home.path + "/usr/" + file).deletingLastPathComponent().path
      try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
      try program.home.write("packaged", to: "usr/" + file)
    }
    let prefix = program.home.path + "/usr"
    try FileManager.default.createDirectory(atPath: prefix + "/bin", withIntermediateDirectories: true)
    try FileManager.default.createSymbolicLink(
      atPath: prefix + "/bin/inbox", withDestinationPath: "../lib/inbox/inbox")
    let all = FileManager.default.subpaths(atPath: prefix)?.sorted()
    let away = try await program.run("install", "--prefix", prefix, "--remove")
    #expect(away.status == 1 && away.errors.contains("nothing was removed"), "\(away.errors)")
    let over = try await program.run("install", "--prefix", prefix)
    #expect(over.status == 1 && over.errors.contains("was put there by something else"), "\(over.errors)")
    #expect(FileManager.default.subpaths(atPath: prefix)?.sorted() == all)
    for file in files {
      #expect(FileManager.default.contents(atPath: prefix + "/" + file) == Data("packaged".utf8), "\(file)")
    }
    // No list leads out of the prefix, or takes a folder away with what is in it.
    try program.home.write("theirs", to: "theirs")
    try program.home.write("../theirs\n/\(program.home.path)/theirs\nshare\n", to: "usr/lib/inbox/files")
    #expect(try await program.run("install", "--prefix", prefix, "--remove").status == 1)
    #expect(FileManager.default.fileExists(atPath: program.home.path + "/theirs"))
    #expect(files.allSatisfy { FileManager.default.fileExists(atPath: prefix + "/" + $0) })
  }

  @Test("bash completes profiles, themes, centers and message ids, and nothing where nothing can be read")
  func completion() async throws {
    let sandbox = try await program.startSandbox(Acme.campaigns)
    let list = try await program.run("list", "--profile", "sandbox", "--json")
    #expect(list.status == 0)
    #expect(try await program.run("install", "--prefix", program.home.path + "/usr").status == 0)
    let script = program.home.path + "/usr/share/bash-completion/completions/inbox"
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
    // Without a command they are options of ‘open’.
    #expect(
      try await complete("inbox --profile ").sorted() == [
        "sandbox", "sandbox-bloomreach", "sandbox-iterable",
      ])
    #expect(try await complete("inbox --theme skerry") == ["skerrylight"])
    #expect(try await complete("inbox --no-m") == ["--no-mouse"])
    // A command behind options is completed, and what it takes; a value may be called as a command is.
    #expect(try await complete("inbox --profile sandbox li") == ["list", "links", "lint"])
    #expect(try await complete("inbox --read-only --profile sandbox list --off") == ["--offline"])
    #expect(try await complete("inbox --user list --no-m") == ["--no-mouse"])
    #expect(try await complete("inbox --profile sandbox show pla") == ["plain"])
    // It waits for the sandbox for two seconds only.
    try await until { try await complete("inbox campaign withdraw pla") == ["plain"] }
    try program.home.write("", to: "plan.toml")
    #expect(try await complete("inbox campaign launch pla") == ["plain"])
    let file = program.home.path + "/plan.toml"
    #expect(try await complete("inbox campaign launch \(file.dropLast(5))") == [file])
    #expect(try await complete("inbox lens \(file.dropLast(5))") == [file])
    #expect(try await complete("inbox compare device sandbox-i") == ["sandbox-iterable"])
    // Nothing of a list is run: not what a name holds, nor what the script is given all the same.
    try program.home.write("", to: "$(touch owned).toml")
    let offered = try await complete("inbox campaign launch \(program.home.path)/")
    #expect(offered.contains(file) && !offered.contains { $0.contains("$") }, "\(offered)")
    let owned = program.home.path + "/owned"
    let hostile = try await program.run(
      [
        "-c",
        "source \(script); cur=; __inbox_add_completions -W '$(touch \(owned))'; printf '%s' \"${COMPREPLY[@]}\"",
      ], binary: "/bin/bash")
    #expect(hostile.output == "$(touch \(owned))")
    #expect(!FileManager.default.fileExists(atPath: owned))
    #expect(try await complete("inbox list --profile sandbox --center Pr") == ["Primary"])
    #expect(try await complete("inbox fault set mess") == ["messages"])
    #expect(try await complete("inbox fault set messages off") == ["offline"])
    #expect(try await complete("inbox fault set messages offline ti") == ["times"])
    #expect(try await complete("inbox fault clear ba") == ["badge"])
    let ids = try await complete("inbox show --profile sandbox ")
    #expect(ids.contains("plain"), "\(ids)")
    // One that is older than those that are offered without a beginning.
    _ = try await program.seed(600)
    let all = try await program.run("list", "--profile", "sandbox", "--offline").output
    let newest = try await complete("inbox show --profile sandbox ")
    let old = try #require(
      all.split(separator: "\n").flatMap { $0.split(separator: " ") }.map(String.init)
        .last { $0.hasPrefix("tidemoor-") && !newest.contains($0) })
    #expect(newest.count == 200)
    let completed = try await complete("inbox show --profile sandbox \(old)")
    #expect(completed.contains(old) && completed.allSatisfy { $0.hasPrefix(old) }, "\(completed)")
    #expect(try await complete("inbox show --profile nowhere ").isEmpty)
    try await storeForMaria()
    // Whose messages they are is read as commands read it.
    let hers = try await complete("inbox show --profile club --user email=maria@x.example m")
    #expect(hers == ["m1"], "\(hers)")
    await sandbox.stop()
  }

  /// A profile of Iterable whose archive holds a message of one person.
  private func storeForMaria() async throws {
    let folder = program.home.path + "/state/inbox/profiles/club"
    for path in [folder, program.home.path + "/config/inbox"] {
      try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    }
    try program.home.write(
      "[profile.club]\nvendor = \"iterable\"\napi-key = \"club-key-1\"\nemail = \"anna@x.example\"\n",
      to: "config/inbox/config.toml")
    // It holds a secret, which is read only where others cannot.
    #expect(chmod(program.home.path + "/config/inbox/config.toml", 0o600) == 0)
    let archive = try InboxDatabase.open(path: folder + "/archive.sqlite")
    _ = try await archive.merge(
      MergeRequest(
        identity: .user("maria@x.example"), center: .primary, page: FetchedPage(messages: [.numbered(1)]),
        now: .at(0)))
    try await archive.close()
  }

  /// In CI both, whether or not they are there.
  private static let shells = ["/usr/bin/zsh", "/usr/bin/fish"].filter {
    ProcessInfo.processInfo.environment["CI"] == "true" || FileManager.default.isExecutableFile(atPath: $0)
  }

  @Test(
    "zsh and fish complete options, themes and profiles as a person types them",
    .enabled(if: !shells.isEmpty, "neither shell is there: ‘apt-get install zsh fish’ brings them"),
    arguments: shells)
  func interactive(shell: String) async throws {
    await Turn.last()
    #expect(try await program.run("install", "--prefix", program.home.path + "/.local").status == 0)
    // What the program says about zsh when it has installed there.
    try program.home.write(
      "fpath+=(~/.local/share/zsh/site-functions)\nautoload -Uz compinit\ncompinit -u\nPS1='ready> '\n",
      to: ".zshrc")
    try FileManager.default.createDirectory(
      atPath: program.home.path + "/config/fish", withIntermediateDirectories: true)
    try program.home.write(
      "function fish_prompt; echo -n 'ready> '; end\nset -g fish_greeting\n", to: "config/fish/config.fish")
    let binaries = URL(fileURLWithPath: Program.path).deletingLastPathComponent().path
    let terminal = try TerminalProgram(
      program, command: [shell, "-i"], environment: ["PATH": binaries + ":/usr/bin:/bin"])
    try await terminal.wait(for: "ready>")
    terminal.press("inbox check --against x --json\t")
    try await terminal.wait(for: "--jsonl")
    terminal.press("\u{15}inbox demo --theme skerry\t")
    try await terminal.wait(for: "--theme skerrylight")
    terminal.press("\u{15}inbox list --profile sandbox-i\t")
    try await terminal.wait(for: "--profile sandbox-iterable")
    // Behind options stands a command, with options of its own.
    terminal.press("\u{15}inbox --profile sandbox recei\t")
    try await terminal.wait(for: "--profile sandbox receipts")
    terminal.press("\u{15}inbox --profile sandbox list --off\t")
    try await terminal.wait(for: "--profile sandbox list --offline")
    // Without a command they are options of ‘open’.
    terminal.press("\u{15}inbox --theme tide\t")
    try await terminal.wait(for: "inbox --theme tidemoor")
    terminal.press("\u{15}exit\n")
    _ = await terminal.end()
  }

  @Test("what is staged for an installation is gone when its output fails, and when a signal ends it")
  func staged() async throws {
    let scratch = program.home.path + "/tmp"
    try FileManager.default.createDirectory(atPath: scratch, withIntermediateDirectories: true)
    func left() -> [String] { FileManager.default.subpaths(atPath: scratch) ?? [] }
    let prefix = program.home.path + "/usr"
    let failed = try await program.run(
      ["-c", "exec \"$0\" install --prefix \"$1\" > /dev/full", Program.path, prefix],
      environment: ["TMPDIR": scratch], binary: "/bin/sh")
    #expect(failed.status == 2 && failed.errors.contains("Standard output cannot be written"), "\(failed)")
    #expect(left() == [])
    let running = try program.start(["install", "--prefix", prefix], environment: ["TMPDIR": scratch])
    try await until { left().contains { $0.hasSuffix("/lib/inbox/inbox") } }
    kill(running.process, SIGTERM)
    #expect(await running.end.value >> 8 & 0xFF == 128 + SIGTERM)
    #expect(left() == [])
  }

  @Test(
    "a file that cannot take its place is said with the reason, and nothing of it is left, nor after --remove"
  )
  func unplaced() async throws {
    let prefix = program.home.path + "/usr"
    let page = prefix + "/share/man/man1/inbox.1"
    try FileManager.default.createDirectory(atPath: page, withIntermediateDirectories: true)
    func halves() -> [String] {
      (FileManager.default.subpaths(atPath: prefix) ?? []).filter { $0.hasSuffix(".new") }
    }
    let failed = try await program.run("install", "--prefix", prefix)
    #expect(
      failed.status == 1 && failed.errors.contains("\(page) cannot be written: Is a directory. Fix that"),
      "\(failed)")
    #expect(halves() == [])
    try program.home.write("", to: "usr/lib/inbox/inbox.new")
    #expect(try await program.run("install", "--prefix", prefix, "--remove").status == 0)
    #expect(halves() == [] && !FileManager.default.fileExists(atPath: prefix + "/lib"))
  }

  @Test("what cannot be written and what is someone else's is said, and left alone")
  func refused() async throws {
    var outcome = try await program.run("install", "--prefix", "/proc/nowhere")
    #expect(outcome.status == 1 && outcome.errors.contains("cannot be written: No such file or directory. "))
    let folder = program.home.path + "/other/bin"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    try Data("#!/bin/sh\n".utf8).write(to: URL(fileURLWithPath: folder + "/inbox"))
    outcome = try await program.run("install", "--prefix", program.home.path + "/other")
    #expect(outcome.status == 1 && outcome.errors.contains("is a program of something else"))
    // Neither does what takes an installation away, and a link to something else is someone else's too.
    func away() async throws -> Program.Outcome {
      try await program.run("install", "--prefix", program.home.path + "/other", "--remove")
    }
    #expect(try await away().status == 1)
    #expect(FileManager.default.contents(atPath: folder + "/inbox") == Data("#!/bin/sh\n".utf8))
    try FileManager.default.removeItem(atPath: folder + "/inbox")
    try FileManager.default.createSymbolicLink(
      atPath: folder + "/inbox", withDestinationPath: "../../elsewhere")
    outcome = try await program.run("install", "--prefix", program.home.path + "/other")
    #expect(outcome.status == 1 && outcome.errors.contains("is a program of something else"))
    #expect(try await away().status == 1)
    #expect(
      FileManager.default.subpaths(atPath: program.home.path + "/other")?.sorted() == ["bin", "bin/inbox"])
  }

  @Test("install --deb packs what is installed, without its lists, and refuses anything else beside")
  func debian() async throws {
    let script = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../install").path
    let file = program.home.path + "/inbox.deb"
    // A debug build needs libraries that no package has.
    let tools = program.home.path + "/tools"
    try FileManager.default.createDirectory(atPath: tools, withIntermediateDirectories: true)
    try program.home.write("#!/bin/sh\necho 'shlibs:Depends=libc6 (>= 2.34)'\n", to: "tools/dpkg-shlibdeps")
    try FileManager.default.setAttributes(
      [.posixPermissions: 0o755], ofItemAtPath: tools + "/dpkg-shlibdeps")
    let environment = [
      "PATH": tools + ":/usr/bin:/bin", "INBOX_PROGRAM": Program.path, "DPKG_DEB_COMPRESSOR_TYPE": "none",
    ]
    let outcome = try await program.run(["--deb", file], environment: environment, binary: script)
    #expect(outcome.status == 0 && outcome.output.contains("apt install"), "\(outcome.errors)")
    let control = try await program.run(["--info", file], binary: "/usr/bin/dpkg-deb").output
    #expect(control.contains("Depends: libc6 (>= 2.34)") && control.contains(", libxml2"), "\(control)")
    #expect(control.contains("Version: \(Version.text)\n"))
    let files = try await program.run(["--contents", file], binary: "/usr/bin/dpkg-deb").output
    for path in [
      "lib/inbox/inbox", "bin/inbox -> ../lib/inbox/inbox", "share/zsh/vendor-completions/_inbox",
      "share/man/man1/inbox.1.gz", "share/doc/inbox/copyright", "share/doc/inbox/changelog.gz",
    ] { #expect(files.contains("./usr/\(path)\n"), "\(path)") }
    #expect(!files.contains("lib/inbox/files") && !files.contains("site-functions"))
    #expect(!files.split(separator: "\n").contains { !$0.contains("root/root") })
    let wrong = try await program.run(["--deb", file, "--remove"], environment: environment, binary: script)
    #expect(wrong.status == 2)
  }

  @Test("install --deb: a package that is not whole stands nowhere, and one that was there stays")
  func halfPackage() async throws {
    let script = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../install").path
    let tools = [
      "inbox": """
      #!/bin/sh
      [ "$1" = install ] || { echo 1; exit; }
      mkdir -p "$3/lib/inbox" "$3/share/zsh/site-functions" "$3/share/man/man1" "$3/share/doc/inbox"
      touch "$3/lib/inbox/files" "$3/lib/inbox/folders" "$3/lib/inbox/inbox" "$3/share/man/man1/inbox.1"
      """,
      "dpkg-shlibdeps": "#!/bin/sh\necho 'shlibs:Depends=libc6'",
      "dpkg-deb": "#!/bin/sh\nfor file; do :; done\nprintf half > \"$file\"\nkill $PPID",
    ]
    try FileManager.default.createDirectory(
      atPath: program.home.path + "/tools", withIntermediateDirectories: true)
    for (name, text) in tools {
      try program.home.write(text + "\n", to: "tools/" + name)
      chmod(program.home.path + "/tools/" + name, 0o755)
    }
    let environment = [
      "PATH": program.home.path + "/tools:/usr/bin:/bin",
      "INBOX_PROGRAM": program.home.path + "/tools/inbox",
    ]
    try FileManager.default.createDirectory(
      atPath: program.home.path + "/out", withIntermediateDirectories: true)
    let file = program.home.path + "/out/inbox.deb"
    try program.home.write("whole", to: "out/inbox.deb")
    let outcome = try await program.run(["--deb", file], environment: environment, binary: script)
    #expect(outcome.status != 0)
    #expect(try String(contentsOfFile: file, encoding: .utf8) == "whole")
    #expect(FileManager.default.subpaths(atPath: program.home.path + "/out") == ["inbox.deb"])
    let folder = try await program.run(
      ["--deb", program.home.path + "/out"], environment: environment, binary: script)
    #expect(folder.status == 2 && folder.errors.contains("is a folder"), "\(folder)")
    // Nothing is built for a package that cannot be written.
    try program.home.write("#!/bin/sh\necho built >&2\n", to: "tools/inbox")
    let nowhere = try await program.run(
      ["--deb", program.home.path + "/none/x.deb"], environment: environment, binary: script)
    #expect(nowhere.status == 2 && nowhere.errors.contains("No file can be made beside"), "\(nowhere)")
    #expect(!nowhere.errors.contains("built"))
  }
}
