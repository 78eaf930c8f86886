/// Fairness among tests, which all begin at once on as many threads as there are cores.
package enum Turn {
  /// Lets the tests go first that wait for nothing.
  ///
  /// There are hundreds of them. A program that was started behind them would run into its own time limits while the
  /// sandbox in this process waits for a thread.
  package static func last() async { for _ in 0..<3 { await Task.yield() } }
}
