import InboxSandbox
import InboxTUI

extension CampaignFacts {
  /// What campaign files say of their campaigns.
  nonisolated init(_ files: [CampaignFile]) {
    self.init(
      files.flatMap(\.campaigns).map {
        Campaign(id: $0.id, center: $0.center, brand: $0.brand.name, subject: $0.subject, isPushed: $0.push)
      })
  }
}
