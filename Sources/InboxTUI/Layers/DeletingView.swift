import InboxCore

/// Asks before many messages are deleted at once.
enum DeletingView {
  static func draw(_ state: AppState, _ keys: [MessageKey], _ theme: Theme, into frame: inout Frame) {
    let map = state.keys
    let text = [
      "\(map.name(of: .deleteMarked)) deletes \(keys.count) messages · \(map.name(of: .keepMarked)) keeps them",
      "",
      "Only here: the server is never told. \(map.name(of: .undo)) brings all of them back, until you quit or somebody else logs in.",
    ]
    let width = LayerBox.textWidth(on: state.size)
    let lines = text.flatMap { RichLayout.wrap([.init($0)], width, first: "", rest: "") }
    LayerBox.draw("Delete \(keys.count)?", lines, scroll: 0, map, theme, into: &frame)
  }
}
