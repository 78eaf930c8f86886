import Foundation
package import InboxModel
import Synchronization

/// Whether this process may have the threads, descriptors and memory that it needs.
///
/// The libraries that take them end the program where the system refuses one; so that is asked for first.
package enum ProcessRoom {
  /// An event loop's: for waiting, for being woken, for timers.
  private static let descriptorsOfALoop = 3
  /// Connections, name servers, files that are opened meanwhile.
  private static let otherDescriptors = 8
  /// What a connection's buffers, its certificates and the allocator take, in bytes.
  private static let otherMemory = 96 << 20

  /// Whether it was there once: then the loops are made.
  private static let isSure = Mutex(false)

  /// Checks for what this many event loops need, before they are created.
  ///
  /// - Throws: ``InboxError/configuration(_:)`` with what is missing and how to have it; it can be asked again.
  package static func require(loops: Int) throws(InboxError) {
    let problem = isSure.withLock { isSure -> InboxError? in
      guard !isSure else { return nil }
      do throws(InboxError) {
        try require(
          loops * descriptorsOfALoop + otherDescriptors, loops * stackSize + otherMemory, for: "the network")
      } catch { return error }
      isSure = true
      return nil
    }
    if let problem { throw problem }
  }

  /// Checks for what any command needs: Dispatch's descriptors and threads, an archive, a terminal.
  ///
  /// - Throws: ``InboxError/configuration(_:)``.
  package static func requireStart() throws(InboxError) {
    // With that much room nothing is tried out.
    guard limit(RLIMIT_NOFILE) < 256 || limit(RLIMIT_AS) < 4 << 30 else { return }
    // A demonstration with its sandbox inside takes 50; what opens one more where there is none ends the program.
    try require(64, 48 << 20, for: "the program")
  }

  private static func require(
    _ descriptors: Int, _ memory: Int, for user: String
  ) throws(InboxError) {
    raiseLimit(by: descriptors)
    guard hasDescriptors(descriptors) else {
      throw .configuration(
        "This process may have \(limit(RLIMIT_NOFILE)) files and connections open, and \(user) needs \(descriptors) "
          + "more than are free. Raise that limit (‘ulimit -n 256’, or LimitNOFILE of the service).")
    }
    guard hasMemory(memory) else {
      throw .configuration(
        "This process may use \(limit(RLIMIT_AS) >> 20) MiB of memory, and \(user) needs \(memory >> 20) MiB more than "
          + "are free. Raise that limit (‘ulimit -v unlimited’, or LimitAS of the service).")
    }
  }

  private static func hasDescriptors(_ count: Int) -> Bool {
    var opened: [Int32] = []
    defer { for descriptor in opened { close(descriptor) } }
    while opened.count < count {
      let descriptor = open("/dev/null", O_RDONLY | O_CLOEXEC)
      guard descriptor >= 0 else { return false }
      opened.append(descriptor)
    }
    return true
  }

  /// The soft limit is a default: a process may raise it up to the hard one.
  private static func raiseLimit(by count: Int) {
    var limit = rlimit()
    guard !hasDescriptors(count), getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0,
      limit.rlim_cur < limit.rlim_max
    else { return }
    limit.rlim_cur = min(limit.rlim_max, limit.rlim_cur + rlim_t(count))
    _ = setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
  }

  /// Address space is what a limit on memory counts; nothing of it is touched.
  private static func hasMemory(_ bytes: Int) -> Bool {
    guard let space = mmap(nil, bytes, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0),
      space != MAP_FAILED
    else { return false }
    munmap(space, bytes)
    return true
  }

  /// Of a thread as the system makes it: the limit on stacks, or 2 MiB where there is none.
  private static var stackSize: Int {
    let stack = limit(RLIMIT_STACK)
    return stack >= 1 << 30 ? 2 << 20 : stack
  }

  private static func limit(_ resource: __rlimit_resource) -> Int {
    var limit = rlimit()
    guard getrlimit(__rlimit_resource_t(resource.rawValue), &limit) == 0 else { return 0 }
    return limit.rlim_cur > rlim_t(Int.max) ? .max : Int(limit.rlim_cur)
  }
}
