import Foundation
import InboxModel
import Testing

struct SecretMaskTests {
  @Test("VE-7 QA-4 a book knows the newest of the credentials that pass a tap, and all that it began with")
  func passing() {
    let book = SecretBook(["own-key-0815"])
    for number in 100..<200 { book.add(["passing-key-\(number)"], madeBy: "the app") }
    #expect(book.mask.text("own-key-0815 passing-key-199") == "••• •••")
    #expect(book.mask.text("passing-key-100") == "passing-key-100")
  }

  @Test("VE-7 what a command prints anew each time pushes out nothing of another one, nor what stays")
  func sources() {
    let book = SecretBook(["own-key-0815"])
    book.add(["learned-key-0815"])
    book.add(["printed-key-0815"], madeBy: "key-command")
    for number in 100..<200 { book.add(["made-token-\(number)"], madeBy: "token-command") }
    #expect(book.mask.known.count == 35)
    #expect(book.mask.text("own-key-0815 learned-key-0815 printed-key-0815") == "••• ••• •••")
    #expect(book.mask.text("made-token-199 made-token-100") == "••• made-token-100")
  }

  @Test("VE-7 a book knows the newest of the tokens that are made anew, and all of everything else")
  func newestTokens() {
    func token(_ number: Int) -> String { "eyJhbGciOiJub25lIn0.eyJuIjox\(number)fQ.c2lnbmF0dXJl" }
    let secrets = SecretBook(["CONFIGURED"])
    secrets.add(["LEARNED", token(100)])
    for number in 101..<160 { secrets.add([token(number), token(100)]) }
    #expect(secrets.mask.known.count == 34)
    let words = "CONFIGURED LEARNED \(token(159)) \(token(100))"
    #expect(secrets.mask.known(in: words) == "••• ••• ••• •••")
    // One that is not known any more has the form of a token all the same.
    #expect(secrets.mask.known(in: token(101)) == token(101))
    #expect(secrets.mask.sentence("you sent \(token(101))") == "you sent •••")
  }

  @Test(
    "FE-3 headers that hold secrets keep their name and scheme only",
    arguments: [
      ("Authorization", "Token abc", "Token •••"), ("authorization", "Bearer a.b.c", "Bearer •••"),
      ("Proxy-Authorization", "Basic dTpw", "Basic •••"), ("Authorization", "my secret", "•••"),
      ("X-App-Token", "abc", "•••"), ("x-account-token", "Token", "•••"), ("Cookie", "a=b", "•••"),
      ("Set-Cookie", "id=1; Path=/", "•••"), ("Api-Key", "k", "•••"), ("X-Client-SECRET", "s", "•••"),
      ("Accept", "application/json", "application/json"), ("X-App-Token", "", ""),
      ("Location", "https://u:p@h.example/?token=abc", "https://•••@h.example/?token=•••"),
    ])
  func headers(name: String, value: String, masked: String) {
    #expect(SecretMask().header(name, value) == masked)
  }

  @Test("FE-3 VE-6 the cookie among a customer's ids is an id, and every other cookie a secret")
  func customerIDs() throws {
    let body =
      #"{"cookie":"a","customer_ids": {"registered":"m","cookie":"c1","token":"t"},"x":{"cookie":"b"}}"#
    let masked =
      #"{"cookie":"•••","customer_ids": {"registered":"m","cookie":"c1","token":"•••"},"x":{"cookie":"•••"}}"#
    #expect(SecretMask().text(body) == masked)
    let escaped = { (text: String) in text.replacing("\"", with: "\\\"") }
    #expect(SecretMask().text(escaped(body)) == escaped(masked))
    let value = try JSONValue.parse(Data(body.utf8))
    #expect(try SecretMask().json(value) == JSONValue.parse(Data(masked.utf8)))
    // One that is cut ends with the text.
    #expect(SecretMask().text(#"{"customer_ids":{"cookie":"c1"#) == #"{"customer_ids":{"cookie":"c1"#)
    #expect(SecretMask(known: ["c1c1"]).text(#"{"customer_ids":{"cookie":"c1c1"}}"#).contains("•••"))
  }

  @Test(
    "FE-3 URLs lose users and secret items",
    arguments: [
      ("https://h.example/a?x=1&app_token=abc&y=2", "https://h.example/a?x=1&app_token=•••&y=2"),
      ("https://user:pw@h.example/a@b", "https://•••@h.example/a@b"), ("https://u@h:1/", "https://•••@h:1/"),
      ("https://h/?%74oken=abc#f", "https://h/?%74oken=•••#f"),
      ("https://h/#access_token=a&b=c", "https://h/#access_token=•••&b=c"),
      ("https://h/?Password=&key", "https://h/?Password=&key"),
      ("https://h/;secret=abc", "https://h/;secret=•••"),
      ("https://h/?\u{301}token=abc", "https://h/?\u{301}token=•••"),
      (
        "https://h/?to=https%3A%2F%2Fx%2F%3Ftoken%3Dabc",
        "https://h/?to=https%3A%2F%2Fx%2F%3Ftoken%3D%E2%80%A2%E2%80%A2%E2%80%A2"
      ),
      ("shop://products/12?a=b%20c", "shop://products/12?a=b%20c"), ("", ""),
    ])
  func urls(url: String, masked: String) {
    #expect(SecretMask().url(url) == masked)
    #expect(SecretMask().url(masked) == masked)
  }

  @Test(
    "FE-3 bodies lose secret members and keep every other byte",
    arguments: [
      (#"{"a" : 1.50,"token": "abc","a":2}"#, #"{"a" : 1.50,"token": "•••","a":2}"#),
      (
        #"{"keys":["a","b]"],"n":{"apiKey":7,"secret":null}}"#,
        #"{"keys":"•••","n":{"apiKey":"•••","secret":null}}"#
      ),
      (
        #"{"custom_key_value_pairs":{"tier":"gold","pass_key":"x"}}"#,
        #"{"custom_key_value_pairs":{"tier":"gold","pass_key":"•••"}}"#
      ),
      (#"{"token":"a\"b","x":"}"}"#, #"{"token":"•••","x":"}"}"#),
      (#"{"\u0074oken":"abc"}"#, #"{"\u0074oken":"•••"}"#),
      (#"{"token":"ab"#, #"{"token":"•••""#), (#"{"tokens":{"a":"b"#, #"{"tokens":"•••""#),
      (#"{"token":"#, #"{"token":"#),
      (#"{"b":"{\"token\":\"abc\",\"n\":1}"}"#, #"{"b":"{\"token\":\"•••\",\"n\":1}"}"#),
      (#"{"url":"https://u:p@h/?token=abc\u0026b=c"}"#, #"{"url":"https://•••@h/?token=•••\u0026b=c"}"#),
      ("a=1&token=abc&b=2", "a=1&token=•••&b=2"),
      (#"<a data-key="x y" href="?a=1">"#, #"<a data-key="•••" href="?a=1">"#),
      ("> Authorization: Token abc\r\n> Accept: */*", "> Authorization: Token •••\r\n> Accept: */*"),
      (#"{"why":"token=","y":"z"}"#, #"{"why":"token=","y":"z"}"#),
      ("Correct app-token: it is refused", "Correct app-token: it is refused"),
      (#"["token","b"]"#, #"["token","b"]"#), (#"{"token":""}"#, #"{"token":""}"#),
    ])
  func bodies(body: String, masked: String) {
    #expect(SecretMask().text(body) == masked)
    #expect(SecretMask().text(masked) == masked)
  }

  @Test("FE-3 a body that is not UTF-8 is masked too and stays what it is")
  func invalidBody() {
    let body = Data([0xFF, 0xFE]) + Data(#""token":"abc""#.utf8) + Data([0x80])
    #expect(SecretMask().body(body) == Data([0xFF, 0xFE]) + Data(#""token":"•••""#.utf8) + Data([0x80]))
  }

  @Test(
    "FE-3 VE-7 a JSON Web Token is masked by its form, no matter who repeats it",
    arguments: [
      ("bad token eyJhbGciOiJub25lIn0.eyJzdWIiOiIxIn0.abc-_1, sorry", "bad token •••, sorry"),
      (#"{"m":"a\neyJhbGciOiJub25lIn0.eyJzdWIiOiIxIn0."}"#, #"{"m":"a\n•••"}"#),
      ("eyJhbGciOiJub25lIn0.eyJzdWIi", "•••"),
      // Blanks and line breaks behind the braces.
      ("eyAiYWxnIjoiSFMyNTYifQ.ewogICJzdWIiOiAiMSIKfQ.abc", "•••"),
      ("ew0KImFsZyI6Im5vbmUifQ.ewkiYWxnIjoxfQ.", "•••"),
      // Without a claim.
      ("a eyJhbGciOiJub25lIn0.e30.abc, eyJhbGciOiJub25lIn0.eyB9.abc", "a •••, •••"),
      (
        "eyJhbGciOiJub25lIn0.e30 eyJhbGciOiJub25lIn0.e301 eyJhbGciOiJub25lIn0.",
        "••• eyJhbGciOiJub25lIn0.e301 eyJhbGciOiJub25lIn0."
      ),
      (
        "eyJhbGciOiJub25lIn0.eyJh.b eyJhbGciOiJub25lIn0.eyJh.b eyJhbGciOiJub25lIn0 eyJ.eyJ",
        "••• ••• eyJhbGciOiJub25lIn0 eyJ.eyJ"
      ),
    ])
  func webTokens(text: String, masked: String) {
    #expect(SecretMask().text(text) == masked)
    #expect(SecretMask().text(masked) == masked)
  }

  @Test("FE-3 a known secret is masked wherever and however it is written, a short one is not")
  func known() {
    let mask = SecretMask(known: ["a/b\"c", "xyz"])
    #expect(mask.text(#"a/b"c a%2Fb%22c a/b\"c xyz"#) == "••• ••• ••• xyz")
    #expect(mask.known == ["a/b\"c"])
  }

  @Test("FE-3 JSON members lose their values at any depth; a pressed key is none of them")
  func json() {
    let value = JSONValue.object([
      "key": .string("j"), "n": .array([.object(["app_token": .integer(5), "why": .string("?token=abc")])]),
    ])
    #expect(
      SecretMask().json(value).serialized == #"{"key":"•••","n":[{"app_token":"•••","why":"?token=•••"}]}"#)
    #expect(
      SecretMask().json(value, isOwn: true).serialized
        == #"{"key":"j","n":[{"app_token":"•••","why":"?token=•••"}]}"#)
  }

  @Test("FE-3 arguments lose the values of secret options")
  func arguments() {
    let arguments = ["demo", "--app-token", "abc", "--account-token=abc", "--keys", "jj", "https://u:p@h/"]
    #expect(
      SecretMask().arguments(arguments)
        == ["demo", "--app-token", "•••", "--account-token=•••", "--keys", "jj", "https://•••@h/"])
  }

  @Test(
    "MC-8 FE-3 a secret inside an address that is encoded itself, once or more often",
    arguments: [
      (
        "a?next=https%3A%2F%2Fh%2F%3Faccess_token%3DeyJhb%26x%3D1",
        "a?next=https%3A%2F%2Fh%2F%3Faccess_token%3D•••%26x%3D1"
      ),
      ("u%253Fapi_key%253Dabc%2526y%253D2 tail", "u%253Fapi_key%253D•••%2526y%253D2 tail"),
      ("%3Fq%3D1%26PASSWORD%3dp%20next", "%3Fq%3D1%26PASSWORD%3d•••%20next"),
      ("%3Fq%3D1 100%", "%3Fq%3D1 100%"), ("token%3D", "token%3D"), ("50%3Dx", "50%3Dx"),
    ])
  func encoded(_ text: String, _ masked: String) {
    #expect(SecretMask().text(text) == masked)
    #expect(SecretMask().text(masked) == masked)
  }

  @Test(
    "FE-3 a key is a word of a name, not some letters of another",
    arguments: [
      ("api_key", true), ("X-Api-Key", true), ("apiKey", true), ("apikey", true), ("keys", true),
      ("KEY", true),
      ("keyword", false), ("monkey", false), ("turkey_size", false), ("keynote", false),
      ("accessToken", true),
      ("Set-Cookie", true), ("custom_key_value_pairs", false), ("passphrase", true), ("compass", false),
    ])
  func names(_ name: String, isSecret: Bool) { #expect(SecretMask.isSecret(name) == isSecret) }
}
