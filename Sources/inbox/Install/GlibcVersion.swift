import Glibc

/// The C library of this machine.
nonisolated enum GlibcVersion {
  /// Its numbers, 2 and 36 for “glibc 2.36”; none where it does not say.
  static var current: [Int] {
    var name = [UInt8](repeating: 0, count: 64)
    name.withUnsafeMutableBytes { name in
      _ = confstr(
        Int32(_CS_GNU_LIBC_VERSION), name.baseAddress?.assumingMemoryBound(to: CChar.self), name.count)
    }
    let words = String(decoding: name.prefix { $0 != 0 }, as: UTF8.self).split(separator: " ")
    return (words.last ?? "").split(separator: ".").compactMap { Int($0) }
  }
}
