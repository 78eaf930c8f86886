/// The fuzzers by name: libFuzzer runs one of them for minutes, a test each of them on the inputs in the repository.
nonisolated enum Fuzz {
  static let targets: [String: @MainActor (FuzzInput) -> Void] = [
    "association": AssociationFuzzer.run, "capture": CaptureFuzzer.run, "files": FilesFuzzer.run,
    "html": HTMLFuzzer.run, "keys": KeysFuzzer.run, "links": LinksFuzzer.run, "pictures": PicturesFuzzer.run,
    "resolver": ResolverFuzzer.run, "terminal": TerminalFuzzer.run, "wire": WireFuzzer.run,
  ]
}
