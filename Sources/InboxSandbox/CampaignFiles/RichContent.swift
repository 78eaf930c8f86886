/// How the content of a rich message reaches the app.
package enum RichContent: Hashable, Sendable, Codable {
  /// In the answer itself, as `richmessage_html`.
  case inline(html: String)
  /// From the back end, once per identity and message (MC-17).
  case servedOnce(html: String)
  /// From a web host that the sandbox plays, any number of times.
  case hosted(url: String, html: String)

  /// The HTML, with its `{{link:NAME}}` replaced.
  func replacingLinks(_ replace: (String) -> String) -> RichContent {
    switch self {
    case .inline(let html): .inline(html: replace(html))
    case .servedOnce(let html): .servedOnce(html: replace(html))
    case .hosted(let url, let html): .hosted(url: url, html: replace(html))
    }
  }

  var html: String {
    switch self {
    case .inline(let html), .servedOnce(let html), .hosted(_, let html): html
    }
  }
}
