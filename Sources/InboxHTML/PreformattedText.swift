/// The lines of a `pre` that holds nothing but words; one with links or pictures is composed like the rest.
struct PreformattedText {
  /// Separated by line feeds, without empty lines at the start and the end; may be empty.
  private(set) var lines = ""

  /// The text of this node of the tree, or nothing if there is more than text in it.
  init?(of node: Int, in tree: HTMLTree) {
    guard append(node, of: tree) else { return nil }
    // A carriage return and line feed are one character here.
    let all = lines.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
    let isBlank = { (line: Substring) in line.allSatisfy(\.isWhitespace) }
    guard let first = all.firstIndex(where: { !isBlank($0) }),
      let last = all.lastIndex(where: { !isBlank($0) })
    else {
      lines = ""
      return
    }
    lines = all[first...last].joined(separator: "\n")
  }

  private mutating func append(_ node: Int, of tree: HTMLTree) -> Bool {
    for child in tree.nodes[node].children {
      switch tree.nodes[child].content {
      case .text(let text): lines += text
      case .element(let element):
        if element.isHidden { continue }
        if element.name == "br" { lines += "\n" }
        if element.isBlock || Self.rich.contains(element.name) { return false }
        guard append(child, of: tree) else { return false }
      }
    }
    return true
  }

  private static let rich: Set = ["a", "area", "button", "img", "input"]
}
