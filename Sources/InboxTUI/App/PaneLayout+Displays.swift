package import InboxCore
import InboxModel

extension PaneLayout {
  /// Which messages a person sees as previews now, in screen order (EN-1).
  ///
  /// A row of which a layer hides a cell is covered; those beside the layer are seen.
  package func visibleRows(_ state: AppState) -> [VisibleRow] {
    guard !MainView.replacesPanes(state) else { return [] }
    let cover = MainView.cover(state)
    func row(_ key: MessageKey, _ place: Rect, isWhole: Bool) -> VisibleRow {
      let isCovered = cover.map { !$0.intersection(place).isEmpty } ?? false
      return VisibleRow(key, isCovered ? .covered : isWhole ? .whole : .partial)
    }
    guard let area = listRows else {
      // Before an audience, where there is room for one look only, this row takes the place of the list.
      guard let shown = stage?.row, let message = state.detail?.row, !state.awaitsLaunched else { return [] }
      return [row(message.key, shown, isWhole: shown.height >= Stage.wholeRow)]
    }
    var rows: [VisibleRow] = []
    let list = state.list
    var index = list.top
    var y = 0
    while y < area.height, let message = list.row(at: index) {
      let place = area.rows(from: y, count: rowContent).left(area.width - (hasDivider ? 1 : 0))
      rows.append(row(message.key, place, isWhole: y + rowContent <= area.height))
      y += rowHeight
      index += 1
    }
    return rows
  }
}
