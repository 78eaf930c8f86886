import ArgumentParser

/// Where the program begins; everything else of it is compiled in every build, with its tests.
@main
enum Driver {
  static func main() async { await Throughput.main() }
}
