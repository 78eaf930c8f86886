/// Why a picture is not shown.
public enum PictureFailure: Error, Hashable, Sendable {
  /// It is none of the kinds that are drawn.
  case notAPicture
  /// The library for its kind is not on this machine.
  case missingLibrary(kind: String, package: String)
  /// It is larger than what is loaded.
  case tooManyBytes(limit: Int)
  /// Its head announces more pixels than are drawn.
  case tooManyPixels(PictureSize, limit: Int)
  /// It is damaged, or ends too early.
  case broken(kind: String)
  /// Its address is not asked, and why, as a clause.
  case refused(String)
  /// It was requested and could not be loaded; the reason is a clause.
  case notLoaded(String)
}

extension PictureFailure: CustomStringConvertible {
  /// A full sentence.
  public var description: String {
    switch self {
    case .notAPicture: "Not a picture this program draws; it draws PNG, JPEG and WebP."
    case .missingLibrary(let kind, let package):
      "\(kind) pictures need the Debian package \(package), which is not installed here."
    case .tooManyBytes(let limit): "The picture is larger than \(limit >> 20) MiB, so it is not loaded."
    case .tooManyPixels(let size, let limit):
      "The picture has \(size.width) × \(size.height) pixels; more than \(limit / 1_000_000) million are not drawn."
    case .broken(let kind): "The \(kind) picture is damaged or ends too early."
    case .refused(let reason): "The picture is not asked for: \(reason)."
    case .notLoaded(let reason): "The picture did not come: \(reason)."
    }
  }
}
