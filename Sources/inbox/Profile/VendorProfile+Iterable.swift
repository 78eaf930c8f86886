import InboxCore
import InboxModel
import InboxSandbox
import InboxTOML
import InboxVendors

extension VendorProfile {
  /// Iterable's mobile inbox and its embedded messages (VE-10).
  nonisolated static let iterable: VendorProfile = .init(
    name: "iterable", title: "Iterable",
    keys: [
      "api-key", "server-key", "jwt", "email", "user-id", "package-name", "base-url", "region", "placements",
    ],
    required: ["api-key"],
    read: { fields, profile in take(try IterableAccount(fields), &profile) },
    example: """
      # An inbox of Iterable.
      # [profile.club]
      # vendor = "iterable"
      # api-key = { file = "club.key" } # Integrations › API keys, of the type Mobile
      # email = "maria@example.com"     # or user-id
      # server-key = { command = ["pass", "club/server"] }   # of the type Server-side, for ‘inbox report --server’
      # jwt = { command = ["club-token", "maria"] }   # if the key requires one
      # package-name = "com.example.club"
      # region = "us"                   # or "eu"; base-url replaces both
      # placements = [1, 2]             # embedded messages: at most four placements, each a tab
      """,
    form: AccountForm(
      fields: [
        .init(text: "API key, of the type Mobile (Integrations › API keys)", isSecret: true),
        .init(text: "Who reads, by e-mail or user id"),
        .init(text: "Data center, us or eu", usual: IterableSettings.Region.us.rawValue) { reply in
          IterableSettings.Region(rawValue: reply) == nil ? "It is us or eu." : nil
        },
      ]
    ) { replies in
      [
        "api-key = \(TOMLText.quoted(replies[0]))",
        "\(replies[1].contains("@") ? "email" : "user-id") = \(TOMLText.quoted(replies[1]))",
        "region = \(TOMLText.quoted(replies[2]))",
        "# jwt = { command = [\"program\", \"argument\"] }   # if the key requires a token",
      ]
    },
    sdkPath: sdkPath,
    open: { endpoint, profile throws(InboxError) in
      let place = try endpoint.vendor(.iterable)
      let account = try IterableAccount(
        key: place["apiKey"], serverKey: place["serverKey"], email: SandboxVendor.email,
        base: place.baseURL + sdkPath,
        placements: endpoint.centers.count - 1)
      take(account, &profile)
    })

  private nonisolated static let sdkPath = "/api"

  private nonisolated static func take(_ account: IterableAccount, _ profile: inout Profile) {
    profile.settings.centers = account.lists
    profile.links.isIterable = true
    profile.take(account.account)
  }
}
