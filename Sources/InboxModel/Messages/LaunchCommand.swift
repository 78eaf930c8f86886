/// The launch of a campaign as a command for a sandbox says it: `launch ID`, or `launch ID in CENTER` (SB-2).
///
/// Id and center may be several words: the center begins behind the first “ in ”. An id that has one itself stands in
/// quotation marks.
package struct LaunchCommand: Equatable, Sendable {
  private static let verb = "launch "
  private static let joint = " in "

  package let campaign: String
  /// The center that alone gets it; nil for every one that has the campaign.
  package let center: CenterName?

  package init(_ campaign: String, in center: CenterName? = nil) {
    self.campaign = campaign
    self.center = center
  }

  /// Reads a whole command; nil for one that does not launch anything, or names no campaign.
  package init?(_ text: String) {
    guard text.hasPrefix(Self.verb) else { return nil }
    let rest = text.dropFirst(Self.verb.count).drop { $0 == " " }
    let quoted = rest.first == "\"" ? rest.dropFirst() : rest
    let isQuoted = quoted.startIndex != rest.startIndex
    let joint = quoted.firstRange(of: (isQuoted ? "\"" : "") + Self.joint)
    let id = quoted[..<(joint?.lowerBound ?? quoted.endIndex)]
    campaign = String(isQuoted && joint == nil && id.hasSuffix("\"") ? id.dropLast() : id)
    center = joint.map { CenterName(String(quoted[$0.upperBound...])) }
    if campaign.isEmpty { return nil }
  }

  /// The command, without its verb.
  package var argument: String {
    let isQuoted = campaign.contains(Self.joint) || campaign.hasPrefix("\"")
    let id = isQuoted ? "\"\(campaign)\"" : campaign
    return id + (center.map { Self.joint + $0.rawValue } ?? "")
  }

  /// The command.
  package var text: String { Self.verb + argument }
}
