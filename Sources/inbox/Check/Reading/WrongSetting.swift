/// A value from the command line that a parameter cannot have: a mistake of the command line, not of the file.
nonisolated struct WrongSetting: Error {
  var sentence: String
}
