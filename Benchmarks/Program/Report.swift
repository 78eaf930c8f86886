/// What was counted beside what is allowed.
struct Report {
  let results: [Int: [Run.Result]]
  let sizes: [Int]
  let thresholds: Thresholds

  /// Each count that is over what is allowed, as a sentence.
  var complaints: [String] { overBound + overWindow }

  private var overBound: [String] {
    every { messages, result, measure, count in
      guard let bound = thresholds.bound(measure, result.step, messages: messages) else {
        return measure == .instructions
          ? nil : "\(result.step), \(messages) messages: \(measure.title) has no bound; run --record."
      }
      return count > bound
        ? "\(result.step), \(messages) messages: \(count) \(measure.title), \(bound) are allowed." : nil
    }
  }

  /// What needs more where the archive is large, though it shows no more.
  private var overWindow: [String] {
    guard let small = sizes.min() else { return [] }
    return every { messages, result, measure, count in
      guard messages != small, result.dependsOnWindow, let growth = measure.growth,
        let fewer = results[small]?.first(where: { $0.step == result.step })?.figures[measure],
        count > growth.bound(fewer)
      else { return nil }
      return "\(result.step): \(count) \(measure.title) with \(messages) messages, \(fewer) with \(small)."
    }
  }

  private func every(_ judge: (Int, Run.Result, Measure, Int) -> String?) -> [String] {
    sizes.flatMap { messages in
      (results[messages] ?? []).flatMap { result in
        Measure.allCases.compactMap { measure in
          result.figures[measure].flatMap { judge(messages, result, measure, $0) }
        }
      }
    }
  }

  /// Prints the table, and then what is over.
  func print() {
    for messages in sizes {
      Swift.print("\n\(messages) messages")
      row("", "count", "bound", "a frame")
      for result in results[messages] ?? [] {
        Swift.print(result.step)
        for measure in Measure.allCases {
          guard let count = result.figures[measure] else { continue }
          let bound = thresholds.bound(measure, result.step, messages: messages)
          row("  " + measure.title, "\(count)", bound.map { "\($0)" } ?? "none", each(measure, result))
        }
      }
    }
    if results.values.allSatisfy({ $0.allSatisfy { $0.figures[.instructions] == nil } }) {
      Swift.print("\nInstructions are not counted here: this kernel or machine does not offer it.")
    }
    let complaints = complaints
    Swift.print(complaints.isEmpty ? "\nNothing is over its bound." : "\nOver its bound:")
    for complaint in complaints { Swift.print("  " + complaint) }
  }

  private func each(_ measure: Measure, _ result: Run.Result) -> String {
    guard let count = result.figures[measure], let frames = result.figures[.frames], frames > 0,
      measure != .frames
    else { return "" }
    let tenths = count * 10 / frames
    return "\(tenths / 10).\(tenths % 10)"
  }

  private func row(_ name: String, _ columns: String...) {
    let cells = columns.map { String(repeating: " ", count: max(1, 12 - $0.count)) + $0 }
    Swift.print(name + String(repeating: " ", count: max(0, 20 - name.count)) + cells.joined())
  }
}
