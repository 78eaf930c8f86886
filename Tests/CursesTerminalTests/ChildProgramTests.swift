import CursesTerminal
import Glibc
import Testing

/// Programs that run beside this one, each in a process of its own that has no others.
struct ChildProgramTests {
  @Test("VE-7 a program that fails does not pass for one that succeeds where SIGCHLD was ignored")
  func ignoredEnds() async {
    await #expect(processExitsWith: .exitCode(3)) {
      signal(SIGCHLD, SIG_IGN)
      exit(ChildProgram("/bin/sh", ["-c", "exit 7"])?.wait() == .exited(status: 7) ? 3 : 1)
    }
  }

  @Test("VE-7 FE-5 whatever is started can be killed: what there would be no room for is not started")
  func room() async {
    await #expect(processExitsWith: .exitCode(3)) {
      var started: [ChildProgram] = []
      while started.count < 300, let child = ChildProgram("/bin/sleep", ["60"]) { started.append(child) }
      for child in started { child.kill() }
      let areKilled = started.allSatisfy { $0.wait() == .killed(signal: SIGKILL) }
      let isRoom = ChildProgram("/bin/sleep", ["0"])?.wait() == .exited(status: 0)
      exit(started.count < 300 && areKilled && isRoom ? 3 : 1)
    }
  }
}
