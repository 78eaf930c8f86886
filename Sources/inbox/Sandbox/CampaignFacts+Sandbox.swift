import InboxCore
import InboxModel
import InboxSandbox
import InboxTUI
import InboxVendors

nonisolated extension CampaignFacts {
  /// Asks a sandbox what it can launch.
  init(of sandbox: SandboxCommander) async throws(InboxError) {
    let records = try JSONValue.parse(await sandbox.body("GET", "/sandbox/campaigns")).elements ?? []
    self.init(
      records.compactMap { record in
        // What was launched from a file that is loaded no more cannot be launched again.
        guard let id = record["id"]?.text, let center = record["message_center_name"]?.text,
          let brand = record["brand"]?.text
        else { return nil }
        return Campaign(
          id: id, center: CenterName(center), brand: brand, subject: record["subject"]?.text ?? "",
          isPushed: record["push"] == .bool(true), attachment: record["attachment"]?.text,
          domain: record["domain"]?.text, vendors: Self.vendors(record),
          audience: record["audience"]?.elements?.compactMap(\.text))
      })
  }

  /// The vendors that a campaign of a sandbox goes to, by their names in sentences; nil where that is each of them, or is
  /// not said.
  static func vendors(_ record: JSONValue) -> [String]? {
    let names = record["vendors"]?.elements?.compactMap(\.text) ?? []
    guard !names.isEmpty, names.count < VendorName.allCases.count else { return nil }
    return names.map { VendorName(rawValue: $0)?.capabilities.vendor ?? $0 }
  }
}
