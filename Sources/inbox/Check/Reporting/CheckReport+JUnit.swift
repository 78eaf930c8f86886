import InboxEvidence

extension CheckReport {
  /// JUnit's XML, with the times; the recordings of failed runs belong to their scenario, and what is missing in them.
  nonisolated var junit: String {
    JUnitReport(
      "inbox check",
      entries.map { entry in
        JUnitReport.Case(
          className: entry.file, name: entry.name, seconds: entry.seconds, remarks: Self.remarks(entry),
          output: entry.missing, attachments: entry.failed.flatMap(\.recordings))
      }
    ).xml
  }

  private nonisolated static func remarks(_ entry: Entry) -> [JUnitReport.Remark] {
    func remark(_ kind: JUnitReport.Remark.Kind, _ run: FailedRun) -> JUnitReport.Remark {
      .init(kind, run.failures.first?.problem ?? "", run.failures.map(entry.text).joined(separator: "\n"))
    }
    switch entry.outcome {
    case .passed: return entry.failed.map { remark(.flakyFailure, $0) }
    case .failed:
      return entry.failed.enumerated().map { remark($0.offset == 0 ? .failure : .rerunFailure, $0.element) }
    case .broken(let reason): return [.init(.error, reason)] + entry.failed.map { remark(.rerunFailure, $0) }
    }
  }
}
