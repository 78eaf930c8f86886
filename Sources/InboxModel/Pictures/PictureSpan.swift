/// Which pixels of a line one pixel of a smaller line stands for, and how much of each; the shares add up to 1.
struct PictureSpan {
  /// The first of them.
  let first: Int
  let weights: [Float]

  /// One span for each pixel of the line that is wanted.
  static func spans(of count: Int, as wanted: Int) -> [PictureSpan] {
    let step = Double(count) / Double(wanted)
    return (0..<wanted).map { index in
      let (from, to) = (Double(index) * step, Double(index + 1) * step)
      let first = min(count - 1, Int(from))
      let last = max(first, min(count - 1, Int(to.rounded(.up)) - 1))
      let weights = (first...last).map { place in
        Float((min(to, Double(place + 1)) - max(from, Double(place))) / step)
      }
      return PictureSpan(first: first, weights: weights)
    }
  }
}
