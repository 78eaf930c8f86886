/// What a picture may cost, and from where it may come.
///
/// Decided before anything is asked or decoded: the sender of a message does not decide how much of this machine it
/// takes.
public struct PicturePolicy: Hashable, Sendable {
  /// The most bytes of a picture as it is sent.
  public var bytes = 2 << 20
  /// The most pixels that its head may announce.
  public var pixels = 4_000_000
  /// Seconds that a request may take.
  public var seconds = 10
  /// How often one address may send on to another.
  public var redirects = 3
  /// The most pictures of one message; further ones stay words.
  public var count = 24
  /// The box that the retained picture fits into, in pixels; half blocks show no more of it.
  public var box = PictureSize(width: 160, height: 48)
  /// The box of the picture that is retained beside it, for terminals that show pixels.
  public var fineBox = PictureSize(width: 640, height: 400)

  /// Takes its parts as they are; nothing is checked.
  public init() {}

  /// Why a picture of this many bytes is not decoded; nil when it may be.
  public func refusal(ofBytes count: Int) -> PictureFailure? {
    count > bytes ? .tooManyBytes(limit: bytes) : nil
  }

  /// Why a picture of this size is not decoded; nil when it may be.
  public func refusal(of size: PictureSize) -> PictureFailure? {
    let (area, isOver) = size.width.multipliedReportingOverflow(by: size.height)
    return isOver || area > pixels ? .tooManyPixels(size, limit: pixels) : nil
  }

  /// Why an address is not asked for a picture; nil when it may be.
  ///
  /// The former address is the one that sent on to it; nil for the one in the message. Whether it lies in this
  /// machine's network is judged where it is asked (``PrivateAddresses``).
  public func refusal(of address: String, after former: String? = nil) -> PictureFailure? {
    if let flaw = LinkText.flaw(in: address) { return .refused(flaw) }
    let link: WebLink
    do { link = try WebLink(address) } catch { return .refused(error.reason) }
    if let problem = HostName.confusable(link.host) { return .refused(problem) }
    if let former, former.lowercased().hasPrefix("https:"), link.scheme == "http" {
      return .refused("it would be asked without encryption, although the message asks with it")
    }
    return nil
  }
}
