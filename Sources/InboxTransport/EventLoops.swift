import Foundation

/// The threads that serve connections.
package enum EventLoops {
  /// Has one thread serve all connections of this process: enough for one person, while a server keeps one for each
  /// processor.
  ///
  /// Call it before the first connection: later it changes nothing. A variable of the environment that says otherwise
  /// stands.
  package static func useOne() { setenv("NIO_SINGLETON_GROUP_LOOP_COUNT", "1", 0) }
}
