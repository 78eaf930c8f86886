import InboxCore
import InboxModel
import InboxVendors

extension BackEnd {
  /// The same back end, which can also read what a sandbox behind it recorded (VE-14).
  ///
  /// - Parameter sandbox: Its commander; nil for a real server.
  nonisolated func reading(back sandbox: SandboxCommander?) -> BackEnd {
    guard let sandbox else { return self }
    var backEnd = self
    // The vendor's own requests where the sandbox plays them; Responsys has none.
    backEnd.readBack = readBack?.limited(by: sandbox) ?? SandboxReadBack.port(sandbox)
    return backEnd
  }

  /// The port that reads what the server recorded.
  ///
  /// - Throws: ``InboxError/unsupported(_:)`` where the vendor offers none, ``InboxError/configuration(_:)`` where the
  ///   profile lacks the key.
  nonisolated func requiredReadBack() throws(InboxError) -> ReadBack {
    if let readBack { return readBack }
    try capabilities.require(.readBack)
    throw .configuration(
      "\(capabilities.vendor) says what it recorded only to a key of its own, which this profile does not have. Set "
        + "server-key (Iterable, a key of the type Server-side) or private-key (Bloomreach, KEY_ID:SECRET of a project); "
        + "‘inbox init’ shows how. Nothing was sent.")
  }
}
