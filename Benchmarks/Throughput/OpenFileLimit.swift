import Foundation
import Glibc

@testable import inbox

/// How many files and connections this process may have open.
nonisolated enum OpenFileLimit {
  /// Raises the soft limit where that is needed and allowed.
  ///
  /// - Throws: ``Exit`` with what is missing.
  static func raise(to needed: Int, for what: String) throws {
    var limit = rlimit()
    guard getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0 else { return }
    guard limit.rlim_cur < rlim_t(needed) else { return }
    guard limit.rlim_max >= rlim_t(needed) else {
      throw Exit(
        Exit.notReady,
        "\(what) need \(needed) open files, and this process may have \(limit.rlim_max). Raise the hard limit "
          + "(‘ulimit -Hn’, or LimitNOFILE of the service), or take fewer.")
    }
    limit.rlim_cur = rlim_t(needed)
    guard setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0 else {
      throw Exit(Exit.notReady, "\(what) need \(needed) open files: \(String(cString: strerror(errno))).")
    }
  }
}
