import InboxCore
import InboxTUI

/// A run without a terminal: presses keys, waits until the program is idle after each, prints the frame.
enum HeadlessRun {
  static func run(
    _ composition: Composition, size: Size, keys: [Key], styles: Bool, link: String?, theme: FrontTheme,
    settings: FrontSettings
  ) async throws {
    let screen = TextScreen(size: size)
    var (isOver, isPaged) = (false, false)
    var services = composition.services
    theme.addThemes(to: &services)
    // There is no audience here.
    services.tourTimeout = 60
    var state = composition.state(size, .unicode)
    settings.apply(to: &state)
    state.profile.localHosts = composition.playedHosts
    await theme.dress(&state)
    let program = Program(
      state: state, theme: theme.theme, screen: screen,
      center: composition.center,
      services: services
    ) { request in
      if request == .quit { isOver = true }
      if case .page = request { isPaged = true }
    }
    try await program.begin(composition, settings, theme, link: link)
    await composition.center.connect()
    await program.idle()
    for key in keys where !isOver {
      program.receive([key])
      if isPaged {
        isPaged = false
        program.receive(.screen(.paged(problem: noPager)))
      }
      await program.idle()
    }
    // The frame that a person would see now: the end of the session is not part of it.
    let frame = screen.frame
    await program.stop()
    print(frame, styles: styles)
  }

  private static let noPager =
    "There is no terminal for a pager here; ‘inbox list --raw’ prints what the server sends."

  private static func print(_ frame: Frame, styles: Bool) {
    for line in frame.lines { Output.raw(line) }
    guard styles else { return }
    let grid = frame.styleGrid()
    Output.raw("-- styles")
    for line in grid.lines { Output.raw(line) }
    Output.raw("-- legend")
    for (mark, style) in grid.legend { Output.raw("\(mark) \(style)") }
  }
}
