/// A value of the command line that a parameter cannot take: a mistake in the command line, not in the file.
nonisolated struct WrongSetting: Error {
  var sentence: String
}
