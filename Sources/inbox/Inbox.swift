import ArgumentParser

/// The program.
///
/// Without a subcommand it opens the profile.
@main
struct Inbox: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "inbox",
    abstract: "A terminal inbox for the message centers of mobile apps.",
    discussion: """
      Run ‘inbox demo’ to see it work: no account, no configuration. ‘inbox init’ writes a configuration for a \
      back end of your own.

      Exit status: 0 done, 1 it failed (the sentence says why), 2 the profile or the machine is not ready, \
      64 the command line is wrong, 128+n ended by signal n.
      """,
    version: Version.text,
    subcommands: [
      OpenCommand.self, DemoCommand.self, SandboxCommand.self, ListCommand.self, ShowCommand.self,
      BadgeCommand.self, EnableCommand.self, DisableCommand.self, ResolveCommand.self, LinksCommand.self,
      DomainCommand.self, CampaignCommand.self, ClockCommand.self, FaultCommand.self, ReceiptsCommand.self,
      CheckCommand.self, ReportCommand.self, LintCommand.self, ExportCommand.self, DiffCommand.self,
      ReplayCommand.self,
      InitCommand.self, InfoCommand.self,
    ],
    defaultSubcommand: OpenCommand.self)
}
