import ArgumentParser
import InboxCore
import InboxModel
import InboxSandbox
import InboxTUI

/// Tours for ‘inbox demo --present’.
struct TourCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "tour", abstract: "Check a tour for ‘inbox demo --present’, or print one to start from.",
    subcommands: [TourCheckCommand.self, TourExportCommand.self])
}

/// Whether a tour can be shown.
struct TourCheckCommand: ReportingCommand {
  static let configuration = CommandConfiguration(
    commandName: "check", abstract: "Report what is wrong with a tour file, with line and column.",
    discussion: "Exit status 0 when it can be shown, 2 when not.")

  @Argument(help: ArgumentHelp("The tour file.", valueName: "file"), completion: .file())
  var file: String

  @Option(
    help: "The campaign files that it is about, instead of the built-in ones (a folder of .toml files).",
    completion: .directory)
  var campaigns: String?

  func perform() async throws {
    let files = try campaigns.map { try CampaignFile.read(folder: $0) } ?? CampaignFile.bundled()
    let tour = try TourReader.read(file, CampaignFacts(files), areShipped: campaigns == nil)
    let count = tour.steps.count
    Output.line("\(tour.name): \(count.counted("step")), no problems")
  }
}

/// The tour that comes with the program, as a file.
struct TourExportCommand: ReportingCommand {
  static let configuration = CommandConfiguration(
    commandName: "export", abstract: "Print the tour that comes with the program, to start your own from.")

  @Option(
    name: .customLong("vendor"),
    help: ArgumentHelp(
      "The one for this vendor's stand-in: \(SandboxVendor.names). (default: responsys)",
      valueName: "vendor"), transform: { try ArgumentValue.read($0) })
  var vendorName: VendorName?

  func perform() async throws {
    let text = try TextFile.read(TourReader.shippedPath(for: SandboxVendor(vendorName)))
    Output.raw(text.hasSuffix("\n") ? String(text.dropLast()) : text)
  }
}

extension CampaignFacts {
  nonisolated init(_ files: [CampaignFile]) {
    self.init(
      files.flatMap(\.campaigns).map {
        Campaign(
          id: $0.id, center: $0.center, brand: $0.brand.name, subject: $0.subject, isPushed: $0.push,
          attachment: $0.attachment, domain: $0.brand.domain,
          vendors: $0.goesToAll ? nil : $0.vendors.map(\.capabilities.vendor),
          audience: $0.audience.map(\.text))
      })
  }
}
