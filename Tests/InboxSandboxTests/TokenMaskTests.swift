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
}
