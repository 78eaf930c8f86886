/// The custom key–value pairs that an app gets.
extension CampaignLint {
  func customFindings(_ subject: LintSubject) -> [LintFinding] {
    let keys = subject.custom.keys.sorted()
    let longest = Self.longestCustomValue
    var findings: [LintFinding] = []
    func add(_ rule: LintRule, _ broken: [String], _ problem: (String) -> String, _ remedy: String) {
      guard !broken.isEmpty else { return }
      findings.append(subject.finding(rule, .custom, problem(LintText.list(broken)), remedy))
    }
    add(
      .customKeyEmpty, keys.filter(LintText.isBlank), { _ in "Custom data has an empty key." },
      "Name it, or leave the pair out.")
    add(
      .customKeyNotASCII, keys.filter { !LintText.isBlank($0) && !isVisibleASCII($0) },
      { "Keys of custom data hold blanks, control characters or letters beyond ASCII: \($0)." },
      "Use letters, digits, “-”, “_” and “.”: an app compares keys byte by byte.")
    add(
      .customKeysAlike, alike(keys), { "Keys of custom data differ only in case: \($0)." },
      "Keep one spelling; an app may take either.")
    add(
      .customValueEmpty, keys.filter { subject.custom[$0].map(LintText.isBlank) ?? false },
      { "The custom data keys \($0) have an empty value." },
      "Leave them out if the app does not ask for them.")
    add(
      .customValueLong, keys.filter { (subject.custom[$0]?.utf8.count ?? 0) > longest },
      { "Values of custom data are longer than \(longest) bytes: \($0)." },
      "Send a name or a link, and let the app look up the rest.")
    return findings
  }

  private func isVisibleASCII(_ key: String) -> Bool { key.utf8.allSatisfy { (0x21...0x7E).contains($0) } }

  private func alike(_ keys: [String]) -> [String] {
    let spellings = Dictionary(grouping: keys) { $0.lowercased() }
    return keys.filter { (spellings[$0.lowercased()]?.count ?? 0) > 1 }
  }
}
