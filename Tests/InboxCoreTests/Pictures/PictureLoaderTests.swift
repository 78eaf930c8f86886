import Foundation
import InboxCore
import InboxModel
import InboxPictures
import Synchronization
import Testing

@Suite("Pictures are requested by rules")
struct PictureLoaderTests {
  @Test("FE-9 an address that could mislead is not asked")
  func refusals() {
    let policy = PicturePolicy()
    #expect(policy.refusal(of: "https://cdn.example.com/a.png") == nil)
    #expect(policy.refusal(of: "http://cdn.example.com/a.png") == nil)
    for address in [
      "https://user@cdn.example.com/a.png", "file:///etc/passwd", "cid:part1", "images/a.png", "",
      "https://a b.example/x", "https://0x7f.1/a",
    ] {
      #expect(policy.refusal(of: address) != nil, "\(address)")
    }
    let downgrade = policy.refusal(of: "http://cdn.example.com/a.png", after: "https://cdn.example.com/a")
    #expect(downgrade?.description.contains("without encryption") == true)
    #expect(policy.refusal(of: "http://b.example.com/", after: "http://a.example.com/") == nil)
  }

  @Test("FE-9 a request says nothing of who reads, and has limits")
  func request() async {
    let asked = Mutex<[LinkHop.Request]>([])
    let loader = PictureLoader(
      hop: LinkHop { request in
        asked.withLock { $0.append(request) }
        return LinkHop.Response(status: 200, location: nil, body: Data("x".utf8), milliseconds: 1)
      }
    ) { bytes in .failed(String(decoding: bytes, as: UTF8.self)) }
    #expect(await loader.load("https://cdn.example.com/a.png") == .failed("x"))
    let request = asked.withLock { $0.first }
    #expect(request?.headers.map(\.name) == ["Accept", "User-Agent"])
    #expect(request?.timeout == 10)
    #expect(request?.limit == 2 << 20)
  }

  @Test(
    "FE-9 at most three addresses send on, never from encrypted to plain; other answers say what they are")
  func redirects() async {
    let asked = Mutex<[String]>([])
    let hop = LinkHop { request in
      asked.withLock { $0.append(request.url) }
      let path = request.url.split(separator: "/").last ?? ""
      let location: String? =
        switch path {
        case "round": "/round"
        case "down": "http://cdn.example.com/plain"
        case "on": "https://other.example.com/here"
        default: nil
        }
      let status = location != nil || path == "nowhere" ? 302 : path == "gone" ? 404 : 200
      return LinkHop.Response(
        status: status, location: location, body: Data("p".utf8), isCut: path == "long", milliseconds: 1)
    }
    let loader = PictureLoader(hop: hop) { _ in .trackingPixel }
    func load(_ path: String) async -> (PictureOutcome, [String]) {
      asked.withLock { $0 = [] }
      let outcome = await loader.load("https://cdn.example.com/" + path)
      return (outcome, asked.withLock { $0 })
    }
    #expect(await load("on").0 == .trackingPixel)
    #expect(await load("on").1 == ["https://cdn.example.com/on", "https://other.example.com/here"])
    #expect(await load("round").1.count == 4)
    #expect(
      await load("round").0
        == .failed("The picture did not come: more than 3 addresses send on to one another."))
    #expect(await load("down").1 == ["https://cdn.example.com/down"])
    #expect(
      await load("gone").0 == .failed("The picture did not come: the server responded with status 404."))
    #expect(
      await load("nowhere").0
        == .failed("The picture did not come: the server sends on without saying where.")
    )
    #expect(await load("long").0 == .failed("The picture is larger than 2 MiB, so it is not loaded."))
  }

  @Test(
    "UL-5 FE-9 a picture is not requested where its address, or one that a redirect leads to, is a click",
    arguments: [
      ("https://news.brand.example/pub/acc?_ri_=1", true), ("http://news.brand.example/pub/acc?_ri_=1", true),
      ("https://news.brand.example/pub/cc?_ri_=1", true), ("http://news.brand.example/pub/cc/", true),
      ("https://news.brand.example/%70ub/cct", true), ("https://news.brand.example/pub/optout?_ri_=1", true),
      ("https://click.brand.example/a.png", true), ("https://go.brand.example/T/x", true),
      ("https://brand.onelink.me/T/x?pid=m", true),
      ("https://news.brand.example/i/logo.png", false), ("https://news.brand.example/public/a.png", false),
      ("https://www.brand.example/a.png?xnpe_cmp=1", false), ("https://cdn.brand.example/pub/cc", false),
    ])
  func clicks(address: String, isClick: Bool) async {
    let asked = Mutex<[String]>([])
    let resolver = LinkFixture.resolver { request throws(LinkHop.Failure) in
      asked.withLock { $0.append(request.url) }
      let isFirst = request.url.hasPrefix("https://cdn.example.com/")
      return LinkHop.Response(isFirst ? 302 : 200, "x", location: isFirst ? address : nil)
    }
    let loader = PictureLoader(hop: resolver.hop, isClick: { resolver.countsRequests(of: $0) }) { _ in
      .trackingPixel
    }
    let refused = PictureFailure.refused("the request would count as a click of a link").description
    #expect(await loader.load(address) == (isClick ? .failed(refused) : .trackingPixel))
    #expect(asked.withLock { $0 } == (isClick ? [] : [address]))
    guard address.hasPrefix("https:") else { return }
    _ = await loader.load("https://cdn.example.com/a.png")
    #expect(asked.withLock { $0.count } == (isClick ? 1 : 3))
  }

  @Test("FE-9 what stands in the message is asked of no one")
  func inline() async {
    let loader = PictureLoader(hop: .none) { bytes in .failed(String(decoding: bytes, as: UTF8.self)) }
    #expect(await loader.load("data:image/png;base64,aGVsbG8=") == .failed("hello"))
    #expect(await loader.load("DATA:image/png;base64, aGVs\n bG8%3D") == .failed("hello"))
    #expect(await loader.load("data:,a%20b") == .failed("a b"))
    #expect(await loader.load("data:image/png;base64") == .failed(PictureFailure.notAPicture.description))
    let large = "data:image/png;base64," + String(repeating: "A", count: 3 << 20)
    #expect(await loader.load(large) == .failed("The picture is larger than 2 MiB, so it is not loaded."))
  }

  @Test("FE-9 where a picture is")
  func source() {
    #expect(PictureSource("data:image/png;base64,AA==") == .inline)
    #expect(PictureSource("https://CDN.example.com/a.png") == .remote(host: "cdn.example.com"))
    #expect(PictureSource("cid:1") == .nowhere)
    #expect(PictureSource("a.png") == .nowhere)
  }
}
