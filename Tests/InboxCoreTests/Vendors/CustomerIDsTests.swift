import InboxModel
import InboxVendors
import Testing

/// Who a customer is to Bloomreach.
struct CustomerIDsTests {
  @Test(
    "VE-6 hard ids are a person, written so that they can be read back",
    arguments: [
      (["registered": "maria"], "maria"), (["registered": "a@b 50%"], "a@b 50%"),
      (["registered": "a=b"], "registered=a%3Db"), (["registered": "a&b"], "a&b"),
      (["registered": "YWJjZA=="], "YWJjZA=="),
      (["registered": "jane", "email_id": "jane@x"], "email_id=jane%40x&registered=jane"),
      (["email_id": "jane@x"], "email_id=jane%40x"), (["x y": "é"], "x%20y=%C3%A9"),
    ])
  func both(ids: [String: String], text: String) {
    #expect(CustomerIDs.identity(ids: ids) == .user(text))
    #expect(
      CustomerIDs.ids(of: .user(text), cookie: "c") == ids.merging(["cookie": "c"]) { first, _ in first })
  }

  @Test(
    "VE-6 a person has one spelling",
    arguments: [
      ("maria", "maria"), ("registered=maria", "maria"), ("YWJjZA==", "YWJjZA=="),
      ("registered=maria&email_id=m@x", "email_id=m%40x&registered=maria"),
      ("registered=a%3Db", "registered=a%3Db"),
    ])
  func spelling(text: String, person: String) {
    #expect(CustomerIDs.spelling(of: .user(text)) == .user(person))
    #expect(CustomerIDs.spelling(of: .device("d")) == .device("d"))
  }

  @Test("VE-6 the cookie alone is the device; empty ids are none")
  func device() {
    #expect(CustomerIDs.identity(ids: [:]) == nil && CustomerIDs.identity(ids: ["cookie": "c"]) == nil)
    #expect(CustomerIDs.identity(ids: ["registered": ""]) == nil)
    #expect(CustomerIDs.identity(ids: ["registered": "m", "email": "", "cookie": "x"]) == .user("m"))
    #expect(CustomerIDs.ids(of: .device("d"), cookie: "c") == ["cookie": "c"])
  }

  @Test(
    "VE-6 what is not a whole query is a plain name",
    arguments: ["a=", "=b", "a=b&c", "a&b", "a=1&a=2", "YWJjZA==", "YWJjZA=", "a=b=c"])
  func plain(text: String) {
    #expect(CustomerIDs.ids(of: .user(text), cookie: "c") == ["cookie": "c", "registered": text])
  }
}
