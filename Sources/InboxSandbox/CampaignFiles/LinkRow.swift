/// One row of a link table (UL-6).
package struct LinkRow: Hashable, Sendable, Codable {
  /// What `{{link:NAME}}` calls it.
  package var name: String
  /// Its category, for reports only.
  package var category: String
  /// The web link; http or https.
  package var url: String
  /// The deep link on iOS; empty is a blank column, answered as null (UL-2).
  package var ios: String
  /// The deep link on Android; empty is a blank column.
  package var android: String
  /// The OneLink with its parameters, which an email service's link leads to; empty for none (UL-10).
  package var oneLink: String

  /// Makes a row.
  package init(
    name: String, category: String = "", url: String, ios: String = "", android: String = "",
    oneLink: String = ""
  ) {
    self.name = name
    self.category = category
    self.url = url
    self.ios = ios
    self.android = android
    self.oneLink = oneLink
  }

  /// The column for the app that asks, by its User-Agent; nil when the column is blank or the platform unknown.
  func deepLink(userAgent: String) -> String? {
    let column =
      if userAgent.contains("iPhone") { ios } else if userAgent.contains("Android") { android } else { "" }
    return column.isEmpty ? nil : column
  }
}
