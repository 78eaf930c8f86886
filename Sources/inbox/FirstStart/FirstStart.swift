import Foundation

/// The offers to a person without a configuration: the demonstration, an account by a few questions, an example to fill
/// in (FE-11).
nonisolated struct FirstStart {
  enum Outcome: Equatable {
    case demonstration
    /// A profile was written, and is the default one.
    case configured
    case left
  }

  let questions: Questions

  /// Whether there is no configuration, and a person at a terminal who can be asked.
  static var isDue: Bool {
    // A configuration that cannot be read exists all the same.
    guard access(StateFolder.configFile, F_OK) != 0, TextFile.flaw(of: StateFolder.configFile) == nil
    else {
      return false
    }
    let streams = [STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO]
    return streams.allSatisfy { isatty($0) == 1 }
      && PlainRun.reason(isTerminal: true, term: Environment["TERM"]) == nil
  }

  /// Asks until there is something to do.
  ///
  /// - Throws: ``Exit`` where a file cannot be written; an exit status after an interruption.
  func run() throws -> Outcome {
    let vendors = VendorProfile.all.filter { $0.form != nil }
    questions.say([
      "There is no configuration yet. To begin with:", "", "  1  the demonstration: no account needed",
      "  2  an account of \(vendors.map(\.title).joined(separator: " or "))",
      "  3  a commented config.toml to fill in", "",
    ])
    while true {
      guard let reply = questions.line("1, 2 or 3 (q leaves) [1]:") else { return leave() }
      switch reply.lowercased() {
      case "", "1": return .demonstration
      case "2": return try account(vendors)
      case "3":
        try InitCommand.write()
        return .left
      case "q": return leave()
      default: questions.say(["“\(reply)” is not one of them."])
      }
    }
  }

  private func leave() -> Outcome {
    questions.say(["", "Nothing was written."])
    return .left
  }

  /// Asks for an account: nothing is written before the last question, whether events may be reported to it.
  private func account(_ vendors: [VendorProfile]) throws -> Outcome {
    try NewConfig.requireWritable()
    questions.say([
      "", "A few questions. What you type goes to \(StateFolder.configFile), which only you can read.",
      "Ctrl-C leaves, and nothing is written. Enter takes the value in brackets.", "",
    ])
    guard let vendor = try vendor(vendors), let form = vendor.form else { return leave() }
    var replies: [String] = []
    for field in form.fields {
      guard let reply = try reply(to: field) else { return leave() }
      replies.append(reply)
    }
    let text = Self.configuration(vendor, form.lines(replies))
    // What is written can be read: mistakes are reported before.
    let profile = try ConfigFile(text: text, name: "config.toml").profile(vendor.name)
    var isEnded = false
    questions.say([""])
    _ = try profile.access(asks: true) { question in
      let reply = questions.line(question)
      isEnded = reply == nil
      return reply
    }
    guard !isEnded else { return leave() }
    try NewConfig.write(text)
    questions.say(["Wrote \(StateFolder.configFile). Opening \(vendor.title); next time, run ‘inbox’.", ""])
    return .configured
  }

  private func vendor(_ vendors: [VendorProfile]) throws -> VendorProfile? {
    let names = vendors.enumerated().map { "\($0 + 1) \($1.title)" }.joined(separator: ", ")
    while let reply = questions.line("Vendor (\(names)):") {
      if let number = Int(reply), (1...vendors.count).contains(number) { return vendors[number - 1] }
      if let vendor = vendors.first(where: { $0.name == reply.lowercased() }) { return vendor }
      questions.say([reply.isEmpty ? "One of them is needed." : "“\(reply)” is not one of them."])
    }
    return nil
  }

  private func reply(to field: AccountForm.Field) throws -> String? {
    while let reply = try field.isSecret ? questions.secret(field.prompt) : questions.line(field.prompt) {
      guard let problem = field.problem(with: reply) else { return reply.isEmpty ? field.usual : reply }
      questions.say([problem])
    }
    return nil
  }

  static func configuration(_ vendor: VendorProfile, _ lines: [String]) -> String {
    """
    # inbox: what ‘inbox’ opens. Another account is another table, opened with ‘inbox --profile NAME’.
    default = "\(vendor.name)"

    [profile.\(vendor.name)]
    vendor = "\(vendor.name)"
    \(lines.joined(separator: "\n"))
    # writes = "ask"                  # "allow": what you do is reported without a question; "never": nothing is

    """
  }
}
