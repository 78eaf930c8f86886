/// What a list of campaigns has changed of the one before it: before an audience each arrival brings the whole list, of
/// which a recording needs no more than this.
struct CampaignsChange: Codable {
  /// How many campaigns the list before has; recordings before this was written do not say.
  private let total: Int?
  /// How many campaigns both lists have at their beginning, and at their end.
  private let first: Int
  private let last: Int
  /// Those of the new list between them.
  private let campaigns: [CampaignFacts.Campaign]

  init(_ new: CampaignFacts, since old: CampaignFacts) {
    let (old, new) = (old.campaigns, new.campaigns)
    total = old.count
    first = zip(old, new).prefix { $0 == $1 }.count
    last = zip(old.dropFirst(first).reversed(), new.dropFirst(first).reversed()).prefix { $0 == $1 }.count
    campaigns = Array(new.dropFirst(first).dropLast(last))
  }

  /// The new list; nil where the change is not one of the list before it.
  func applied(to old: CampaignFacts?) -> CampaignFacts? {
    guard let all = old?.campaigns, all.count == total ?? all.count,
      (0...all.count).contains(first), (0...all.count - first).contains(last)
    else { return nil }
    return CampaignFacts(all.prefix(first) + campaigns + all.suffix(last))
  }
}
