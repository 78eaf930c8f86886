import Foundation
import InboxModel
import Testing

@Suite("MC-15 What a server's refusal says")
struct ServerSentenceTests {
  @Test(
    "a JSON body is its sentence, and what is none is nil",
    arguments: [
      (#"{"msg":"No such user","code":"BadParams","params":null}"#, "No such user"),
      (#"{"errors":{"_global":["Project not found"]},"success":false}"#, "Project not found"),
      (#"{"errors":{"b":["two"],"a":"one"}}"#, "one; two"),
      (#"{"error":{"message":"Bad id","code":3}}"#, "Bad id"),
      (#"{"errors":[{"title":"First"},{"title":"Second"}]}"#, "First; Second"),
      (#"{"message":"","detail":"Why"}"#, "Why"), (#""plain""#, "plain"), (#"{"code":5}"#, nil),
      (#"["a"]"#, nil), ("<p>no</p>", nil), ("", nil),
    ] as [(String, String?)])
  func sentence(body: String, expected: String?) {
    #expect(ServerSentence.text(in: Data(body.utf8)) == expected)
  }
}
