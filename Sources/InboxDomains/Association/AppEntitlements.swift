package import struct Foundation.Data
package import class Foundation.PropertyListSerialization
package import InboxModel

/// The entitlements of an app, as Xcode keeps them in a `.entitlements` file (UL-8).
package struct AppEntitlements: Hashable, Sendable {
  package static let domainsKey = "com.apple.developer.associated-domains"
  /// Bytes that a file may have; real ones have some hundreds.
  package static let largest = 1_048_576

  /// Whether a text can be an app's id with its team, such as `TEAM123456.com.example.app`.
  package static func isAppID(_ text: String) -> Bool {
    let parts = text.split(separator: ".", omittingEmptySubsequences: false)
    func isName(_ part: Substring) -> Bool {
      !part.isEmpty && part.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "-") }
    }
    return parts.count > 1 && !parts[0].contains("-") && parts.allSatisfy(isName)
  }

  /// The entries of ``domainsKey`` in order, as written.
  package let associatedDomains: [String]

  /// Reads a file, an XML property list.
  ///
  /// - Throws: ``InboxError/configuration(_:)`` with a sentence that says what is wrong and what to do.
  package init(file: Data) throws(InboxError) {
    guard file.count <= Self.largest else {
      throw .configuration("The entitlements file is larger than \(Self.largest) bytes; it is another file.")
    }
    guard let list = Self.propertyList(file) else {
      throw .configuration(
        "The entitlements file is not an XML property list; give the app's .entitlements file.")
    }
    guard let entitlements = list as? [String: Any] else {
      throw .configuration("The entitlements file holds no dictionary; give the app's .entitlements file.")
    }
    guard let value = entitlements[Self.domainsKey] else {
      throw .configuration(
        "The entitlements have no \(Self.domainsKey); add the capability Associated Domains to the app.")
    }
    guard let domains = value as? [String] else {
      throw .configuration("\(Self.domainsKey) in the entitlements is not an array of strings; make it one.")
    }
    associatedDomains = domains
  }

  private static func propertyList(_ file: Data) -> Any? {
    // XML only: binary lists and the old text form are not files that a person keeps.
    let skipped: Set<UInt8> = [0xEF, 0xBB, 0xBF, 0x20, 0x09, 0x0A, 0x0D]
    let text = file.drop(while: skipped.contains)
    guard text.first == UInt8(ascii: "<") else { return nil }
    return try? PropertyListSerialization.propertyList(from: file, options: [], format: nil)
  }
}
