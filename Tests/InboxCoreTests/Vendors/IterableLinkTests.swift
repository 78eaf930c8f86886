import InboxCore
import InboxVendors
import Testing

/// Links of Iterable's messages (wires.md §2.5).
struct IterableLinkTests {
  private static func settings(isIterable: Bool = true) -> LinkSettings {
    var settings = LinkSettings()
    settings.isIterable = isIterable
    return settings
  }

  private func trail(_ link: String, _ settings: LinkSettings = settings()) async -> LinkTrail {
    await LinkResolver(settings: settings, hop: .none).resolve(LinkRequest(link, from: .commandLine))
  }

  @Test(
    "VE-10 UL-14 links on which the SDK acts are named, and none of them is sent or opened",
    arguments: [
      (
        "action://join", "custom-action", "the app gets the custom action “join” and decides what it does"
      ),
      (
        "ITBL://join/now", "custom-action",
        "the app gets the custom action “join/now” and decides what it does"
      ),
      ("iterable://dismiss", "dismiss", "the app closes the message"),
      (
        "iterable://delete", "delete",
        "an app deletes the message, also on the server; here nothing but the key that deletes does that"
      ),
      (
        "iterable://shuffle", "reserved",
        "the scheme is Iterable's own, and its SDKs know no “shuffle”: nothing happens"
      ),
      (
        "applewebdata://4F2A-1/promo/x", "local",
        "a link without a scheme, which iOS takes for a part of the page: the app gets “promo/x”"
      ),
    ])
  func special(link: String, branch: String, reason: String) async {
    let trail = await trail(link)
    #expect(trail.linkClass == .iterable)
    #expect(trail.branch == branch)
    #expect(trail.reason == reason)
    #expect(trail.outcome == .deepLink(url: link))
    #expect(trail.hops.isEmpty)
    #expect(trail.click == .no)
  }

  @Test(
    "VE-10 UL-14 any other link is what it is to every app",
    arguments: ["https://brand.example/a", "brand://sale"])
  func others(link: String) {
    #expect(Self.settings().classify(link) == Self.settings(isIterable: false).classify(link))
  }

  @Test("VE-2 to an app without the SDK they are deep links, and a script is refused with it and without it")
  func withoutSDK() {
    #expect(Self.settings(isIterable: false).classify("action://join") == .customScheme)
    #expect(Self.settings().classify("javascript:alert(1)").isRefused)
  }
}
