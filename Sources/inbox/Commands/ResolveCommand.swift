import ArgumentParser
import InboxCore
import InboxTUI

/// The link resolver without a screen.
struct ResolveCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "resolve",
    abstract: "Follow a link to its outcome. For an app link this is one GET, and that GET is the click.")

  @OptionGroup var options: ProfileOptions

  @Argument(help: "The link.")
  var url: String

  @Flag(help: "Only classify: send nothing.")
  var dryRun = false

  @Flag(help: "Print the whole trail as one JSON object.")
  var json = false

  func run() async throws {
    try await reporting {
      let composition = try Composition(options.load(), isScreen: false)
      let resolver = composition.services.resolver
      let trail = dryRun ? resolver.plan(url) : await resolver.resolve(url)
      await composition.close()
      if json { Output.raw(trail.json.serialized) } else { printText(trail) }
      if !dryRun, case .stop = trail.outcome { throw ExitCode(Exit.failed) }
    }
  }

  private func printText(_ trail: LinkTrail) {
    Output.line("class    \(trail.linkClass.name)")
    for hop in trail.hops {
      Output.line(
        "hop      \(hop.status.map(String.init) ?? "no answer")  \(hop.milliseconds) ms  \(hop.url)")
    }
    Output.line("branch   \(trail.branch): \(trail.reason)")
    let place =
      switch trail.outcome {
      case .screen(let screen): "screen   \(screen.title): \(screen.trail.joined(separator: " › "))"
      case .unknownRoute(let url): "deeplink \(url) (no route of the app matches it)"
      case .browser(let url): "browser  \(url)"
      case .stop(_, let offered): "stop     \(offered ?? "nowhere")"
      }
    Output.line(place)
    Output.line("click    \(trail.click.rawValue)")
  }
}
