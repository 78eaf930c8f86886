package import struct Foundation.Date
package import InboxCore
package import InboxModel

extension MessageCenter {
  /// What the SDKs would show of some centers, from what the archive has; nothing is requested.
  ///
  /// - Throws: the archive's errors, and ``InboxError/unknownCenter(_:known:)``.
  package func staleReport(of centers: [CenterName], at now: Date) async throws(InboxError) -> StaleReport {
    var rows: [StaleReport.Row] = []
    var notes = unchecked(among: centers)
    for name in centers {
      // First: with it the cache drops what is due.
      let gone = try await gone(name)
      let window = try await window(name, limit: StaleReport.most)
      let flaws = malformed(in: name)
      let scene = StaleScene(
        center: name, vendor: capabilities, now: now, fetched: lastFetch(of: name),
        whole: try await lastWholeFetch(of: name), unreadable: flaws.recordCount)
      let listed = Set(window.rows.map(\.key))
      let messages = window.rows + gone.map(\.row).filter { !listed.contains($0.key) }
      // Each is judged while it is loaded: together their HTML may be large.
      for message in messages {
        rows.append(StaleReport.Row(.message(try await whole(message)), scene))
      }
      rows += flaws.map { StaleReport.Row(.unreadable($0), scene) }
      rows += setAside(in: name).map { StaleReport.Row(.setAside($0), scene) }
      if window.total > window.rows.count {
        let older = (window.total - window.rows.count).counted("older message")
        notes.append("Not checked: \(older) of \(name).")
      }
    }
    return StaleReport(rows: rows, vendor: capabilities.vendor, notes: notes)
  }

  /// Which centers were never fetched, so that a check says nothing of them, each as a sentence.
  package func unchecked(among centers: [CenterName]) -> [String] {
    centers.filter { lastFetch(of: $0) == nil }
      .map { "Not checked: \(capabilities.name(of: $0)), which was never fetched." }
  }

  /// A row of a list with the HTML that lists leave out.
  private func whole(_ row: ArchivedMessage) async throws(InboxError) -> ArchivedMessage {
    guard row.message.richHTML != nil, let message = try await message(row.key) else { return row }
    return message
  }
}
