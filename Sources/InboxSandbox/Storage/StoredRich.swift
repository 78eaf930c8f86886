/// ``RichContent`` in the columns of a message.
struct StoredRich {
  static let inline = "inline"
  static let once = "once"
  static let hosted = "hosted"

  var kind: String?
  var url: String?
  var html: String?

  init(_ content: RichContent?) {
    switch content {
    case nil: break
    case .inline(let html)?: (kind, self.html) = (Self.inline, html)
    case .servedOnce(let html)?: (kind, self.html) = (Self.once, html)
    case .hosted(let url, let html)?: (kind, self.url, self.html) = (Self.hosted, url, html)
    }
  }
}
