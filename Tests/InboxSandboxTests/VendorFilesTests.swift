import Foundation
import Testing

@Suite("What another vendor changes")
struct VendorFilesTests {
  /// What the article “Writing a back end” lists.
  private static let files = [
    "InboxSandbox/CampaignFiles/VendorName.swift", "InboxSandbox/Spaces/BackEndRouter.swift",
    "InboxVendors/LinkSettings.swift", "InboxVendors/VendorReaders.swift",
    "inbox/Profile/VendorProfile.swift",
  ]

  /// What a vendor works without: rules of its SDK for lens and stale, and sentences that name vendors as examples.
  private static let more: Set = [
    "InboxEvidence/Lens/LensRule.swift", "InboxEvidence/Stale/StaleRule.swift",
    "InboxTap/Passing/TapOrigin.swift", "inbox/Commands/LensCommand.swift",
    "inbox/Commands/ReportCommand.swift",
    "inbox/Composition/BackEnd+ReadBack.swift", "inbox/Install/ManualPage.swift",
    "inbox/Tap/TapCommand.swift",
  ]

  private static let sources = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent().appendingPathComponent("Sources")

  /// Whether code, not a comment, names the vendor that came second.
  private func namesIterable(_ file: URL) throws -> Bool {
    try String(contentsOf: file, encoding: .utf8).split(separator: "\n").contains { line in
      let code = line.trimmingCharacters(in: .whitespaces).replacing("CaseIterable", with: "")
      return !code.hasPrefix("//") && code.lowercased().contains("iterable")
    }
  }

  @Test("VE-15 outside of its own files the second vendor is named in five, which the article lists")
  func five() throws {
    let folder = Self.sources.path + "/"
    let paths = try #require(
      FileManager.default.enumerator(atPath: Self.sources.path)?.allObjects as? [String])
    let swift = paths.filter { $0.hasSuffix(".swift") && !$0.contains("Iterable") }
    let named = try swift.filter { try namesIterable(URL(fileURLWithPath: folder + $0)) }
    #expect(named.sorted() == (Self.files + Self.more).sorted())
    let article = try String(
      contentsOfFile: folder + "InboxCore/InboxCore.docc/WritingABackEnd.md", encoding: .utf8)
    for file in Self.files + Self.more { #expect(article.contains("`\(file)`"), "\(file)") }
  }
}
