import ArgumentParser
import Dispatch

/// Where the program begins; everything else of it is compiled in every build, with its tests.
///
/// It is not asynchronous itself: optimized, two programs that are share the name of a thunk, and the linker takes the
/// inbox's, which begins the inbox.
@main
enum Driver {
  static func main() {
    Task {
      await Throughput.main()
      Throughput.exit()
    }
    dispatchMain()
  }
}
