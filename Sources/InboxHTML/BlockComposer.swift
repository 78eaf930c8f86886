import InboxModel

/// Walks the tree in reading order and composes blocks of what is shown.
struct BlockComposer {
  /// The blocks so far; the link of a span is a place in `links`, counted from 1.
  private(set) var blocks: [RichBlock] = []
  /// How each of them looks.
  private(set) var looks: [RichLook] = []
  /// The targets of all links met, those without words included.
  private(set) var links: [String] = []
  /// All pictures met, tracking pixels included.
  private(set) var pictures: [RichPicture] = []

  private let tree: HTMLTree
  private var run = SpanRun()
  /// The marker for the next paragraph, if it is the first of its item.
  private var marker = ""
  /// The number of the next item of each list around, and what the one after it adds to that.
  private var counters: [(next: Int, step: Int)] = []
  private var numberings: [ListNumbering] = []
  /// What links within the link around have taken for themselves: characters that can be seen, and pictures.
  private var taken = (words: 0, pictures: 0)

  init(tree: HTMLTree) {
    self.tree = tree
  }

  mutating func composeDocument() {
    let context = ComposingContext()
    composeChildren(of: 0, context)
    finishBlock(context)
  }

  private mutating func composeChildren(of node: Int, _ context: ComposingContext) {
    for child in tree.nodes[node].children {
      switch tree.nodes[child].content {
      case .text(let text):
        compose(text, context, preservesLines: context.preservesLines)
      case .element(let element):
        if !element.isHidden { compose(element, child, context) }
      }
    }
  }

  /// Appends words, unless they are too small to be seen.
  private mutating func compose(_ text: String, _ context: ComposingContext, preservesLines: Bool = false) {
    guard !context.hidesText else { return }
    run.append(text, like: context.style, preservesLines: preservesLines)
  }

  private mutating func compose(_ element: HTMLElement, _ node: Int, _ outer: ComposingContext) {
    let inner = outer.entering(element)
    guard element.isBlock else { return composeInline(element, node, inner) }
    finishBlock(outer)
    switch element.name {
    case "hr": appendRule(inner)
    case "ul", "ol", "menu", "dir": composeList(element, node, inner)
    case "li": composeItem(element, node, inner)
    case "blockquote": composeQuote(node, inner)
    case "pre": composePreformatted(node, inner)
    case "table": composeTable(node, inner)
    default: composeInline(element, node, inner)
    }
    finishBlock(inner)
  }

  private mutating func composeInline(_ element: HTMLElement, _ node: Int, _ context: ComposingContext) {
    switch element.name {
    case let name where element.action != nil && name != "input":
      composeLink(to: element.action, element, node, context)
    case "br": run.breakLine(like: context.style)
    case "img": composeImage(element, context)
    case "input": composeInput(element, context)
    case "a", "area": composeLink(to: element.trimmed("href"), element, node, context)
    case "button":
      composeLink(to: element.trimmed("formaction") ?? context.formTarget, element, node, context)
    case "q":
      compose("“", context)
      composeChildren(of: node, context)
      compose("”", context)
    case "sup", "sub":
      guard let digits = ShiftedDigits(of: node, in: tree, isRaised: element.name == "sup") else {
        return composeChildren(of: node, context)
      }
      compose(digits.text, context)
    case "li":
      run.appendSpace(like: context.style)
      composeChildren(of: node, context)
      run.appendSpace(like: context.style)
    default: composeChildren(of: node, context)
    }
  }

  // MARK: Blocks

  /// Turns the words since the last block into blocks.
  private mutating func finishBlock(_ context: ComposingContext) {
    for spans in run.take() {
      if context.listDepth > 0 {
        append(.listItem(depth: context.listDepth - 1, marker: marker, spans), context)
        marker = ""
      } else if let level = context.headingLevel {
        append(.heading(level: level, spans), context)
      } else {
        append(.paragraph(spans), context)
      }
    }
  }

  private mutating func append(_ block: RichBlock, _ context: ComposingContext) {
    blocks.append(block)
    looks.append(context.look)
  }

  private mutating func appendRule(_ context: ComposingContext) {
    if !blocks.isEmpty, blocks.last != .rule { append(.rule, context) }
  }

  private mutating func composeList(_ list: HTMLElement, _ node: Int, _ context: ComposingContext) {
    counters.append(counter(list, node))
    numberings.append(ListNumbering(list) ?? (list.name == "ol" ? .numbers : .bullets))
    composeChildren(of: node, context)
    counters.removeLast()
    numberings.removeLast()
  }

  /// A list that counts down begins with the number of its items.
  private func counter(_ list: HTMLElement, _ node: Int) -> (next: Int, step: Int) {
    guard list.attributes["reversed"] != nil else { return (list.integer("start") ?? 1, 1) }
    let items = tree.nodes[node].children.count { child in
      tree.nodes[child].element.map { $0.name == "li" && !$0.isHidden } ?? false
    }
    return (list.integer("start") ?? items, -1)
  }

  private mutating func composeItem(_ item: HTMLElement, _ node: Int, _ context: ComposingContext) {
    let number = item.integer("value") ?? counters.last?.next ?? 1
    marker = (ListNumbering(item) ?? numberings.last ?? .bullets).marker(number)
    if let last = counters.indices.last { counters[last].next = number + counters[last].step }
    composeChildren(of: node, context)
    finishBlock(context)
    marker = ""
  }

  private mutating func composeQuote(_ node: Int, _ context: ComposingContext) {
    // Deeper than anyone reads, a quote adds nothing: its blocks would be moved once for each quote around them.
    guard context.quoteDepth <= ComposingContext.deepest else { return composeChildren(of: node, context) }
    let quoted = composeApart(node, context)
    if !quoted.isEmpty { append(.quote(quoted), context) }
  }

  /// The blocks within, which are not added to those so far.
  private mutating func composeApart(_ node: Int, _ context: ComposingContext) -> [RichBlock] {
    let before = (blocks, looks)
    (blocks, looks) = ([], [])
    composeChildren(of: node, context)
    finishBlock(context)
    defer { (blocks, looks) = before }
    return blocks
  }

  private mutating func composePreformatted(_ node: Int, _ context: ComposingContext) {
    // In lines that are kept as they are no words can lead anywhere.
    guard context.style.link == nil, let text = PreformattedText(of: node, in: tree) else {
      return composeChildren(of: node, context)
    }
    if !text.lines.isEmpty, !context.hidesText { append(.preformatted(text.lines), context) }
  }

  // MARK: Tables

  private mutating func composeTable(_ node: Int, _ context: ComposingContext) {
    let shape = TableShape(of: node, in: tree)
    guard shape.isData else { return composeChildren(of: node, context) }
    for child in tree.nodes[node].children {
      guard let caption = tree.nodes[child].element, caption.name == "caption", !caption.isHidden else {
        continue
      }
      compose(caption, child, context)
    }
    // An empty paragraph parts it from the rows of a table right before it.
    if case .tableRow? = blocks.last { append(.paragraph([]), context) }
    var grid = TableGrid()
    for row in shape.rows {
      let cells = grid.row(row.map { ($0, CellFacts.span(of: $0, in: tree)) }, empty: []) { cell in
        composeCell(cell, context)
      }
      if cells.contains(where: { !$0.isEmpty }) { append(.tableRow(cells), context) }
    }
  }

  private mutating func composeCell(_ node: Int, _ context: ComposingContext) -> [RichSpan] {
    guard let element = tree.nodes[node].element else { return [] }
    var inner = context.entering(element)
    inner.leaveBlocks()
    if element.name == "th" { inner.style.emphasis.insert(.strong) }
    let before = marker
    defer { marker = before }
    return composeApart(node, inner).flattened
  }

  // MARK: Links and pictures

  private mutating func composeLink(
    to target: String?, _ element: HTMLElement, _ node: Int, _ outer: ComposingContext
  ) {
    var context = outer
    let target = element.closesMessage ? nil : target
    if let target {
      links.append(target)
      context.style.link = links.count
      // Buttons side by side are set apart by their looks alone.
      run.partLinks(like: context.style)
    }
    let (before, takenBefore) = ((words: run.visibleCount, pictures: pictures.count), taken)
    defer {
      if target != nil {
        taken.words = takenBefore.words + run.visibleCount - before.words
        taken.pictures = takenBefore.pictures + seenPictures(from: before.pictures)
      }
    }
    if element.name == "area" {
      finishBlock(context)
      run.append(element.trimmed("alt") ?? "", like: context.style)
      return finishBlock(context)
    }
    if element.name == "img" { composeImage(element, context) } else { composeChildren(of: node, context) }
    // Without words or pictures it is there for tracking, unless it says what it is.
    let ownWords = run.visibleCount - before.words - (taken.words - takenBefore.words)
    guard target != nil, ownWords == 0 else { return }
    let isPicture = seenPictures(from: before.pictures) > taken.pictures - takenBefore.pictures
    let label = element.trimmed("aria-label") ?? element.trimmed("title") ?? ""
    if isPicture {
      run.appendImage(CharacterKind.isVisible(label) ? label : Self.namelessPicture, like: context.style)
    } else {
      compose(label, context)
    }
  }

  /// How many pictures there are from a place on, those that only count who reads left out.
  private func seenPictures(from start: Int) -> Int { pictures[start...].count { !$0.isTrackingPixel } }

  /// What stands for a picture that leads somewhere and says nothing.
  private static let namelessPicture = "picture"

  private mutating func composeImage(_ image: HTMLElement, _ context: ComposingContext) {
    let alternative = image.attributes["alt"] ?? image.attributes["title"] ?? ""
    let number = addPicture(image, alternative)
    guard !image.isTrackingImage else { return }
    run.appendImage(alternative, picture: number, like: context.style)
  }

  /// Records where a picture is; spacers are left out, and what stands in a cell of data stays text.
  private mutating func addPicture(_ image: HTMLElement, _ alternative: String) -> Int? {
    guard let source = image.trimmed("src"), image.isTrackingPixel || !image.isTrackingImage else {
      return nil
    }
    let side = { (name: String) in
      image.pixels(name).flatMap { Int(exactly: min(max(0, $0), 1_000_000).rounded()) }
    }
    pictures.append(
      RichPicture(
        source: source, alternative: alternative, width: side("width"), height: side("height"),
        isTrackingPixel: image.isTrackingPixel))
    return pictures.count
  }

  /// A button that sends a form leads to where the form is sent; anything else is for browsers.
  private mutating func composeInput(_ input: HTMLElement, _ context: ComposingContext) {
    let type = input.attributes["type"]?.lowercased() ?? "text"
    guard ["submit", "button", "image"].contains(type) else { return }
    var style = context.style
    let (before, picturesBefore) = (run.visibleCount, pictures.count)
    let target = input.action ?? input.trimmed("formaction") ?? context.formTarget
    if let target, !input.closesMessage {
      links.append(target)
      style.link = links.count
    }
    defer {
      if style.link != context.style.link {
        taken.words += run.visibleCount - before
        taken.pictures += seenPictures(from: picturesBefore)
      }
    }
    if type == "image" {
      let alternative = input.attributes["alt"] ?? ""
      let isNameless = style.link != nil && !CharacterKind.isVisible(alternative)
      run.appendImage(
        isNameless ? Self.namelessPicture : alternative, picture: addPicture(input, alternative), like: style)
    } else {
      run.appendSpace(like: context.style)
      run.append(input.attributes["value"] ?? (type == "submit" ? "Submit" : ""), like: style)
      run.appendSpace(like: context.style)
    }
  }
}
