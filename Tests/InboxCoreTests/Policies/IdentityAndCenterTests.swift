import InboxCore
import InboxModel
import Testing

struct IdentityAndCenterTests {
  @Test(
    "MC-12 the identity is the user when one is set, else the device",
    arguments: [
      ("maria", Identity.user("maria")), ("", Identity.device("d1")), (nil, Identity.device("d1")),
      ("\u{301}x", .user("\u{301}x")), ("\u{1F3FD}y", .user("\u{1F3FD}y")),
    ])
  func identity(user: String?, expected: Identity) {
    #expect(Identity(user: user, device: "d1") == expected)
    #expect(Identity(storageKey: expected.storageKey) == expected)
  }

  @Test(
    "MC-12 a text that is not an identity is refused",
    arguments: ["", "maria", "user:", "device:", "admin:x"])
  func notAnIdentity(text: String) { #expect(Identity(storageKey: text) == nil) }

  @Test("MC-2 Primary comes first and a sixth center is an error that names it")
  func centers() throws {
    #expect(try CenterList([]).names == [.primary])
    #expect(try CenterList(["Offers", "Primary"]).names == [.primary, CenterName("Offers")])
    #expect(try CenterList(["A", "B", "C", "D"]).count == 5)
    let error = #expect(throws: InboxError.self) { try CenterList(["A", "B", "C", "D", "Extra"]) }
    #expect(error?.description.contains("“Extra” would be the sixth message center") == true)
    #expect(throws: InboxError.self) { try CenterList(["A", "A"]) }
    let forms = try CenterList(["Caf\u{E9}", "Cafe\u{301}"])
    #expect(forms.count == 3 && forms.spelled(forms[2]) == forms[2])
  }
}
