import InboxTOML
import InboxTUI

/// Reads `[keys]`: what is right applies, what is wrong is reported with line and column.
nonisolated struct KeyMapReader {
  private(set) var map = KeyMap.standard
  /// What is wrong, in the order of the file.
  private(set) var flaws: [TOMLFileError] = []

  init(_ configuration: FrontConfiguration) {
    guard let root = configuration.fields else { return }
    do throws(TOMLFileError) {
      guard let fields = try root.inner("keys") else { return }
      let overrides = overrides(fields, prefix: "")
      let made = KeyMap.made(of: overrides.map { KeyMap.Override($0.action, $0.keys) })
      map = made.map
      for flaw in made.flaws {
        let override = overrides.first { $0.action == flaw.action }
        flaws.append((override?.fields ?? fields).error(override?.key, flaw.problem))
      }
    } catch {
      flaws.append(error)
    }
    flaws.sort { $0.position < $1.position }
  }

  /// What is wrong, as one line for the person; nil where nothing is.
  var notice: String? {
    guard let first = flaws.first else { return nil }
    return first.description + (flaws.count > 1 ? " (and \(flaws.count - 1) more: ‘inbox keys check’)" : "")
  }

  /// An override, and its place.
  private typealias Place = (action: ActionID, keys: [Key?], fields: TOMLFields, key: String)

  /// Reads a table; a name without quotes, `message.delete = [...]`, is a table in a table, and means the same.
  private mutating func overrides(_ fields: TOMLFields, prefix: String) -> [Place] {
    var places: [Place] = []
    for name in fields.keys.sorted() {
      do throws(TOMLFileError) {
        if fields.isTable(name), let inner = try fields.inner(name) {
          places += overrides(inner, prefix: prefix + name + ".")
          continue
        }
        guard let action = ActionRegistry.action(named: prefix + name)?.id else {
          throw unknown(fields, name, prefix)
        }
        if let keys = try keys(fields, name) { places.append((action, keys, fields, name)) }
      } catch {
        flaws.append(error)
      }
    }
    return places
  }

  private func unknown(_ fields: TOMLFields, _ name: String, _ prefix: String) -> TOMLFileError {
    let known = ActionRegistry.actions.map(\.id.rawValue)
    let near = NearestName.of(prefix + name, among: known).map { "Did you mean “\($0)”?" }
    return fields.error(name, "there is no such action. \(near ?? "‘inbox keys’ lists them.")")
  }

  /// The keys of one action; a text that is not a key is reported and has none, and where there is no key at all neither
  /// is there an override.
  private mutating func keys(_ fields: TOMLFields, _ name: String) throws(TOMLFileError) -> [Key?]? {
    guard let texts = try fields.texts(name) else { return nil }
    let keys = texts.map { Key(notation: $0).flatMap { $0.isPress ? $0 : nil } }
    for (text, key) in zip(texts, keys) where key == nil {
      let what = text == " " ? "a blank is written <space>." : KeyNotationError.rule
      flaws.append(fields.error(name, "“\(text)” is not a key; \(what)"))
    }
    return keys.allSatisfy({ $0 == nil }) && !texts.isEmpty ? nil : keys
  }
}
