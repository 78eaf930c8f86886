import Foundation

/// A program of the machine that installing needs, such as `strip` or `gzip`.
nonisolated enum InstallTool {
  /// Runs a program to its end, with no input; what it complains of is on standard error.
  ///
  /// - Parameters:
  ///   - folder: Where it runs; the working directory where there is none.
  ///   - isQuiet: Whether what it complains of is dropped: for questions whose answer may be no.
  /// - Returns: What it printed; nil where there is no such program, or it ended badly.
  static func run(
    _ name: String, _ arguments: [String], in folder: String? = nil, isQuiet: Bool = false
  ) throws -> Data? {
    guard let program = ChosenProgram.first(of: [name]) else { return nil }
    let process = Process()
    process.executableURL = URL(fileURLWithPath: program.path)
    process.arguments = arguments
    if let folder { process.currentDirectoryURL = URL(fileURLWithPath: folder) }
    let output = Pipe()
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = output
    if isQuiet { process.standardError = FileHandle.nullDevice }
    try process.run()
    let printed = try output.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    return process.terminationStatus == 0 ? printed : nil
  }
}
