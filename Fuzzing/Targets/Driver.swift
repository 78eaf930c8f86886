import Glibc

/// What is fuzzed: the target that `INBOX_FUZZ_TARGET` names; without one it lists them.
///
/// libFuzzer starts itself again with its own command line, so the name cannot stand there.
private let target: @MainActor (FuzzInput) -> Void = {
  let name = getenv("INBOX_FUZZ_TARGET").map { String(cString: $0) }
  if let target = name.flatMap({ Fuzz.targets[$0] }) { return target }
  print(Fuzz.targets.keys.sorted().joined(separator: "\n"))
  exit(name == nil ? 0 : 2)
}()

/// libFuzzer's call for each input, on the thread that started it.
@_cdecl("LLVMFuzzerTestOneInput")
nonisolated public func fuzzOneInput(_ bytes: UnsafePointer<UInt8>?, _ length: Int) -> CInt {
  let input = FuzzInput(Array(UnsafeBufferPointer(start: bytes, count: length)))
  MainActor.assumeIsolated { target(input) }
  return 0
}

@_silgen_name("LLVMFuzzerRunDriver")
nonisolated private func runDriver(
  _ count: UnsafeMutablePointer<CInt>,
  _ words: UnsafeMutablePointer<UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?>,
  _ test: @convention(c) (UnsafePointer<UInt8>?, Int) -> CInt
) -> CInt

/// Where the program begins: SwiftPM names it so, and puts it in the place of libFuzzer's own `main`.
@_cdecl("fuzz_main")
nonisolated public func fuzzMain(
  _ count: CInt, _ words: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?
) -> CInt {
  var (count, words) = (count, words)
  return runDriver(&count, &words) { fuzzOneInput($0, $1) }
}
