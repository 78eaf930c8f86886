import struct Foundation.Date

/// CleverTap's calls for an app with a list of its own: “Viewed” within 2 s and “Clicked” within 5 s of the one before
/// do not count. On iOS the window begins with what counted (`CleverTap.m`), on Android with every call
/// (`EventSuppressor.kt`).
extension LensRule {
  static let cleverTapViewsIOS = LensRule(
    id: "clevertap-views-ios", name: "CleverTap iOS, viewed by call", head: "CTv i",
    version: "clevertap-ios-sdk 7.7.0",
    source: "CleverTapSDK/CleverTap.m, recordInboxNotificationViewedEventForID:",
    rule:
      "A call for each time in view counts, unless within 2 s of the last that counted, or once it is read.",
    each: { views($0, isSliding: false, stopsAtRead: true) })

  static let cleverTapViewsAndroid = LensRule(
    id: "clevertap-views-android", name: "CleverTap Android, viewed by call", head: "CTv a",
    version: "clevertap-android-sdk c4fc63c2",
    source: "clevertap-core/…/inbox/EventSuppressor.kt",
    rule: "A call for each time in view counts, unless within 2 s of the call before, counted or not.",
    each: { views($0, isSliding: true, stopsAtRead: false) })

  static let cleverTapClicksIOS = LensRule(
    id: "clevertap-clicks-ios", name: "CleverTap iOS, clicked by call", head: "CTc i",
    version: "clevertap-ios-sdk 7.7.0",
    source: "CleverTapSDK/CleverTap.m, recordInboxNotificationClickedEventForID:",
    rule: "A tap on the row counts, unless within 5 s of the last that counted.",
    needsRows: false, each: { clicks($0, isSliding: false) })

  static let cleverTapClicksAndroid = LensRule(
    id: "clevertap-clicks-android", name: "CleverTap Android, clicked by call", head: "CTc a",
    version: "clevertap-android-sdk c4fc63c2",
    source: "clevertap-core/…/inbox/EventSuppressor.kt",
    rule: "A tap on the row counts, unless within 5 s of the tap before, counted or not.",
    needsRows: false, each: { clicks($0, isSliding: true) })

  private static func views(_ subject: LensSubject, isSliding: Bool, stopsAtRead: Bool) -> LensCount {
    let all = subject.appearances
    guard !all.isEmpty else { return LensCount(0, LensWords.neverWhole) }
    let read = stopsAtRead ? subject.firstRead : nil
    let calls = all.filter { appearance in read.map { appearance.order < $0 } ?? true }
    let late = all.count - calls.count
    return count(
      calls.map(\.start), "In view \(LensWords.times(all.count))", within: 2, isSliding,
      and: late == 0 ? "" : ", \(late) after it was read")
  }

  private static func clicks(_ subject: LensSubject, isSliding: Bool) -> LensCount {
    guard !subject.opens.isEmpty else { return LensCount(0, "It was not opened.") }
    return count(
      subject.opens.map(\.time), "Opened \(LensWords.times(subject.opens.count))", within: 5, isSliding,
      and: "")
  }

  private static func count(
    _ times: [Date], _ words: String, within seconds: Int, _ isSliding: Bool, and late: String
  ) -> LensCount {
    let counted = LensWindow(length: Double(seconds), isSliding: isSliding).counted(times).count
    let repeated = times.count - counted
    let window = isSliding ? "the one before" : "the last that counted"
    let rest = repeated == 0 ? "" : ", \(repeated) within \(seconds) s of \(window)"
    return LensCount(counted, words + rest + late + ".")
  }
}
