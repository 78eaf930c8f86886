import Dispatch
package import Foundation
import Glibc
import Synchronization

/// Starts a program that inherits nothing but its standard streams: one that inherits another test's socket or pipe keeps
/// it open after that test has closed it.
///
/// None lives longer than four minutes, but for a server that goes with the test process: a program that does not end must
/// fail its test, not hang the whole run.
package enum Spawn {
  /// The programs whose end no one has seen, so that their numbers are still their own.
  private static let running = Mutex(Set<pid_t>())

  /// - Parameters:
  ///   - prepare: Says what the streams 0, 1 and 2 are.
  ///   - isLeader: Whether it leads a session of its own, so that the first terminal it opens becomes its own.
  ///   - isLimited: Whether it is killed after four minutes.
  package static func start(
    _ arguments: [String], _ environment: [String: String], isLeader: Bool = false, isLimited: Bool = true,
    _ prepare: (inout posix_spawn_file_actions_t) -> Void
  ) throws -> pid_t {
    var actions = posix_spawn_file_actions_t()
    var attributes = posix_spawnattr_t()
    posix_spawn_file_actions_init(&actions)
    posix_spawnattr_init(&attributes)
    defer {
      posix_spawn_file_actions_destroy(&actions)
      posix_spawnattr_destroy(&attributes)
    }
    prepare(&actions)
    try closeOthersOnExec()
    var none = sigset_t()
    var all = sigset_t()
    sigemptyset(&none)
    sigfillset(&all)
    posix_spawnattr_setsigmask(&attributes, &none)
    posix_spawnattr_setsigdefault(&attributes, &all)
    // Both make it the leader of a process group, to be ended with what it started itself.
    let group: Int32 = isLeader ? 0x80 : Int32(POSIX_SPAWN_SETPGROUP)
    posix_spawnattr_setflags(
      &attributes, Int16(group | Int32(POSIX_SPAWN_SETSIGMASK) | Int32(POSIX_SPAWN_SETSIGDEF)))
    var process: pid_t = 0
    let argv = arguments.map { strdup($0) } + [nil]
    let envp = environment.map { strdup("\($0.key)=\($0.value)") } + [nil]
    defer { for text in argv + envp { free(text) } }
    let status = posix_spawn(&process, arguments[0], &actions, &attributes, argv, envp)
    guard status == 0 else { throw ServerTrouble("\(arguments[0]): \(String(cString: strerror(status)))") }
    running.withLock { _ = $0.insert(process) }
    if isLimited { limit(process) }
    return process
  }

  private static func limit(_ process: pid_t) {
    DispatchQueue.global().asyncAfter(deadline: .now() + .seconds(240)) {
      running.withLock { if $0.contains(process) { kill(-process, SIGKILL) } }
    }
  }

  /// Also what another library opened without saying so.
  private static func closeOthersOnExec() throws {
    for name in try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd") {
      guard let descriptor = Int32(name), descriptor > 2 else { continue }
      let flags = fcntl(descriptor, F_GETFD)
      if flags >= 0 { _ = fcntl(descriptor, F_SETFD, flags | FD_CLOEXEC) }
    }
  }

  /// Waits for the end on a thread of its own, which must not be one of those that tests run on; returns the wait status.
  package static func end(of process: pid_t) async -> Int32 {
    await withCheckedContinuation { continuation in
      Thread.detachNewThread {
        // It keeps its number until the second call.
        var information = siginfo_t()
        while waitid(P_PID, id_t(process), &information, WEXITED | WNOWAIT) < 0, errno == EINTR {}
        running.withLock { _ = $0.remove(process) }
        var status: Int32 = 0
        while waitpid(process, &status, 0) < 0, errno == EINTR {}
        continuation.resume(returning: status)
      }
    }
  }
}
