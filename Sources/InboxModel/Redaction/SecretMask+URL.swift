extension SecretMask {
  /// A URL without user name, password and secret items of path, query and fragment.
  public func url(_ text: String) -> String {
    // Bytes, not characters: a combining mark behind a delimiter must not hide it.
    let (head, fragment) = Self.cut(Array(text.utf8)[...], at: "#")
    let (address, query) = Self.cut(head, at: "?")
    return known(
      in: self.text(Self.withoutUser(address)) + (query.map { "?" + items($0) } ?? "")
        + (fragment.map { "#" + items($0) } ?? ""))
  }

  private func items(_ query: ArraySlice<UInt8>) -> String {
    let items = query.split(separator: UInt8(ascii: "&"), omittingEmptySubsequences: false)
    return items.map { item in
      let (name, value) = Self.cut(item, at: "=")
      let head = String(decoding: name, as: UTF8.self)
      guard let value else { return head }
      if Self.isSecret(PercentCoding.decode(head)) {
        return head + "=" + (value.isEmpty ? "" : Self.replacement)
      }
      let written = String(decoding: value, as: UTF8.self)
      let decoded = PercentCoding.decode(written)
      let masked = text(decoded)
      return head + "=" + (masked == decoded ? written : URLText.encode(masked))
    }.joined(separator: "&")
  }

  private static func withoutUser(_ address: ArraySlice<UInt8>) -> String {
    let slashes = Array("://".utf8)
    let start = address.indices.first { address[$0...].starts(with: slashes) }.map { $0 + slashes.count }
    guard let start,
      let at = address[start...].prefix(while: { $0 != UInt8(ascii: "/") })
        .lastIndex(of: UInt8(ascii: "@"))
    else { return String(decoding: address, as: UTF8.self) }
    return String(decoding: address[..<start], as: UTF8.self) + replacement
      + String(decoding: address[at...], as: UTF8.self)
  }

  private static func cut(
    _ bytes: ArraySlice<UInt8>, at mark: Unicode.Scalar
  ) -> (ArraySlice<UInt8>, ArraySlice<UInt8>?) {
    guard let index = bytes.firstIndex(of: UInt8(ascii: mark)) else { return (bytes, nil) }
    return (bytes[..<index], bytes[(index + 1)...])
  }
}
