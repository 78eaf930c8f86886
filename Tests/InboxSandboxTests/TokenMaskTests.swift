import Foundation
import InboxModel
import Testing

@testable import InboxSandbox

struct TokenMaskTests {
  @Test(
    "TS-5 VE-7 a token that is known by its hash is masked wherever it stands among other digits",
    arguments: ["", "Token%20", "00", "abc"], ["", "f", "-"])
  func amongDigits(before: String, behind: String) {
    let token = "0123456789abcdef0123456789abcdef"
    let mask = TokenMask(known: [], hashes: [SandboxTokens.hash(token)])
    let text = mask.known(in: before + token + behind)
    #expect(!text.contains(token) && text.hasPrefix(before) && text.hasSuffix(behind))
    #expect(mask.known(in: String(repeating: "a", count: 40)) == String(repeating: "a", count: 40))
  }

  @Test(
    "TS-5 TS-8 a token that is known by its hash is masked in Base64 and percent-encoded as well",
    arguments: ["", "user:"])
  func encoded(before: String) {
    let token = "0123456789abcdef0123456789abcdef"
    let mask = TokenMask(known: [], hashes: [SandboxTokens.hash(token)])
    let base64 = Data((before + token).utf8).base64EncodedString()
    let percent = token.utf8.map { "%" + String($0, radix: 16, uppercase: true) }.joined()
    for text in [base64, base64.replacing("=", with: ""), percent, "01%32" + token.dropFirst(3)] {
      for (head, tail) in [("a ", " b"), ("u=", ""), ("/s/one/x/", "?y"), ("{\"t\":\"", "\"}")] {
        #expect(mask.known(in: head + text + tail).hasPrefix(head + "•••"), "\(head)\(text)\(tail)")
      }
    }
    let other = Data(String(repeating: "x", count: 40).utf8).base64EncodedString()
    #expect(mask.known(in: other) == other && mask.known(in: "a%20b") == "a%20b")
  }

  @Test("TS-5 VE-7 a user's token that an app sends along is masked by its form, as it is kept nowhere")
  func webTokens() {
    let token = JSONWebToken.make(keyID: "k", claims: ["sub": .string("maria")], secret: "s")
    for mask in [TokenMask(known: []), TokenMask(known: [], hashes: [SandboxTokens.hash("x")])] {
      #expect(mask.known(in: #"{"t":"\#(token)"}"#) == #"{"t":"•••"}"#)
      #expect(mask.known(in: ["t": .string(token)]) == ["t": .string("•••")])
    }
  }

  @Test(
    "TS-5 TS-6 of digits without an end so many are searched for a token, and the rest is hidden as it is")
  func endless() {
    let token = "0123456789abcdef0123456789abcdef"
    let mask = TokenMask(known: [], hashes: [SandboxTokens.hash(token)])
    let digits = String(repeating: "fedcba9876543210", count: 65_535)
    #expect(mask.known(in: "a \(digits) \(token) b") == "a ••• ••• b")
    #expect(mask.known(in: "a \(Data(digits.utf8).base64EncodedString()) b") == "a ••• b")
    // Names of 32 digits, as apps have them, are one place each.
    let names = (1_000..<1_500).map { "\($0)" + String(repeating: "a", count: 28) }.joined(separator: ",")
    #expect(mask.known(in: names) == names)
  }
}
