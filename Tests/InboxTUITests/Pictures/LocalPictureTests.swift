import InboxModel
import InboxTestSupport
import InboxTUI
import Testing

@testable import InboxTUI

/// Pictures of this machine's own sandbox need no question; all others do.
struct LocalPictureTests {
  private static let played = "https://cdn.acme.example/icon.png"

  private func state(
    icon: String, isOpen: Bool, isReadOnly: Bool = false
  ) throws -> (state: AppState, effects: [AppEffect]) {
    var state = try StateFixture.inbox(80, 24)
    state.profile.isReadOnly = isReadOnly
    state.profile.localHosts = ["cdn.acme.example"]
    var row = try #require(state.list.selectedRow)
    row.message.iconURL = icon
    state.detail = DetailState(row: row)
    state.detail?.isOpen = isOpen
    let effects = state.decodePictures()
    return (state, effects)
  }

  @Test("FE-9 FE-12 of an opened message what the sandbox plays is loaded by itself, once")
  func local() throws {
    var (state, effects) = try state(icon: Self.played, isOpen: true)
    let key = try #require(state.detail?.row.key)
    #expect(effects == [.decodePictures(key, [PictureRequest(numbers: [0], source: Self.played)])])
    #expect(state.decodePictures() == [])
  }

  @Test(
    "FE-9 another host, another port, no TLS: the person is asked as everywhere",
    arguments: [
      "https://cdn.other.example/icon.png", "https://cdn.acme.example:8443/icon.png",
      "http://cdn.acme.example/icon.png", "https://cdn.acme.example.evil.example/icon.png",
    ])
  func remote(icon: String) throws {
    var (state, effects) = try state(icon: icon, isOpen: true)
    #expect(effects == [])
    #expect(state.showPictures() == [] && state.notice?.text.hasPrefix("Loading 1 picture shows") == true)
  }

  @Test("FE-9 FE-13 a key that shows another look means no to pictures, as any other key does")
  func otherLook() throws {
    var state = try PresentingFixture.state(80, 24)
    state.detail?.row.message.iconURL = "https://cdn.other.example/icon.png"
    func press(_ keys: String) throws -> [AppEffect] {
      try Key.sequence(keys).flatMap { state.reduce(.keyPressed($0)) }
    }
    #expect(try press("I v I") == [])
    #expect(try press("I").contains { if case .loadPictures = $0 { true } else { false } })
  }

  @Test("VE-8 FE-9 read-only, nothing is requested, not even on the key: the sender would see it")
  func readOnly() throws {
    for icon in [Self.played, "https://cdn.other.example/icon.png"] {
      var (state, effects) = try state(icon: icon, isOpen: true, isReadOnly: true)
      #expect(effects == [])
      #expect(state.showPictures() == [])
      #expect(state.notice?.text == "Read-only: no pictures are requested, as their sender would see that.")
    }
  }

  @Test("FE-9 a preview loads nothing; one key does, without a question")
  func preview() throws {
    var (state, effects) = try state(icon: Self.played, isOpen: false)
    #expect(effects == [])
    let key = try #require(state.detail?.row.key)
    #expect(state.showPictures() == [.loadPictures(key, [PictureRequest(numbers: [0], source: Self.played)])])
  }

  @Test("FE-12 of the pixels that only some terminals show as many are retained as fit, the newest")
  func bound() throws {
    let fine = try #require(
      PictureRaster(width: 640, height: 400, pixels: [UInt8](repeating: 9, count: 640 * 400 * 4)))
    var raster = fine.fitted(into: PicturePolicy().box)
    raster.fine = fine
    var shelf = PictureShelf()
    for number in 0..<20 {
      shelf[MessageKey(center: .primary, id: MessageID("m\(number)"))].outcomes[0] = .raster(raster)
    }
    let retained = (0..<20).filter { number in
      let outcome = shelf[MessageKey(center: .primary, id: MessageID("m\(number)"))].outcomes[0]
      if case .raster(let raster)? = outcome { return raster.fine != nil }
      return false
    }
    #expect(retained.count == PictureShelf.fineBytes / fine.pixels.count && retained.last == 19)
    #expect(shelf.count == 20)
  }
}
