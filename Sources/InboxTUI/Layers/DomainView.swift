import InboxCore

/// Whether a branded domain is fit for universal links, a row for each requirement (UL-9).
enum DomainView {
  static func draw(
    _ host: String, _ check: DomainCheck?, scroll: Int, _ keys: KeyMap, _ theme: Theme,
    into frame: inout Frame
  ) {
    LayerBox.draw(
      "Domain: \(host)", lines(check, width: LayerBox.textWidth(on: frame.size)), scroll: scroll, keys, theme,
      into: &frame)
  }

  static func lastScroll(_ check: DomainCheck?, _ size: Size) -> Int {
    LayerBox.lastScroll(of: lines(check, width: LayerBox.textWidth(on: size)).count, on: size)
  }

  private static func lines(_ check: DomainCheck?, width: Int) -> [DetailLine] {
    guard let check else { return [DetailLine("Looking: name servers, TLS, site association…", .muted)] }
    var lines = RichLayout.wrap([.init(check.summary, .accent)], width, first: "", rest: "")
    lines.append(DetailLine())
    for row in check.rows {
      lines += RichLayout.wrap(
        [.init(mark(row.verdict), role(row.verdict)), .init("\(row.title): \(row.seen)")], width, first: "",
        rest: "         ")
      if !row.remedy.isEmpty {
        lines += RichLayout.wrap([.init(row.remedy, .muted)], width, first: "         ", rest: "         ")
      }
    }
    return lines
  }

  private static func mark(_ verdict: DomainCheck.Verdict) -> String {
    switch verdict {
    case .pass: "pass     "
    case .fail: "FAIL     "
    case .unknown: "unknown  "
    }
  }

  private static func role(_ verdict: DomainCheck.Verdict) -> ThemeRole {
    switch verdict {
    case .pass: .accent
    case .fail: .noticeError
    case .unknown: .noticeWarning
    }
  }
}
