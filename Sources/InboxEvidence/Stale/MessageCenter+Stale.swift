package import struct Foundation.Date
package import InboxCore
package import InboxModel

extension MessageCenter {
  /// What the SDKs would show of some centers, from what the archive has; nothing is requested.
  ///
  /// - Throws: the archive's errors, and ``InboxError/unknownCenter(_:known:)``.
  package func staleReport(of centers: [CenterName], at now: Date) async throws(InboxError) -> StaleReport {
    var all: [(scene: StaleScene, items: [StaleItem])] = []
    var notes: [String] = []
    for name in centers {
      let window = try await window(name, limit: StaleReport.most)
      let gone = try await gone(name)
      let flaws = malformed(in: name)
      let scene = StaleScene(
        name, capabilities, now: now, fetched: lastFetch(of: name), unreadable: flaws.recordCount)
      let listed = Set(window.rows.map(\.key))
      let messages = window.rows + gone.map(\.row).filter { !listed.contains($0.key) }
      all.append(
        (
          scene,
          messages.map { StaleItem(.message($0)) } + flaws.map { StaleItem(.unreadable($0)) }
            + setAside(in: name).map { StaleItem(.setAside($0)) }
        ))
      if window.total > window.rows.count {
        let older = (window.total - window.rows.count).counted("older message")
        notes.append("Not checked: \(older) of \(name).")
      }
    }
    return StaleReport(all, vendor: capabilities.vendor, notes: notes)
  }
}
