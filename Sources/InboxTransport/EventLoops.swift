import Foundation

/// The threads that serve connections.
package enum EventLoops {
  /// Has one thread serve all connections of this process, which is enough for one person's; a server leaves it at one for each processor.
  ///
  /// Call it before the first connection: later it changes nothing. A variable of the environment that says otherwise stands.
  package static func useOne() { setenv("NIO_SINGLETON_GROUP_LOOP_COUNT", "1", 0) }
}
