import Foundation

extension Error {
  /// The number that the system gave for it; nil where it does not come from the system.
  package var systemCode: Int32? {
    let error = self as NSError
    let cause = (error.userInfo[NSUnderlyingErrorKey] as? any Error).map { $0 as NSError } ?? error
    return cause.domain == NSPOSIXErrorDomain ? Int32(cause.code) : nil
  }

  /// What the system says of it, such as “No space left on device”.
  package var systemReason: String { String(cString: strerror(systemCode ?? EIO)) }
}
