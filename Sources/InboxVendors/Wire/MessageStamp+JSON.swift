import struct Foundation.Data
import InboxCore
import InboxModel

extension MessageStamp {
  /// Keeps an object.
  init(_ value: JSONValue) { self.init(value.serialized) }

  /// The object; nil for what is not JSON.
  var value: JSONValue? { try? JSONValue.parse(Data(text.utf8)) }
}
