import CursesTerminal
import Foundation
import InboxTUI

/// The theme of a screen: found at the start, read again when its file changes, stored when another one is saved.
final class FrontTheme {
  private let library = ThemeLibrary()
  private let depth: ColorDepth
  private var name: String
  /// The wanted theme, until another one is saved.
  private var request: ThemeRequest?
  /// The background that the terminal reported: it has precedence over the name of its colour scheme.
  private var background: TerminalBackground?
  private var last: Reading
  private var watcher: FolderWatcher?
  private var hasResponded = false
  private var changed: (@MainActor (Theme, String?) -> Void)?

  private nonisolated struct Reading: Equatable, Sendable {
    var theme: Theme
    var notice: String?
    var folders: Set<String>
  }

  /// - Parameters:
  ///   - option: What the command line says.
  ///   - depth: What the terminal has.
  init(option: String?, depth: ColorDepth) {
    self.depth = depth
    let setting = ThemeSetting.find(option: option)
    request = setting.request
    // Nothing waits for the terminal's report, which arrives after the first frame.
    let background = TerminalBackground(variable: Environment["COLORFGBG"])
    name = setting.request?.name(on: background) ?? ThemeLibrary.standard
    do {
      last = try Self.read(library, name, depth)
    } catch {
      let standard = ThemeDefinition().theme(at: depth)
      last = Reading(
        theme: standard, notice: "\(error) The theme is Terminal.",
        folders: Self.folders(library, name))
    }
    last.notice = last.notice ?? setting.flaw
  }

  /// The initial theme of the screen.
  var theme: Theme { last.theme }

  /// What was wrong at the start; nil for nothing.
  var notice: String? { last.notice }

  /// Adds the services that find and save themes.
  func addThemes(to services: inout FrontServices) {
    services.listThemes = { [library, depth] in await Self.choices(library, depth) }
    services.saveTheme = { [weak self] name in await self?.save(name) }
  }

  /// Whether it depends on the terminal's background.
  var followsBackground: Bool {
    if case .pair? = request { true } else { false }
  }

  func receive(_ report: TerminalReport) {
    switch report {
    case .background(let color):
      guard let found = TerminalBackground(color) else { return }
      background = found
      follow(found)
    case .colorScheme(let isDark):
      // While the terminal reports colours, they are more reliable than the scheme's name; a report of a change comes
      // later.
      if background == nil || hasResponded { follow(isDark ? .dark : .light) }
    case .endOfReports: hasResponded = true
    case .synchronizedOutput, .kittyGraphics, .sixel, .program, .cell: return
    }
  }

  private func follow(_ background: TerminalBackground) {
    guard followsBackground, let next = request?.name(on: background), next != name else { return }
    name = next
    Task { await reread() }
  }

  /// Gives a screen that begins before an audience the colours of the brands.
  func dress(_ state: inout AppState) async {
    guard state.presenting != nil else { return }
    state.presenting?.take(await Self.choices(library, depth))
  }

  /// Reads the file again whenever it changes, from now on.
  func watch(_ changed: @escaping @MainActor (Theme, String?) -> Void) {
    self.changed = changed
    watch()
  }

  private func watch() {
    guard changed != nil else { return }
    watcher = FolderWatcher(last.folders, for: FolderWatcher.replacement) { [weak self] names in
      guard names.contains(where: { $0.hasSuffix(".toml") }) else { return }
      Task { await self?.reread() }
    }
  }

  private func save(_ name: String) async -> String? {
    self.name = name
    request = .one(name)
    let problem = await Self.remember(name)
    await reread(isSilent: true)
    // Its folder may have been made since: a missing folder cannot be watched.
    watch()
    return problem
  }

  private func reread(isSilent: Bool = false) async {
    let (name, before) = (name, last)
    let reading: Reading
    do {
      reading = try await Self.readLater(library, name, depth)
    } catch {
      var retained = before
      retained.notice = "\(error) The colours stay as they were."
      retained.folders.formUnion(Self.folders(library, name))
      reading = retained
    }
    // Another theme was saved, or the file changed again meanwhile: that reading counts.
    guard self.name == name, reading != last else { return }
    last = reading
    if reading.folders != before.folders { watch() }
    guard !isSilent else { return }
    // A complaint stays on the screen until another notice replaces it, so its end is reported too.
    let notice = reading.notice ?? "The theme is read again without a complaint."
    changed?(reading.theme, reading.notice == before.notice ? nil : notice)
  }

  // MARK: - Reading

  @concurrent
  private nonisolated static func remember(_ name: String) async -> String? { ThemeSetting.remember(name) }

  @concurrent
  private nonisolated static func readLater(
    _ library: ThemeLibrary, _ name: String, _ depth: ColorDepth
  ) async throws -> Reading {
    try read(library, name, depth)
  }

  private nonisolated static func read(
    _ library: ThemeLibrary, _ name: String, _ depth: ColorDepth
  ) throws -> Reading {
    let read = try library.read(name)
    return Reading(
      theme: read.definition.theme(at: depth), notice: read.notice, folders: folders(of: read.files))
  }

  /// Where a theme that cannot be read may be mended.
  private nonisolated static func folders(_ library: ThemeLibrary, _ name: String) -> Set<String> {
    do { return folders(of: [try library.file(name)]) } catch { return folders(of: []) }
  }

  private nonisolated static func folders(of files: [ThemeLibrary.File]) -> Set<String> {
    // The target of a link changes in its own folder.
    let places = files.map { URL(fileURLWithPath: $0.path) }
    let folders = (places + places.map { $0.resolvingSymlinksInPath() }).map {
      $0.deletingLastPathComponent().path
    }
    return Set(folders + [StateFolder.themes])
  }

  @concurrent
  private nonisolated static func choices(
    _ library: ThemeLibrary, _ depth: ColorDepth
  ) async -> [ThemeChoice] {
    let choices = library.files.map { file -> ThemeChoice in
      do {
        let read = try library.read(file)
        return ThemeChoice(
          read.definition.theme(at: depth), variant: read.definition.variant, isOwn: file.isOwn,
          flaws: read.flaws)
      } catch {
        var broken = ThemeDefinition(name: file.name)
        broken.title = file.name
        return ThemeChoice(broken.theme(at: depth), isOwn: file.isOwn, flaws: ["\(error)"])
      }
    }
    return choices.isEmpty
      ? [ThemeChoice(.standard), ThemeChoice(.mono)] : choices.sorted { $0.theme.title < $1.theme.title }
  }
}
