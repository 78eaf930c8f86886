import InboxModel
import Testing

/// What a sender may have asked, judged by the spelling of a host alone.
struct PrivateAddressesTests {
  @Test(
    "FE-9 UL-10 every spelling of an address of this machine or its network is refused",
    arguments: [
      "127.0.0.1", "127.1", "127.0.0.1.", "2130706433", "0x7f000001", "0x7F.1", "017700000001", "0177.0.0.1",
      "127.255.255.254", "0.0.0.0", "0", "10.0.0.1", "10.255.255.255", "172.16.0.1", "172.31.255.255",
      "192.168.1.1", "100.64.0.1", "100.127.255.255", "169.254.169.254", "224.0.0.1", "239.255.255.250",
      "255.255.255.255", "240.0.0.1", "192.0.0.1", "198.18.0.1", "[::1]", "::1", "[0:0:0:0:0:0:0:1]", "[::]",
      "[::ffff:127.0.0.1]", "[::FFFF:7f00:1]", "[::ffff:10.0.0.1]", "[::127.0.0.1]", "[64:ff9b::127.0.0.1]",
      "[64:ff9b::a00:1]", "[64:ff9b:1::1]", "[2002:7f00:1::]", "[2002:a00:1::1]", "[fc00::1]",
      "[fd12:3456::1]",
      "[fe80::1]", "[fe80::1%eth0]", "[fec0::1]", "[ff02::1]", "[2001::1]", "[2001:db8::1]", "localhost",
      "LOCALHOST", "localhost.", "a.localhost", "printer", "nas.local", "router.lan", "x.internal",
      "wiki.corp", "a.intranet", "b.home.arpa", "home.arpa", "c.home", "d.private", "e.localdomain",
      "127。0。0。1",
    ])
  func refused(host: String) {
    #expect(PrivateAddresses.refuse.refusal(ofHost: host)?.contains("private-addresses") == true)
    #expect(PrivateAddresses.allow.refusal(ofHost: host) == nil)
  }

  @Test(
    "FE-9 UL-10 what is of the public Internet may be asked",
    arguments: [
      "news.example.com", "example.com.", "localhost.example.com", "lan.example.com", "127.0.0.1.example.com",
      "8.8.8.8", "126.255.255.255", "128.0.0.1", "172.15.0.1", "172.32.0.1", "100.63.0.1", "100.128.0.1",
      "192.167.0.1", "169.253.0.1", "11.0.0.1", "223.255.255.255", "198.20.0.1", "[2606:4700::1111]",
      "[2a00:1450::1]", "[::ffff:8.8.8.8]", "[64:ff9b::808:808]", "[2002:808:808::1]", "xn--mnchen-3ya.de",
      "1.2.3.4.5", "256.1.1.1.example",
    ])
  func allowed(host: String) { #expect(PrivateAddresses.refuse.refusal(ofHost: host) == nil) }

  @Test("FE-9 a refusal names the host and what it is, and a name's also the address it leads to")
  func sentences() throws {
    let literal = try #require(PrivateAddresses.refuse.refusal(ofHost: "[::ffff:127.0.0.1]"))
    #expect(literal.hasPrefix("its host [::ffff:127.0.0.1] is an address of this machine, "))
    let address = try #require(InternetAddress("10.1.2.3"))
    let name = try #require(PrivateAddresses.refuse.refusal(of: address, for: "a.example"))
    #expect(name.hasPrefix("its host a.example leads to 10.1.2.3, an address of a local network, "))
    #expect(
      PrivateAddresses.refuse.refusal(of: try #require(InternetAddress("8.8.8.8")), for: "a.example") == nil)
  }

  @Test(
    "UL-9 UL-15 hosts are compared in one spelling",
    arguments: [
      ("NEWS.Example.com", "news.example.com"), ("news.example.com.", "news.example.com"),
      ("MÜNCHEN.example", "xn--mnchen-3ya.example"), ("xn--MNCHEN-3ya.example.", "xn--mnchen-3ya.example"),
      ("ｎews.example", "news.example"), ("[0:0:0:0:0:0:0:1]", "[::1]"), ("::0001", "[::1]"),
      ("[2001:DB8::00:1]", "[2001:db8::1]"), ("127.0.0.1", "127.0.0.1"), ("a_b.example", "a_b.example"),
      ("", ""), (".", "."),
    ])
  func normalized(host: String, expected: String) { #expect(HostName.normalized(host) == expected) }
}
