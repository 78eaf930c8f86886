import Foundation
import InboxTestSupport
import Testing

/// Keys and times of a person's own, through the real binary.
@Suite(.serialized, .queued)
struct KeyTests {
  private let program: Program

  init() throws { program = try Program() }

  private func configure(_ text: String) throws {
    try FileManager.default.createDirectory(
      atPath: program.home.path + "/config/inbox", withIntermediateDirectories: true)
    try program.home.write(text, to: "config/inbox/config.toml")
  }

  @Test("FE-6 inbox keys lists the map in force and inbox keys check tells what is wrong: 0, 1 or 2")
  func commands() async throws {
    var outcome = try await program.run("keys")
    #expect(outcome.status == 0 && outcome.errors.isEmpty)
    #expect(outcome.output.contains("message.delete"))
    outcome = try await program.run("keys", "check")
    #expect(outcome.status == 2 && outcome.errors.contains("There is no file "))
    try configure("[keys]\n\"message.delete\" = [\"<del>\"]\n")
    outcome = try await program.run("keys", "--json")
    #expect(outcome.output.contains(#""id":"message.delete","keys":["<del>"],"standard":["d"]"#))
    outcome = try await program.run("keys", "check")
    #expect(outcome.status == 0 && outcome.output == "The keys are right.\n")
    // A name that is misspelt changes no key, and a file of another kind has none.
    try configure("[key]\n\"message.delete\" = [\"<del>\"]\n")
    outcome = try await program.run("keys", "check")
    #expect(outcome.status == 0 && outcome.output.contains("config.toml has no [keys]: "), "\(outcome)")
    outcome = try await program.run("keys", "check", program.home.path + "/config/inbox/config.toml")
    #expect(outcome.status == 2 && outcome.errors.contains("nothing to check"), "\(outcome)")
    try configure("[keys]\n\"message.delete\" = [\"m\"]\n\"x\" = []\n")
    outcome = try await program.run("keys", "check")
    #expect(
      outcome.status == 1
        && outcome.output.contains("config.toml:2:1: [keys], message.delete: “m” is the key"))
    #expect(outcome.output.contains("config.toml:3:1: [keys], x: there is no such action."))
    outcome = try await program.run("keys", "list")
    #expect(outcome.status == 0 && outcome.errors.contains("(and 1 more: ‘inbox keys check’)"))
    try configure("[keys\n")
    outcome = try await program.run("keys", "check")
    #expect(outcome.status == 2 && outcome.errors.contains("this is not TOML"))
  }

  @Test(
    "FE-6 the screen has the person's keys, tells what is wrong with them, and a recording replays with them")
  func screen() async throws {
    try configure(
      "utc = true\n[keys]\n\"message.delete\" = [\"<f4>\"]\n\"badge.dialog\" = [\"d\"]\n\"help.toggle\" = [\"r\"]\n"
    )
    let file = program.home.path + "/run.jsonl"
    let outcome = try await program.run(
      "demo", "--screen", "100x26", "--keys", "<f4> d", "--record", file, environment: ["TZ": "XYZ-3"])
    #expect(outcome.status == 0, "\(outcome.errors)")
    #expect(outcome.output.contains("─ Badge ─") && outcome.output.contains(" UTC"))
    let reported = try await program.run(
      "demo", "--screen", "160x26", "--keys", "", environment: ["TZ": "XYZ-3"])
    #expect(reported.output.contains("config.toml:5:1: [keys], help.toggle: “r” is the key of"))
    // A key takes the sentence away: the hints need the line.
    let hints = try await program.run(
      "demo", "--screen", "160x26", "--keys", "j", environment: ["TZ": "XYZ-3"])
    #expect(hints.output.contains("F4 delete"))
    // Elsewhere, with other keys and in another zone.
    try configure("[keys]\n\"badge.dialog\" = [\"<f9>\"]\n")
    let replay = try await program.run("replay", file, "--check", environment: ["TZ": "ABC+5"])
    #expect(replay.status == 0, "\(replay.output) \(replay.errors)")
  }

  @Test(
    "FE-2 times are in the zone of TZ, named where a full date stands; --utc and the configuration say UTC")
  func zone() async throws {
    let local = try await program.run("demo", "--screen", "120x40", environment: ["TZ": "XYZ-3"])
    #expect(local.output.contains(" XYZ · ") && !local.output.contains("UTC"))
    let utc = try await program.run("demo", "--screen", "120x40", "--utc", environment: ["TZ": "XYZ-3"])
    #expect(utc.output.contains(" UTC · ") && !utc.output.contains("XYZ"))
    try configure("utc = 1\n")
    let wrong = try await program.run("demo", "--screen", "120x40", environment: ["TZ": "XYZ-3"])
    #expect(wrong.output.contains("config.toml:1:1: the file, utc: it must be true or false"))
  }
}
