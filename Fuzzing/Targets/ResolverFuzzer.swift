import CResolver
import Glibc
import Synchronization

/// The response of a name server, which this plays on loopback: all of a datagram but its id and its question.
nonisolated enum ResolverFuzzer {
  private static let port = serve()
  private static let response = Mutex<[UInt8]>([])

  static func run(_ input: FuzzInput) {
    guard input.bytes.count >= 10 else { return }
    response.withLock { $0 = input.bytes }
    guard let found = cresolver_name_servers("news.brand.example", "127.0.0.1", port, 1, 1) else { return }
    defer { cresolver_free(found) }
    let outcome = cresolver_outcome_of(found)
    require(outcome != CRESOLVER_INVALID, "the question is refused")
    let count = cresolver_count(found)
    require(count <= 32, "more names than are kept")
    require(outcome != CRESOLVER_FOUND || count > 0, "found, and no name")
    for index in 0...count {
      let name = cresolver_name(found, index).map { String(cString: $0) } ?? ""
      require(Harmless.isText(name), "a name that steers a terminal: \(name.debugDescription)")
    }
  }

  /// Answers on a thread of its own, for good.
  private static func serve() -> CInt {
    let descriptor = socket(AF_INET, Int32(SOCK_DGRAM.rawValue), 0)
    var place = sockaddr_in()
    place.sin_family = sa_family_t(AF_INET)
    place.sin_addr.s_addr = inet_addr("127.0.0.1")
    var size = socklen_t(MemoryLayout<sockaddr_in>.size)
    let isBound = withUnsafeMutablePointer(to: &place) { place in
      place.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        bind(descriptor, $0, size) == 0 && getsockname(descriptor, $0, &size) == 0
      }
    }
    require(descriptor >= 0 && isBound, "no socket")
    var thread = pthread_t()
    let context = UnsafeMutableRawPointer(bitPattern: Int(descriptor))
    pthread_create(
      &thread, nil,
      { context in
        ResolverFuzzer.response(CInt(Int(bitPattern: context)))
        return nil
      }, context)
    return CInt(UInt16(bigEndian: place.sin_port))
  }

  private static func response(_ descriptor: CInt) {
    var question = [UInt8](repeating: 0, count: 512)
    while true {
      var asker = sockaddr()
      var size = socklen_t(MemoryLayout<sockaddr>.size)
      let count = recvfrom(descriptor, &question, question.count, 0, &asker, &size)
      guard count > 12 else { continue }
      var reply = response.withLock { $0 }
      let head = reply.prefix(10)
      // A response, and to this question: another would be waited for in vain.
      reply = Array(question[..<2]) + head + question[12..<count] + reply.dropFirst(10)
      reply[2] |= 0x80
      reply[4...5] = [0, 1]
      _ = sendto(descriptor, reply, reply.count, 0, &asker, size)
    }
  }
}
