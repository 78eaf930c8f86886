import Foundation
import InboxDomains
import InboxModel
import Testing

struct AppEntitlementsTests {
  private static func file(_ body: String) -> Data {
    Data(
      """
      <?xml version="1.0" encoding="UTF-8"?>
      <!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
      <plist version="1.0">\(body)</plist>
      """.utf8)
  }

  @Test("UL-8 the entries are read in order from an entitlements file")
  func entries() throws {
    let file = Self.file(
      """
      <dict>
        <key>aps-environment</key><string>development</string>
        <key>com.apple.developer.associated-domains</key>
        <array>
          <string>applinks:shop.brand.example</string><string>applinks:*.brand.example?mode=developer</string>
          <string>applinks:a&amp;b</string>
        </array>
        <key>get-task-allow</key><true/>
      </dict>
      """)
    #expect(
      try AppEntitlements(file: file).associatedDomains == [
        "applinks:shop.brand.example", "applinks:*.brand.example?mode=developer", "applinks:a&b",
      ])
    #expect(try AppEntitlements(file: Data([0xEF, 0xBB, 0xBF]) + file).associatedDomains.count == 3)
  }

  @Test(
    "UL-8 what is wrong with an entitlements file is said in a sentence",
    arguments: [
      (
        file("<dict><key>aps-environment</key><string>x</string></dict>"),
        "The entitlements have no com.apple.developer.associated-domains; add the capability "
          + "Associated Domains to the app."
      ),
      (
        file("<dict><key>com.apple.developer.associated-domains</key><string>applinks:a</string></dict>"),
        "com.apple.developer.associated-domains in the entitlements is not an array of strings; make it one."
      ),
      (
        file(
          "<dict><key>\(AppEntitlements.domainsKey)</key><array><integer>1</integer></array></dict>"),
        "com.apple.developer.associated-domains in the entitlements is not an array of strings; make it one."
      ),
      (
        file("<array/>"), "The entitlements file holds no dictionary; give the app's .entitlements file."
      ),
      (Data(), "The entitlements file is not an XML property list; give the app's .entitlements file."),
      (
        Data("applinks:brand.example".utf8),
        "The entitlements file is not an XML property list; give the app's .entitlements file."
      ),
      (
        Data("<plist><dict><key>a".utf8),
        "The entitlements file is not an XML property list; give the app's .entitlements file."
      ),
      (
        Data([0x62, 0x70, 0x6C, 0x69, 0x73, 0x74, 0x30, 0x30, 0xFF]),
        "The entitlements file is not an XML property list; give the app's .entitlements file."
      ),
      (
        file(
          String(repeating: "<array>", count: 50_000) + String(repeating: "</array>", count: 50_000)),
        "The entitlements file is not an XML property list; give the app's .entitlements file."
      ),
      (
        Data(repeating: 0x20, count: 1_048_577),
        "The entitlements file is larger than 1048576 bytes; it is another file."
      ),
    ] as [(Data, String)])
  func wrong(file: Data, sentence: String) {
    #expect(throws: InboxError.configuration(sentence)) { try AppEntitlements(file: file) }
  }
}
