/// The words that the reasons of the rules have in common.
enum LensWords {
  /// `once`, `twice`, `5 times`.
  static func times(_ count: Int) -> String {
    switch count {
    case 0: "never"
    case 1: "once"
    case 2: "twice"
    default: "\(count) times"
    }
  }

  /// Seconds to the tenth: `0.5 s`; what would look like half a second and is longer has three places.
  static func seconds(_ seconds: Double) -> String {
    let tenths = (seconds * 10).rounded() / 10
    let isBorder = tenths == 0.5 && seconds != 0.5
    return "\(isBorder ? (seconds * 1_000).rounded() / 1_000 : tenths) s"
  }

  static let neverWhole = "Its row was never wholly in view."
}
