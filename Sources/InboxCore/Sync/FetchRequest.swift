import struct Foundation.Data
public import InboxModel

/// Which list of whom is requested, and from where on.
public struct FetchRequest: Hashable, Sendable {
  /// The list.
  public var center: CenterName
  /// Whose list.
  public var identity: Identity
  /// Where the last page of this list ended for this identity; nil asks for the list from its beginning.
  public var cursor: FetchCursor?

  /// Asks for a list.
  public init(_ center: CenterName, _ identity: Identity, cursor: FetchCursor? = nil) {
    self.center = center
    self.identity = identity
    self.cursor = cursor
  }
}

/// A back end's own mark of how far a list was fetched (VE-3): stored and sent back unchanged, never read.
///
/// It belongs to one list of one identity and dies with them.
public struct FetchCursor: Hashable, Sendable, Codable {
  /// The mark as the back end writes it.
  public let text: String

  /// Takes a back end's mark.
  public init(_ text: String) { self.text = text }

  /// Reads a bare text.
  public init(from decoder: any Decoder) throws { text = try String(from: decoder) }

  /// Writes a bare text.
  public func encode(to encoder: any Encoder) throws { try text.encode(to: encoder) }
}

/// The response to a ``FetchRequest``.
public struct FetchResponse: Sendable {
  /// The bytes as received, readable or not (MC-14).
  public var raw: RawResponse
  /// What they say.
  ///
  /// - Throws: ``InboxError/emptyResponse`` or ``InboxError/invalidPayload(_:)`` where there is no list at all; a
  ///   record that cannot be read is named in the page.
  public var page: @Sendable () throws(InboxError) -> FetchedPage
  /// Whether the server does not know the cursor of the request any more: it is never sent again, whatever ``page``
  /// says.
  public var isCursorGone = false

  /// Pairs bytes with what reads them; megabytes are read where the caller wants it, once.
  public init(
    _ raw: RawResponse, page: @escaping @Sendable () throws(InboxError) -> FetchedPage
  ) {
    self.raw = raw
    self.page = page
  }

  /// Asks for a list from its beginning, where the server does not know the cursor any more; it is not sent again even
  /// where that fails, which ``page`` then says.
  public static func restarted(
    _ ask: () async throws(InboxError) -> FetchResponse
  ) async -> FetchResponse {
    var response: FetchResponse
    do throws(InboxError) { response = try await ask() } catch {
      response = FetchResponse(RawResponse(body: Data(), requestURL: "")) { () throws(InboxError) in
        throw error
      }
    }
    response.isCursorGone = true
    return response
  }
}
