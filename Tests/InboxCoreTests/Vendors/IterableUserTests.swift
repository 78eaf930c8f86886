import InboxModel
import InboxVendors
import Testing

@Suite("VE-6 Whom Iterable knows")
struct IterableUserTests {
  @Test(
    "a text that names two people, or no address, is refused in a sentence before anything is sent",
    arguments: [
      "a@b.example,userId=3", "userId=3,email=a@b.example", "a@b.example&userId=3", "a@b.example, c",
      "email=", "userId=", "userId= ",
    ])
  func refused(text: String) {
    #expect {
      try IterableUser.identity(named: text)
    } throws: { error in
      if case InboxError.configuration(let sentence)? = error as? InboxError {
        sentence.contains("“")
      } else {
        false
      }
    }
  }

  @Test(
    "an address or an id is one person, with its name before it or not",
    arguments: [
      ("a@b.example", "a@b.example"), ("email=a@b.example", "a@b.example"), ("userId=3", "3"),
      ("userId=a@b", "userId=a@b"), ("email=maria", "email=maria"), ("42", "42"),
    ])
  func taken(text: String, person: String) throws {
    #expect(try IterableUser.identity(named: text) == .user(person))
  }

  @Test("an address in a profile is held to the same rule")
  func ids() throws {
    #expect(try IterableUser.identity(ids: ["email": "a@b.example"]) == .user("a@b.example"))
    #expect(throws: InboxError.self) { try IterableUser.identity(ids: ["email": "a b@c.example"]) }
  }

  @Test("nothing is no one")
  func nobody() throws { #expect(try IterableUser.identity(named: "") == nil) }
}
