import ArgumentParser
import Foundation
import InboxEvidence
import InboxModel
import InboxTUI

struct ReplayCommand: ReportingCommand {
  static let configuration = CommandConfiguration(
    commandName: "replay", abstract: "Step through a recording, frame by frame.",
    discussion: """
      Feeds the recorded events to the same program again, which redraws every picture and says where one \
      differs from the recording. Nothing is sent or stored. ? shows the keys. Without a terminal, the \
      pictures are printed.
      """)

  @Argument(
    help: "The recording; ‘inbox demo --record FILE’ and ‘inbox --record FILE’ make one.",
    completion: .file())
  var file: String

  @Flag(help: "Print every picture, with what led to it.") var print = false

  @Flag(
    help:
      "Compare every picture with what was on the screen; exit status 1 when one differs or the recording is incomplete."
  )
  var check = false

  func validate() throws {
    if print, check { throw ValidationError("--check compares the pictures, so it cannot go with --print.") }
  }

  func perform() async throws {
    var player = try ReplayPlayer(RecordingText.read(file))
    if check {
      try compare(&player)
    } else if print || isatty(STDOUT_FILENO) != 1 || isatty(STDIN_FILENO) != 1 {
      show(&player)
    } else {
      let status = try await ReplayRun.run(player)
      if status != 0 { throw ExitCode(status) }
    }
  }

  private func show(_ player: inout ReplayPlayer) {
    for position in 0..<player.count {
      player.show(position)
      Output.line("── \(ReplayView.barText(ReplayState(player, size: player.picture.frame.size)))")
      for line in player.picture.frame.lines { Output.raw(line) }
    }
    for flaw in player.flaws + player.gaps { Output.complain(flaw) }
  }

  private func compare(_ player: inout ReplayPlayer) throws {
    var differing = 0
    for position in 0..<player.count {
      player.show(position)
      guard !player.picture.isSame else { continue }
      differing += 1
      guard differing <= 10 else { continue }
      let what = RecordedFrame(player.picture.frame).text == player.picture.recorded.text ? "colours" : "text"
      Output.line(
        "Picture \(position + 1), +\(EvidencePage.seconds(player.milliseconds)) s, differs in its \(what).")
    }
    // Gaps of the file were reported when it was read.
    for flaw in player.flaws { Output.complain(flaw) }
    guard differing == 0, player.flaws.isEmpty, player.gaps.isEmpty else {
      let pictures = player.count.counted("picture")
      Output.line(
        differing == 0
          ? "\(pictures) drawn again: the same as recorded, but the recording is incomplete."
          : "\(differing) of \(pictures) \(differing == 1 ? "differs" : "differ") from what was on the screen."
      )
      throw ExitCode(Exit.failed)
    }
    Output.line("\(player.count.counted("picture")) drawn again: the same as recorded.")
  }
}
