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
}
