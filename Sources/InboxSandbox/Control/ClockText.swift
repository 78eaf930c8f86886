import InboxModel

/// Changes of the clock as people write them.
package enum ClockText {
  /// Why a text is not such a change, as a sentence.
  package static func mistake(_ text: String) -> String {
    let digits = text.dropFirst().dropLast()
    guard text.first == "+", let unit = text.last, "smhdw".contains(unit), !digits.isEmpty,
      digits.allSatisfy({ ("0"..."9").contains($0) })
    else { return "“\(text)” is not a change of the clock: \(ClockChange.forms)." }
    return
      "“\(text)” moves the clock too far: write at most 6 digits, with a larger unit if need be (s, m, h, d or w); "
      + "the clock goes up to \(WireDate.format(ClockReading.range.upperBound))."
  }
}
