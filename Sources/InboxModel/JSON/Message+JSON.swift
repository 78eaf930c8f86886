import struct Foundation.Data

extension Message {
  /// ``raw`` as a value; null where an older version kept something else there.
  public var record: JSONValue {
    do { return try JSONValue.parse(Data(raw.utf8)) } catch { return .null }
  }
}
