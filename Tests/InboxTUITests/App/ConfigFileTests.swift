import InboxCore
import InboxTOML
import Testing

@testable import inbox

/// What a profile is where its configuration does not say.
struct ConfigFileTests {
  private func settings(_ more: String) throws -> MessageCenterSettings {
    let text = """
      [profile.work]
      back-end = "https://mc.example.com"
      app-token = "a"
      account-token = "b"
      \(more)
      """
    return try ConfigFile(text: text, name: "config.toml").profile("work").settings
  }

  @Test("MC-6 without retention-days the cache keeps a message for 15 days, with or without [cache]")
  func retention() throws {
    let days = 86_400.0
    #expect(try settings("").retention.seconds == 15 * days)
    #expect(try settings("[profile.work.cache]").retention.seconds == 15 * days)
    #expect(try settings("[profile.work.cache]\nretention-days = 7").retention.seconds == 7 * days)
  }

  @Test("MC-1 MC-3 EN-3 EN-7 UL-12 the other defaults, each with its table there and empty")
  func defaults() throws {
    for more in ["", "[profile.work.refresh]\n[profile.work.session]\n[profile.work.outbox]"] {
      let settings = try settings(more)
      #expect(settings.isEnabled && settings.refreshInterval == 300)
      #expect(!settings.sessionEndsOnOpen && settings.displayDelivery == .asShown)
      #expect(settings.outboxLimit.events == 10_000 && settings.campaigns == nil)
    }
    let campaigns = try settings("[profile.work.bloomreach]\ndomains = [\"www.brand.example\"]").campaigns
    #expect(campaigns?.tracksSessions == true && campaigns?.sessionTimeout == 60)
  }
}
