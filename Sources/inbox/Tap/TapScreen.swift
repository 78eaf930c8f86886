import Foundation
import InboxCore
import InboxEvidence
import InboxModel
import InboxSandbox
import InboxTap
import InboxTransport
import InboxTUI
import InboxVendors

/// A tap with a screen: the inbox of the app, read-only, and what the app does with it.
struct TapScreen {
  let command: TapCommand
  let options: TapOptions
  let tap: Tap
  let feed: TapFeed

  func run(_ front: FrontOptions) async throws {
    let vendor = try command.reader()
    guard command.centers.isEmpty || vendor.lists != nil else {
      throw Exit.usage("\(vendor.capabilities.vendor) has one inbox. Leave --center out.")
    }
    let centers = try CenterList(command.centers)
    let inbox = TappedInbox(
      options.origin, at: "http://\(options.address.forURL):\(tap.port)", vendor, centers: centers,
      faults: tap.faults)
    var profile = Profile.looking("tap", at: centers)
    profile.tap = inbox
    var following: Task<Void, Never>?
    defer {
      following?.cancel()
      feed.finish()
    }
    try await FrontRun.run(profile, program: "The tap", front, link: nil) { composition, recording in
      following = follow(inbox, composition, recording)
    } end: {
      // Exchanges under way are evidence as well.
      await tap.stop()
      feed.finish()
      await following?.value
    }
    // A run that prints lines instead of a screen ends without that.
    await tap.stop()
  }

  private func follow(
    _ inbox: TappedInbox, _ composition: Composition, _ recording: RecordingFile?
  ) -> Task<Void, Never> {
    let (feed, services, center) = (feed, composition.services, composition.center)
    let secrets = composition.secrets
    let board = tap.faults.board
    let place = "The app finds the tap at \(inbox.address)."
    return Task { @concurrent in
      await inbox.untilFrontFollows()
      await center.notice(place, failed: false)
      await board.onChange { faults in services.sandbox?.send(.faultsChanged(faults.map(\.words))) }
      services.sandbox?.send(.faultsChanged(await board.all.map(\.words)))
      for await tapped in feed.exchanges {
        let read = ReadExchange(tapped)
        feed.done(tapped)
        secrets.add(read.exchange.credentials, madeBy: "the app")
        recording?.write(.exchange(read.exchange))
        services.exchanges?.send(read.exchange)
        await inbox.take(read, for: center)
      }
    }
  }
}
