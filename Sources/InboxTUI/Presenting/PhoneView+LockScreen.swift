import InboxCore
import InboxModel

/// How a phone announces the selected message: the lock screen with its push banner.
extension PhoneView {
  func drawLockScreen(_ rect: Rect, into frame: inout Frame) {
    frame.fill(rect, style: palette.fill(palette.wall))
    var area = rect.inset(horizontally: 1, vertically: 0)
    if rect.height >= 10 {
      drawClock(area.rows(from: 1, count: 2), into: &frame)
      area = area.rows(from: 4)
    } else if rect.height >= 7 {
      drawClock(area.rows(from: 0, count: 1), into: &frame)
      area = area.rows(from: 1)
    }
    guard isAnnounced else {
      return frame.write(wrapped: noBanner, in: area, style: palette.style(palette.ink, on: palette.wall))
    }
    PushBanner(state, palette, row, area).draw(into: &frame)
  }

  private func drawClock(_ rect: Rect, into frame: inout Frame) {
    let time = TimeLabel.minute(state.now, in: state.zone)
    let today = TimeLabel.full(state.now, at: state.now, in: state.zone)
    let day = today.split(separator: " ").prefix(2).joined(separator: " ")
    let words = [time, day]
    for (y, text) in words.prefix(rect.height).enumerated() {
      frame.write(
        text, x: rect.x, y: rect.y + y, width: rect.width,
        style: palette.style(palette.ink, on: palette.wall, y == 0 ? .bold : []), alignment: .center)
    }
  }

  private var isAnnounced: Bool {
    state.campaignLog.banner(of: row.key) != nil
      || state.profile.campaigns?.campaign(of: row.key)?.isPushed == true
  }

  private var noBanner: String {
    if !state.profile.capabilities.liveLine {
      return "\(state.profile.capabilities.vendor) sends no push banner here."
    }
    return state.profile.campaigns?.campaign(of: row.key) == nil
      ? "No push banner of this message is known."
      : "No push banner: this campaign is for the message center only."
  }
}
