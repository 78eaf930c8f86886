public import struct Foundation.Data

/// A piece of JSON by its bytes as received.
///
/// It is read when it is requested, so that bytes in one record of a response which are not text do not sink the others
/// (MC-9).
public struct JSONPiece: Hashable, Sendable {
  private let whole: [UInt8]
  /// Where it lies in the whole; nil for all of it.
  private let range: Range<Int>?

  /// Takes bytes, whatever they are.
  public init(_ bytes: Data) { (whole, range) = ([UInt8](bytes), nil) }

  private init(_ whole: [UInt8], _ range: Range<Int>) { (self.whole, self.range) = (whole, range) }

  /// The bytes as received.
  public var bytes: Data { range.map { Data(whole[$0]) } ?? Data(whole) }

  private var reader: JSONReader { JSONReader(whole, range) }

  /// The elements of a list, none of which is read; nil for what is not a list.
  ///
  /// - Throws: ``InboxError/invalidPayload(_:)``, with line and column, when it is not clear where one ends and the
  ///   next begins.
  public func elements() throws(InboxError) -> [JSONPiece]? {
    var reader = reader
    do { return try reader.elements()?.map { Self(whole, $0) } } catch { throw incomplete(error) }
  }

  /// Whether it is an object, none of whose members is read.
  ///
  /// - Throws: as ``elements()`` does, and ``InboxError/emptyResponse`` for no bytes.
  public func isObject() throws(InboxError) -> Bool {
    guard !(range?.isEmpty ?? whole.isEmpty) else { throw .emptyResponse }
    var reader = reader
    do { return try reader.members() != nil } catch { throw incomplete(error) }
  }

  /// The members of an object, none of which is read; nil for what is not an object.
  ///
  /// Of two members with one name it is the later one.
  /// - Throws: as ``elements()`` does.
  package func members() throws(InboxError) -> [String: JSONPiece]? {
    var reader = reader
    do {
      let found = try reader.members()?.map { (Self(whole, $0.name).text ?? "", Self(whole, $0.value)) }
      return found.map { Dictionary($0, uniquingKeysWith: { $1 }) }
    } catch { throw incomplete(error) }
  }

  /// A member of an object, which is not read; nil for a missing one, and for what is not an object.
  ///
  /// Of two members with one name it is the later one.
  /// - Throws: as ``elements()`` does.
  public func member(_ name: String) throws(InboxError) -> JSONPiece? {
    var reader = reader
    do {
      let found = try reader.members()?.last { Self(whole, $0.name).text == name }
      return found.map { Self(whole, $0.value) }
    } catch { throw incomplete(error) }
  }

  /// The elements of a member that is a list; nil for a missing one.
  ///
  /// - Throws: as ``elements()`` does, and for a member that is something else.
  package func list(_ name: String) throws(InboxError) -> [JSONPiece]? {
    guard let list = try member(name) else { return nil }
    guard let elements = try list.elements() else {
      throw .invalidPayload("\(name) is \(try list.value().kindName), not a list")
    }
    return elements
  }

  /// The value, read now.
  ///
  /// - Throws: ``InboxError/emptyResponse`` for no bytes, ``InboxError/invalidPayload(_:)`` with line and column.
  public func value() throws(InboxError) -> JSONValue {
    var reader = reader
    do { return try reader.document() } catch { throw incomplete(error) }
  }

  /// The value of a record among others, read now.
  ///
  /// - Throws: ``InboxError/invalidPayload(_:)`` naming the member and the byte, counted from the record's first, which
  ///   is 0.
  public func record() throws(InboxError) -> JSONValue {
    var reader = reader
    do { return try reader.document() } catch {
      let place = "at byte \(error.index - (range?.lowerBound ?? 0)) of the record"
      throw .invalidPayload("\(member(at: error.index).map { "\($0), " } ?? "")\(place): \(error.problem)")
    }
  }

  /// What a text says, with a replacement for what is not text; nil for what is none.
  ///
  /// It only names what cannot be read.
  public var text: String? {
    var reader = reader
    do { return try reader.document().text } catch {
      let bytes = bytes
      guard bytes.count > 1, bytes.first == UInt8(ascii: "\""), bytes.last == UInt8(ascii: "\"") else {
        return nil
      }
      return String(decoding: bytes.dropFirst().dropLast(), as: UTF8.self)
    }
  }

  /// The text of a member, as ``text`` has it.
  public func text(_ name: String) -> String? {
    do { return try member(name)?.text } catch { return nil }
  }

  /// The text of a member of a member; nil where there is none.
  public func text(_ name: String, _ inner: String) -> String? {
    do { return try member(name)?.text(inner) } catch { return nil }
  }

  /// The name of the member that a byte belongs to.
  private func member(at index: Int) -> String? {
    var reader = reader
    do {
      let found = try reader.members()?.first { ($0.name.lowerBound..<$0.value.upperBound).contains(index) }
      return found.flatMap { Self(whole, $0.name).text }
    } catch {
      return nil
    }
  }

  private func incomplete(_ stop: JSONReader.Stop) -> InboxError {
    guard !whole.isEmpty else { return .emptyResponse }
    return .invalidPayload("it is not JSON at \(JSONFlaw(stop, in: whole))")
  }
}
