public import struct Foundation.Data
public import InboxModel

/// One GET of the link resolver: no redirect is followed, no cookie or cache is kept (UL-1).
public struct LinkHop: Sendable {
  /// Who follows the link that is being resolved: what is asked on the way is about that person (MC-12).
  @TaskLocal public static var reader: Identity?

  /// What is asked.
  public struct Request: Hashable, Sendable {
    /// The absolute URL.
    public var url: String
    /// Headers, in order.
    public var headers: [Header]
    /// Seconds until it counts as timed out.
    public var timeout: Int
    /// The most bytes that the body may have.
    public var limit: Int
    /// Whether the head of a redirect is all that is wanted: a body that is large or never ends does not matter then.
    public var takesRedirectsByHead: Bool
    /// Whether the person named the host, so that it may also be one of this machine or its network
    /// (``PrivateAddresses``).
    public var isHostChosen: Bool

    /// Takes its parts as they are; nothing is checked.
    public init(
      url: String, headers: [Header], timeout: Int, limit: Int = 262_144, takesRedirectsByHead: Bool = false,
      isHostChosen: Bool = false
    ) {
      self.url = url
      self.headers = headers
      self.timeout = timeout
      self.limit = limit
      self.takesRedirectsByHead = takesRedirectsByHead
      self.isHostChosen = isHostChosen
    }
  }

  /// A header line.
  public struct Header: Hashable, Sendable {
    /// Its name.
    public var name: String
    /// Its value.
    public var value: String

    /// Takes its parts as they are; nothing is checked.
    public init(_ name: String, _ value: String) {
      self.name = name
      self.value = value
    }
  }

  /// The response, whatever its status.
  public struct Response: Hashable, Sendable {
    /// HTTP status.
    public var status: Int
    /// The `Location` header; nil without one.
    public var location: String?
    /// The `Content-Type`, as received.
    public var contentType: String?
    /// How the body is compressed (`Content-Encoding`), as received; none is ever requested.
    public var contentEncoding: String?
    /// The body, cut to what the request allows.
    public var body: Data
    /// Hides the secrets that the receiver knows (VE-7).
    public var mask = SecretMask()
    /// Whether the body was longer than the request allows, so that only its beginning is here.
    public var isCut: Bool
    /// How long it took.
    public var milliseconds: Int

    /// The body as text without secrets: what is shown of it is cut from this.
    public var text: String { mask.known(in: String(decoding: body, as: UTF8.self)) }

    /// What a compressed body is, as a clause, since none is read here; nil for a plain one.
    public var compression: String? {
      let coding = contentEncoding?.lowercased() ?? "identity"
      if coding != "identity" { return "it is compressed with \(coding.prefix(20)), which was not requested" }
      return body.starts(with: [0x1F, 0x8B])
        ? "it is compressed with gzip, which was not requested and the response does not say" : nil
    }

    /// Takes its parts as they are; nothing is checked.
    public init(
      status: Int, location: String?, contentType: String? = nil, contentEncoding: String? = nil, body: Data,
      isCut: Bool = false, milliseconds: Int
    ) {
      self.status = status
      self.location = location
      self.contentType = contentType
      self.contentEncoding = contentEncoding
      self.body = body
      self.isCut = isCut
      self.milliseconds = milliseconds
    }
  }

  /// Why there is no response.
  public enum Failure: Error, Hashable, Sendable {
    /// The address may not be asked (``PrivateAddresses``): nothing was sent. The reason is a clause.
    case refused(String)
    /// No connection, no trust, no name: the request never left.
    case transport(String)
    /// The connection broke after the request had left: whether the click was counted is unknown (UL-5).
    case interrupted(String)
    /// The time was up: whether the server counted the click is unknown (UL-5).
    case timedOut
  }

  /// Why an address would be refused, as a clause; nil when it would be asked.
  ///
  /// Decided by its spelling (``PrivateAddresses``): nothing is sent, and no name is looked up.
  public var refusal: @Sendable (String) -> String?
  /// Performs the request.
  public var get: @Sendable (Request) async throws(Failure) -> Response

  /// Sends nothing.
  public static let none = LinkHop { _ throws(Failure) in throw .transport("no requests are made here") }

  /// Takes its parts as they are; nothing is checked.
  public init(
    refusal: @escaping @Sendable (String) -> String? = { _ in nil },
    get: @escaping @Sendable (Request) async throws(Failure) -> Response
  ) {
    self.refusal = refusal
    self.get = get
  }
}
