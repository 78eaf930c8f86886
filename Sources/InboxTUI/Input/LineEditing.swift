extension String {
  /// The line without its last word and the blanks behind it, as Ctrl-W leaves it.
  var withoutLastWord: String {
    String(reversed().drop { $0.isWhitespace }.drop { !$0.isWhitespace }.reversed())
  }
}
