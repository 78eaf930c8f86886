import ArgumentParser
import Dispatch

/// Where the program begins; everything else of it is compiled in every build, with its tests.
///
/// `main` is not `async`: in an optimized build the compiler gives the thunk of an `async` main the same symbol in both modules,
/// and the linker keeps the inbox's.
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
