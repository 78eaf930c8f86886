package import InboxModel

extension HTMLReader {
  /// What campaign lint asks about the HTML of a mail; counting pixels and spacers are left out of the pictures.
  package static func facts(_ html: String) -> HTMLFacts {
    let tree = HTMLTree(HTMLSource(html).bytes)
    var facts = HTMLFacts(textCells: visibleCharacters(tree))
    for element in tree.nodes.compactMap(\.element) where !element.name.isEmpty {
      facts.elements[element.name, default: 0] += 1
      let style = (element.attributes["style"] ?? "").lowercased().filter { !$0.isWhitespace }
      if element.attributes["background"] != nil || style.contains("background") && style.contains("url(") {
        facts.backgroundImages += 1
      }
      if ["absolute", "fixed", "sticky"].contains(where: { style.contains("position:\($0)") }) {
        facts.positionedElements += 1
      }
      if element.name == "link", element.attributes["rel"]?.lowercased().contains("stylesheet") == true {
        facts.stylesheetLinks += 1
      }
      if element.name == "img" { count(element, in: &facts) }
    }
    return facts
  }

  /// Letters and signs that a person would see; blanks do not count.
  private static func visibleCharacters(_ tree: HTMLTree) -> Int {
    var count = 0
    var left = [0]
    while let index = left.popLast() {
      switch tree.nodes[index].content {
      case .text(let text): count += text.count { !$0.isWhitespace }
      case .element(let element) where element.isHidden: continue
      case .element: left += tree.nodes[index].children
      }
    }
    return count
  }

  private static func count(_ image: HTMLElement, in facts: inout HTMLFacts) {
    guard !image.isTrackingImage else { return }
    if image.attributes["alt"] == nil { facts.imagesWithoutAlt += 1 }
    let source = image.trimmed("src")?.lowercased() ?? ""
    if source.hasPrefix("http:") || source.hasPrefix("https:") { facts.remoteImages += 1 }
    if source.hasPrefix("data:") { facts.dataImages += 1 }
  }
}
