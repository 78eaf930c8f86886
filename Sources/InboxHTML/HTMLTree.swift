import CHTML

/// The elements and text of a document, in one array so that no depth of nesting needs a deep stack to free.
struct HTMLTree {
  /// Node 0 is the root, an element without a name.
  private(set) var nodes = [HTMLNode(content: .element(HTMLElement(name: "")))]
  /// Whether some of the document had to be left out.
  private(set) var isCut = false
  private var open = [0]

  /// Reads HTML that is UTF-8 without NUL; never fails.
  init(_ bytes: [UInt8]) {
    var handler = chtml_handler(
      start: { context, name, attributes in
        guard let context, let name else { return }
        HTMLTree.at(context).pointee.start(String(cString: name), attributes)
      },
      end: { context, name in
        guard let context, let name else { return }
        HTMLTree.at(context).pointee.end(String(cString: name))
      },
      text: { context, text, length in
        guard let context, let text else { return }
        let bytes = UnsafeRawBufferPointer(start: text, count: length)
        HTMLTree.at(context).pointee.add(.text(String(decoding: bytes, as: UTF8.self)))
      },
      restart: { context in
        guard let context else { return }
        HTMLTree.at(context).pointee.open = [0]
      })
    // The parser wants a NUL behind the last byte.
    let left = (bytes + [0]).withUnsafeBufferPointer { buffer in
      buffer.withMemoryRebound(to: CChar.self) { characters in
        withUnsafeMutablePointer(to: &self) { tree in
          chtml_parse(characters.baseAddress, bytes.count, &handler, tree)
        }
      }
    }
    isCut = left > 0
  }

  private static func at(_ context: UnsafeMutableRawPointer) -> UnsafeMutablePointer<HTMLTree> {
    context.assumingMemoryBound(to: HTMLTree.self)
  }

  private mutating func start(_ name: String, _ list: UnsafePointer<UnsafePointer<CChar>?>?) {
    var attributes: [String: String] = [:]
    if var entry = list {
      while let key = entry[0] {
        let value = entry[1].map { String(cString: $0) } ?? ""
        attributes[String(cString: key).lowercased()] = value
        entry += 2
      }
    }
    let element = HTMLElement(name: name.lowercased(), attributes: attributes)
    if element.name == "table" { markTable() }
    add(.element(element))
    open.append(nodes.count - 1)
  }

  private mutating func end(_ name: String) {
    let name = name.lowercased()
    if let index = open.lastIndex(where: { nodes[$0].element?.name == name }), index > 0 {
      open.removeSubrange(index...)
    }
  }

  private mutating func add(_ content: HTMLNode.Content) {
    nodes[parent].children.append(nodes.count)
    nodes.append(HTMLNode(content: content))
  }

  private mutating func markTable() {
    for index in open.reversed() {
      if nodes[index].holdsTable { return }
      nodes[index].holdsTable = true
    }
  }

  private var parent: Int { open.last ?? 0 }
}
