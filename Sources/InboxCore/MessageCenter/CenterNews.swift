public import InboxModel

/// What a fetch brought to one center (MC-13).
public struct CenterNews: Hashable, Sendable {
  /// The center.
  public var name: CenterName
  /// How many messages are new.
  public var new: Int
  /// How many known ones say something else than before.
  public var changed: Int
  /// How many had left the list, and are listed again.
  public var returned: Int
  /// How many are no longer listed.
  public var gone: Int
  /// Whether the center was never fetched before: all of it is new.
  public var isFirst: Bool

  /// Counts what a fetch brought.
  public init(
    name: CenterName, new: Int = 0, changed: Int = 0, returned: Int = 0, gone: Int = 0, isFirst: Bool = false
  ) {
    self.name = name
    self.new = new
    self.changed = changed
    self.returned = returned
    self.gone = gone
    self.isFirst = isFirst
  }

  /// Counts what a plan does.
  public init(_ name: CenterName, _ plan: MessageMerge.Plan, isFirst: Bool = false) {
    self.init(
      name: name, new: plan.new, changed: plan.changed, returned: plan.returned,
      gone: plan.missed.count, isFirst: isFirst)
  }

  /// “Offers: 2 new, 1 changed”; nil where nothing happened.
  public func words(_ vendor: Capabilities) -> String? {
    let parts = [(new, "new"), (changed, "changed"), (returned, "listed again"), (gone, "no longer listed")]
      .filter { $0.0 > 0 }.map { "\($0.0) \($0.1)" }
    return parts.isEmpty ? nil : "\(vendor.name(of: name)): \(parts.joined(separator: ", "))"
  }

  /// The news of several centers, in one line; nil where there is none.
  public static func words(_ news: [CenterNews], _ vendor: Capabilities) -> String? {
    let parts = news.compactMap { $0.words(vendor) }
    return parts.isEmpty ? nil : parts.joined(separator: " · ")
  }
}

extension CenterNews: Codable {
  private enum CodingKeys: String, CodingKey { case name, new, changed, returned, gone, isFirst }

  /// Earlier recordings hold the name alone.
  public init(from decoder: any Decoder) throws {
    if case .string(let name) = try JSONValue(from: decoder) {
      self.init(name: CenterName(name))
      return
    }
    let fields = try decoder.container(keyedBy: CodingKeys.self)
    self.init(
      name: try fields.decode(CenterName.self, forKey: .name), new: try fields.decode(Int.self, forKey: .new),
      changed: try fields.decode(Int.self, forKey: .changed),
      // Earlier recordings counted them among those that changed.
      returned: try fields.decodeIfPresent(Int.self, forKey: .returned) ?? 0,
      gone: try fields.decode(Int.self, forKey: .gone),
      isFirst: try fields.decode(Bool.self, forKey: .isFirst))
  }
}
