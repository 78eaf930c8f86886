import InboxCore
import InboxModel
import InboxTOML
import InboxTransport
import InboxVendors

extension VendorProfile {
  /// Oracle Responsys: centers, on a wire of this program's own.
  nonisolated static let responsys: VendorProfile = .init(
    name: "responsys", title: "Responsys", keys: ["back-end", "app-token", "account-token", "centers"],
    required: ["back-end", "app-token", "account-token"],
    read: { fields, profile in
      let vendor = VendorProfile.responsys
      guard try fields.text("back-end") != nil else { throw vendor.missing("back-end", of: fields) }
      let base = try fields.requiredText("back-end")
      try ConfigFile.check(base, fields, "back-end")
      let names = try fields.texts("centers") ?? []
      if let flaw = names.lazy.compactMap(CenterName.flaw).first { throw fields.error("centers", flaw) }
      do { profile.settings.centers = try CenterList(names) } catch {
        throw fields.error("centers", "\(error)")
      }
      let tokens = (
        app: try vendor.secret("app-token", of: fields),
        account: try vendor.secret("account-token", of: fields)
      )
      var settings = ResponsysSettings(base: base, appToken: "", accountToken: "")
      if let app = tokens.app.text, let account = tokens.account.text {
        (settings.appToken, settings.accountToken) = (app, account)
      } else {
        profile.tokens = tokens
      }
      profile.vendors.responsys = settings
      profile.transport.origins = [settings.base]
    })
}
