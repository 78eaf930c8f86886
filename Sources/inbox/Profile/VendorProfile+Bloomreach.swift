import InboxCore
import InboxModel
import InboxSandbox
import InboxTOML
import InboxVendors

extension VendorProfile {
  /// Bloomreach's App Inbox (VE-9).
  nonisolated static let bloomreach: VendorProfile = .init(
    name: "bloomreach", title: "Bloomreach",
    keys: [
      "project-token", "api-key", "private-key", "customer-token", "stream-id", "application-id", "base-url",
      "ids",
      "cookie",
    ],
    required: ["project-token", "api-key"],
    read: { fields, profile in profile.take(try BloomreachAccount(fields).account) },
    example: """
      # An inbox of Bloomreach, opened with ‘inbox --profile shop’. A secret is text, or comes from the environment
      # ({ env = "NAME" }), a file only you can read ({ file = "path" }) or a program ({ command = ["pass", "shop/key"] }).
      # [profile.shop]
      # vendor = "bloomreach"
      # project-token = "replace me"    # Project settings › Access management › API
      # api-key = { env = "SHOP_KEY" }  # the public key of an API group
      # ids = { registered = "maria@example.com" }   # App Inbox needs one; without it, a cookie of this device
      # private-key = { env = "SHOP_PRIVATE" }   # KEY_ID:SECRET with the right to get events, for ‘inbox report --server’
      # customer-token = { command = ["shop-token", "maria"] }   # a JWT, if the project requires one
      # stream-id = "replace me"        # instead of project-token and api-key; needs only customer-token
      # application-id = "default-application"
      # cookie = "replace me"           # that of an app installation; without it, the profile has its own
      # base-url = "https://api.exponea.com"
      # writes = "ask"                  # "allow": open, click and read are reported; "never": nothing is
      """,
    form: AccountForm(
      fields: [
        .init(text: "Project token (Project settings › Access management › API)"),
        .init(text: "API key, the public key of an API group there", isSecret: true),
        .init(text: "Who reads, by the registered id, usually an e-mail"),
        .init(text: "Server (Project settings names the instance's)", usual: BloomreachSettings.defaultBase) {
          reply in
          ConfigFile.flaw(of: reply).map { "Not taken: \($0)" }
        },
      ]
    ) { replies in
      [
        "project-token = \(TOMLText.quoted(replies[0]))", "api-key = \(TOMLText.quoted(replies[1]))",
        "ids = { registered = \(TOMLText.quoted(replies[2])) }",
        "base-url = \(TOMLText.quoted(replies[3]))",
      ]
    },
    open: { endpoint, profile throws(InboxError) in
      let place = try endpoint.vendor(.bloomreach)
      let key = try place["authorization"].replacing("Token ", with: "")
      profile.settings.centers = .primaryOnly
      profile.take(
        BloomreachAccount(
          project: try place["project"], key: key,
          privateKey: "\(try place["tokenKeyID"]):\(try place["tokenSecret"])",
          registered: SandboxVendor.person,
          base: try place.baseURL
        ).account)
    })
}
