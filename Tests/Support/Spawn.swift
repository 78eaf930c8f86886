package import Foundation
import Glibc

/// Starts a program that inherits nothing but its standard streams: whoever inherits another test's socket or pipe keeps
/// it open after that test has closed it.
package enum Spawn {
  /// - Parameters:
  ///   - prepare: Says what the streams 0, 1 and 2 are.
  ///   - isLeader: Whether it leads a session of its own, so that the first terminal it opens becomes its own.
  package static func start(
    _ arguments: [String], _ environment: [String: String], isLeader: Bool = false,
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
    let setSession: Int32 = isLeader ? 0x80 : 0
    posix_spawnattr_setflags(
      &attributes, Int16(setSession | Int32(POSIX_SPAWN_SETSIGMASK) | Int32(POSIX_SPAWN_SETSIGDEF)))
    var process: pid_t = 0
    let argv = arguments.map { strdup($0) } + [nil]
    let envp = environment.map { strdup("\($0.key)=\($0.value)") } + [nil]
    defer { for text in argv + envp { free(text) } }
    let status = posix_spawn(&process, arguments[0], &actions, &attributes, argv, envp)
    guard status == 0 else { throw ServerTrouble("\(arguments[0]): \(String(cString: strerror(status)))") }
    return process
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
      DispatchQueue.global().async {
        var status: Int32 = 0
        while waitpid(process, &status, 0) < 0, errno == EINTR {}
        continuation.resume(returning: status)
      }
    }
  }
}
