import Foundation
import InboxDomains
import InboxModel
import Testing

struct AssociationLineTests {
  private static let file =
    #"{"applinks":{"details":[{"appID":"T.a","components":[{"/":"/no","exclude":true},{"/":"/yes"}]}]}}"#

  private static func line(
    id: String = "7", aasa: String = file, domain: String = #""a.example""#, app: String = #""T.a""#,
    url: String = #""https://a.example/yes""#
  ) -> String {
    #"{"id":\#(id),"aasa":\#(aasa),"domain":\#(domain),"appId":\#(app),"url":\#(url)}"#
  }

  @Test(
    "UL-7 a line is answered with its id and the decision",
    arguments: [
      (line(), #"{"decision":"match","id":7}"#),
      (line(url: #""https://a.example/no""#), #"{"decision":"exclude","id":7}"#),
      (line(url: #""https://a.example/else""#), #"{"decision":"no_match","id":7}"#),
      (line(url: #""https://b.example/yes""#), #"{"decision":"no_match","id":7}"#),
      (line(url: #""http://a.example/yes""#), #"{"decision":"no_match","id":7}"#),
      (line(app: #""T.b""#), #"{"decision":"no_match","id":7}"#),
      (line(aasa: "{}"), #"{"decision":"no_match","id":7}"#),
      (line(domain: #""""#), #"{"decision":"match","id":7}"#),
      (line(id: #""case/1""#), #"{"decision":"match","id":"case/1"}"#),
      (line(id: "0"), #"{"decision":"match","id":0}"#), (line(id: "1.5"), #"{"decision":"match","id":1.5}"#),
      (line(aasa: JSONValue.string(file).serialized), #"{"decision":"match","id":7}"#),
      (#" {"more":[1],"#.dropLast() + "," + line().dropFirst(), #"{"decision":"match","id":7}"#),
    ] as [(String, String)])
  func decided(line: String, response: String) {
    #expect(AssociationLine.respond(Data(line.utf8)) == response)
  }

  @Test(
    "UL-7 a line that cannot be decided is answered with the reason, and with its id if that can be read",
    arguments: [
      ("", #"{"error":"the line is not JSON","id":null}"#),
      (#"{"id":7,"#, #"{"error":"the line is not JSON","id":null}"#),
      ("[7]", #"{"error":"the line is a list, not an object","id":null}"#),
      ("{}", #"{"error":"id is missing","id":null}"#),
      (line(id: "null"), #"{"error":"id is null, not a text or a number","id":null}"#),
      (line(id: "[1]"), #"{"error":"id is a list, not a text or a number","id":null}"#),
      (#"{"id":7}"#, #"{"error":"aasa is missing","id":7}"#),
      (line(aasa: "null"), #"{"error":"aasa is null, not an object or a text","id":7}"#),
      (line(aasa: "[]"), #"{"error":"aasa is a list, not an object or a text","id":7}"#),
      (line(aasa: #""""#), #"{"error":"aasa: it is empty","id":7}"#),
      (
        line(aasa: #""{""#),
        #"{"error":"aasa: it is not JSON at line 1, column 1: the object that begins here has no end","id":7}"#
      ),
      (line(aasa: #""[]""#), #"{"error":"aasa: it is a list, not an object","id":7}"#),
      (#"{"id":7,"aasa":{}}"#, #"{"error":"domain is missing","id":7}"#),
      (line(domain: "1"), #"{"error":"domain is a number, not a text","id":7}"#),
      (line(app: "null"), #"{"error":"appId is null, not a text","id":7}"#),
      (line(url: "[]"), #"{"error":"url is a list, not a text","id":7}"#),
      (line(url: #""no url""#), #"{"error":"url is not a URL with a host","id":7}"#),
      (line(url: #""https:///x""#), #"{"error":"url is not a URL with a host","id":7}"#),
    ] as [(String, String)])
  func undecided(line: String, response: String) {
    #expect(AssociationLine.respond(Data(line.utf8)) == response)
  }
}
