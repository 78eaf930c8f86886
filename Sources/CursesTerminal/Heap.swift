import CCurses

package enum Heap {
  /// Has all threads share one heap.
  ///
  /// On Linux the main actor has a thread of its own, which is not the first: with a heap for each thread, everything
  /// would lie in one that grows a page at a time. Call it before anything else.
  package nonisolated static func share() { cc_share_heap() }
}
