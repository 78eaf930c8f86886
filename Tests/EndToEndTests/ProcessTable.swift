import Foundation

/// What the kernel says of other processes.
enum ProcessTable {
  /// One process as `/proc` has it.
  struct Entry {
    var process: pid_t
    /// `R` runs, `S` sleeps, `T` is stopped, `Z` has ended.
    var state: Character
    var parent: pid_t
    /// The ticks of the clock that it has used, its system calls' included.
    var ticks: Int
  }

  static func entry(_ process: pid_t) -> Entry? { entry(at: "/proc/\(process)/stat", process) }

  /// Whether all its threads are stopped: one that is continued wakes them all at once.
  static func isStopped(_ process: pid_t) -> Bool {
    let threads = threads(of: process)
    return !threads.isEmpty
      && threads.allSatisfy { entry(at: "/proc/\(process)/task/\($0)/stat", process)?.state == "T" }
  }

  private static func threads(of process: pid_t) -> [String] {
    (try? FileManager.default.contentsOfDirectory(atPath: "/proc/\(process)/task")) ?? []
  }

  private static func entry(at path: String, _ process: pid_t) -> Entry? {
    guard let text = try? String(contentsOfFile: path, encoding: .utf8),
      let end = text.lastIndex(of: ")")
    else { return nil }
    // After the name, which may hold anything: state, parent, and from the twelfth on the times.
    let fields = text[text.index(after: end)...].split(separator: " ")
    guard fields.count > 12, let state = fields[0].first, let parent = pid_t(fields[1]),
      let user = Int(fields[11]), let system = Int(fields[12])
    else { return nil }
    return Entry(process: process, state: state, parent: parent, ticks: user + system)
  }

  static func children(of parent: pid_t) -> [pid_t] {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: "/proc")) ?? []
    return names.compactMap { pid_t($0) }.filter { entry($0)?.parent == parent }.sorted()
  }

  /// How often its threads have gone to sleep and been woken, all together.
  static func wakings(_ process: pid_t) -> Int { wakingsByThread(process).values.reduce(0, +) }

  /// How often each of its threads has gone to sleep and been woken.
  static func wakingsByThread(_ process: pid_t) -> [String: Int] {
    var counts: [String: Int] = [:]
    for thread in threads(of: process) {
      let text =
        (try? String(contentsOfFile: "/proc/\(process)/task/\(thread)/status", encoding: .utf8)) ?? ""
      let lines = text.split(separator: "\n").filter { $0.contains("ctxt_switches") }
      counts[thread] = lines.compactMap { Int($0.split(separator: "\t").last ?? "") }.reduce(0, +)
    }
    return counts
  }
}
