nonisolated enum RecordingName {
  /// `run.jsonl` with the client in it, such as `run-phone.jsonl`; unchanged for a single client.
  static func of(_ client: String?, _ file: String) -> String {
    guard let client else { return file }
    let slash = file.lastIndex(of: "/").map { file.index(after: $0) } ?? file.startIndex
    guard let dot = file[slash...].lastIndex(of: "."), dot > slash else { return "\(file)-\(client)" }
    return "\(file[..<dot])-\(client)\(file[dot...])"
  }
}
