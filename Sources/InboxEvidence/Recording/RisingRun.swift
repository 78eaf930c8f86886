/// The longest run of numbers that rises, for what keeps its order between two lists.
enum RisingRun {
  /// Where the numbers of the run stand, in order (patience sorting).
  static func indices(of numbers: [Int]) -> [Int] {
    var ends: [Int] = []
    var former = [Int?](repeating: nil, count: numbers.count)
    for index in numbers.indices {
      var (low, high) = (0, ends.count)
      while low < high {
        let middle = (low + high) / 2
        if numbers[ends[middle]] < numbers[index] { low = middle + 1 } else { high = middle }
      }
      former[index] = low > 0 ? ends[low - 1] : nil
      if low < ends.count { ends[low] = index } else { ends.append(index) }
    }
    var run: [Int] = []
    var index = ends.last
    while let current = index {
      run.append(current)
      index = former[current]
    }
    return run.reversed()
  }
}
