public import InboxModel

extension MessageFilter {
  /// How many terms a filter may have.
  public static let mostTerms = 32
  /// How many characters a word may have.
  public static let longestWord = 256

  /// Reads a filter as it is typed: words, `"quoted phrases"`, `is:unread`; `-` or `!` before a part turns it around.
  ///
  /// - Parameters:
  ///   - text: What is typed.
  ///   - centers: The lists that `center:` may name; none where there is but one.
  ///   - name: What a person reads a list as; `center:` takes that as well as the list's own name.
  /// - Throws: ``FilterProblem`` for the first part that means nothing.
  public init(
    _ text: String, centers: [CenterName], named name: (CenterName) -> String = { $0.rawValue }
  ) throws(FilterProblem) {
    let lists = centers.map { FilterList(center: $0, name: name($0)) }
    var terms: [Term] = []
    for part in FilterPart.split(text) {
      guard let condition = try part.condition(lists) else { continue }
      guard terms.count < Self.mostTerms else {
        throw FilterProblem(
          part.text, at: part.offset, "a filter has at most \(Self.mostTerms) words and conditions.")
      }
      terms.append(Term(condition, isNegated: part.isNegated))
    }
    self.init(terms)
  }

  /// What is typed, without the parts that say which center is meant.
  public static func withoutCenters(_ text: String) -> String {
    FilterPart.split(text).filter { $0.isNegated || $0.name != "center" }.map(\.text).joined(separator: " ")
  }

  /// That a filter looks for words which look like conditions that do not exist; nil where none does.
  ///
  /// Such words are searched for as they are, so it is for a person who finds nothing.
  public static func hint(_ text: String, centers: [CenterName]) -> String? {
    let part = FilterPart.split(text).first { part in
      part.name.map { !FilterPart.names.contains($0) } ?? false && part.value.isEmpty
    }
    return part.map { "“\($0.text)” was searched for as text; conditions are \(FilterPart.list(centers))." }
  }
}

/// A list that `center:` may name.
private struct FilterList {
  var center: CenterName
  /// What a person reads it as.
  var name: String

  /// Both spellings, as they are compared.
  var spellings: [String] { [name, center.rawValue].map(SearchText.folded) }
}

/// One part of a filter: a word, a phrase, or a condition.
private struct FilterPart {
  var text: String
  /// How many characters stand before it.
  var offset: Int
  var isNegated: Bool
  /// What stands before the colon, in lower-case letters; nil for words.
  var name: String?
  var value: String
  /// Whether it may go on.
  var isOpen: Bool

  /// Splits at blanks; what is between quotes stays together, also when the second quote is missing.
  static func split(_ text: String) -> [FilterPart] {
    let characters = Array(text)
    var parts: [FilterPart] = []
    var index = 0
    while index < characters.count {
      if characters[index].isWhitespace {
        index += 1
        continue
      }
      let start = index
      let isNegated = "-!".contains(characters[index])
      if isNegated { index += 1 }
      var name: String?
      var value = ""
      if index < characters.count, characters[index] != "\"" {
        let word = run(characters, &index) { !$0.isWhitespace && $0 != ":" }
        let isName = index < characters.count && characters[index] == ":" && isOperator(word)
        if isName {
          name = word.lowercased()
          index += 1
        } else {
          value = word + run(characters, &index) { !$0.isWhitespace }
        }
      }
      if value.isEmpty, index < characters.count, characters[index] == "\"" {
        index += 1
        value = run(characters, &index) { $0 != "\"" }
        index = min(index + 1, characters.count)
      } else if name != nil {
        value = run(characters, &index) { !$0.isWhitespace }
      }
      parts.append(
        FilterPart(
          text: String(characters[start..<index]), offset: start, isNegated: isNegated, name: name,
          value: value,
          isOpen: index == characters.count))
    }
    return parts
  }

  private static func run(
    _ characters: [Character], _ index: inout Int, while isPart: (Character) -> Bool
  ) -> String {
    let start = index
    while index < characters.count, isPart(characters[index]) { index += 1 }
    return String(characters[start..<index])
  }

  private static func isOperator(_ word: String) -> Bool {
    !word.isEmpty && word.allSatisfy { $0.isASCII && $0.isLetter }
  }

  /// - Returns: nil for what asks for nothing, such as a lone `-`.
  func condition(_ lists: [FilterList]) throws(FilterProblem) -> MessageFilter.Condition? {
    guard value.count <= MessageFilter.longestWord else {
      throw problem("a word has at most \(MessageFilter.longestWord) characters.", false)
    }
    switch name {
    case nil: return word(value)
    case "is": return try choice(Self.states)
    case "has": return try choice(Self.properties)
    case "kind": return try choice(Self.kinds)
    case "center": return .center(try center(lists))
    case "id":
      guard !value.isEmpty else { throw problem("a part of an id follows, such as id:sale.", true) }
      return .id(value)
    case "before": return .sentBefore(try date(value))
    case "after": return .sentAfter(try date(value))
    case "expires": return try expiry()
    case let name?:
      // Such as http://…, or the last word of a text.
      if value.isEmpty || value.hasPrefix("/") { return word(isNegated ? String(text.dropFirst()) : text) }
      throw problem(
        "there is no “\(name):”; there are \(Self.list(lists.map(\.center))). In quotes it is searched for as text.",
        false)
    }
  }

  /// What may stand before a colon.
  static let names = ["is", "has", "kind", "center", "id", "before", "after", "expires"]

  /// The same for a sentence, as far as there is something to choose from.
  static func list(_ centers: [CenterName]) -> String {
    let all = names.filter { $0 != "center" || !centers.isEmpty }.map { $0 + ":" }
    return all.dropLast().joined(separator: ", ") + " and " + (all.last ?? "")
  }

  private func word(_ text: String) -> MessageFilter.Condition? {
    let word = MessageFilter.Word(text)
    return word.folded.isEmpty ? nil : .text(word)
  }

  private static let states: [(String, MessageFilter.Condition)] = [
    ("unread", .unread), ("read", .read), ("expired", .expired), ("expiring", .expiring),
    ("rich", .kind(.openRichMessage)), ("link", .link),
  ]

  private static let properties: [(String, MessageFilter.Condition)] = [
    ("link", .link), ("icon", .icon), ("deeplink", .deepLink), ("html", .html),
  ]

  private static let kinds: [(String, MessageFilter.Condition)] = [
    ("launch", .kind(.launchApp)), ("url", .kind(.openURL)), ("rich", .kind(.openRichMessage)),
  ]

  private func choice(
    _ choices: [(String, MessageFilter.Condition)]
  ) throws(FilterProblem) -> MessageFilter.Condition {
    let asked = value.lowercased()
    if let found = choices.first(where: { $0.0 == asked }) { return found.1 }
    let names = choices.map(\.0)
    throw problem(
      "\(name ?? ""): takes \(names.dropLast().joined(separator: ", ")) or \(names.last ?? "").",
      names.contains { $0.hasPrefix(asked) })
  }

  private func center(_ lists: [FilterList]) throws(FilterProblem) -> CenterName {
    guard !lists.isEmpty else {
      throw problem("there is one list, so that “center:” has nothing to choose from.", false)
    }
    let asked = SearchText.folded(value)
    // A name that is read goes before one that is not.
    let found =
      lists.first { SearchText.folded($0.name) == asked } ?? lists.first { $0.spellings.contains(asked) }
    if let found { return found.center }
    let names = lists.map { $0.name.contains(where: \.isWhitespace) ? "\"\($0.name)\"" : $0.name }
    throw problem(
      "center: takes \(names.joined(separator: ", ")).",
      lists.contains { $0.spellings.contains { $0.hasPrefix(asked) } })
  }

  private func expiry() throws(FilterProblem) -> MessageFilter.Condition {
    if value.lowercased() == "never" { return .expiresNever }
    if value.hasPrefix("<") { return .expiresBefore(try date(String(value.dropFirst()))) }
    if value.hasPrefix(">") { return .expiresAfter(try date(String(value.dropFirst()))) }
    let date = try date(value)
    switch date {
    case .day, .today: return .expiresOn(date)
    // “expires:2d” says within them.
    case .moment, .distance: return .expiresBefore(date)
    }
  }

  private func date(_ text: String) throws(FilterProblem) -> FilterDate {
    let asked = text.lowercased()
    if let date = FilterDate(asked) { return date }
    let words =
      name == "expires"
      ? "expires: takes <2d, >2d, today, never or a day such as 2026-11-21."
      : "\(name ?? ""): takes a day such as 2026-11-21, today, yesterday, or 7d for a week ago."
    throw problem(words, FilterDate.mayBecome(asked) || name == "expires" && "never".hasPrefix(asked))
  }

  private func problem(_ remedy: String, _ isUnfinished: Bool) -> FilterProblem {
    FilterProblem(text, at: offset, remedy, isUnfinished: isUnfinished && isOpen)
  }
}
