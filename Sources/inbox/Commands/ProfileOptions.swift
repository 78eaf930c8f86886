import ArgumentParser

/// Options of every command that reads a profile.
struct ProfileOptions: ParsableArguments {
  @Option(
    name: [.short, .long], help: "The profile of config.toml, or ‘sandbox’ for a running ‘inbox sandbox’.",
    completion: Completions.profiles)
  var profile: String?

  @Option(help: "Read as this person (USER_IDENTIFIER) instead of the profile's.")
  var user: String?

  func load() throws -> Profile { try ProfileSource.load(profile, user: user) }
}
