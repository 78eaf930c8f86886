import Foundation
import InboxModel
import InboxTestSupport
import Testing

/// The pages as a browser shows them (TS-5).
@Suite(
  "Pages in Chromium", .queued,
  .enabled(
    if: ProcessInfo.processInfo.environment["CI"] == "true"
      || FileManager.default.isExecutableFile(atPath: Chromium.path),
    "Chromium is not there: ‘apt-get install chromium’ brings it"))
struct BrowserTests {
  private func with(_ body: (Chromium, PageBench) async throws -> Void) async throws {
    try await PageBench.with { pages in
      let browser = try await Chromium()
      do { try await body(browser, pages) } catch {
        await browser.stop()
        throw error
      }
      await browser.stop()
    }
  }

  /// Nothing wider than the window, no error, no request but for the page itself.
  private func check(_ browser: Chromium, _ address: String, _ widths: [Int] = [390, 1200]) async throws {
    for width in widths {
      try await browser.resize(to: width)
      let metrics = try await browser.send("Page.getLayoutMetrics")
      let content = metrics["cssContentSize"]?["width"]?.integer ?? 0
      #expect(content == width, "\(address) is \(content) wide in a window of \(width)")
    }
    let errors = await browser.errors
    #expect(errors == [], "\(address)")
  }

  @Test("TS-5 every page is whole without scripts, requests nothing else and fits a phone and a screen")
  func pages() async throws {
    try await with { browser, pages in
      let root = "127.0.0.1:\(pages.bench.port)"
      try await browser.runScripts(false)
      // The browser keeps what was typed once.
      try await browser.open("http://maria:\(pages.token)@\(root)/s/one/")
      for (path, text) in [
        ("/s/one/", "user:maria"), ("/s/one/receipts/\(PageBench.id)", "display of spring"),
        (try await pages.openPath, "\"messageId\":\"\(PageBench.long)\""),
        ("/s/one/messages/spring", "<b>Spring</b> & “sale”"),
        ("/s/one/messages/\(PageBench.long)", PageBench.long), ("/s/one/reports/1", "iterable"),
      ] {
        try await browser.open("http://\(root)\(path)")
        let shown = try await browser.value(of: "document.body.innerText").text
        #expect(shown?.contains(text) == true, "\(path)")
        try await check(browser, path)
        let requests = await browser.requests
        #expect(requests == ["http://\(root)\(path)"])
      }
    }
  }

  @Test("TS-5 the live page puts what comes in above the rest, in a space of its own origin")
  func live() async throws {
    try await with { browser, pages in
      let root = "127.0.0.1:\(pages.bench.port)"
      try await browser.open("http://maria:\(pages.token)@\(root)/s/one/")
      try await pages.display(2)
      let row = try await browser.value(
        of: """
          new Promise((done) => {
            const rows = document.getElementById("rows");
            const look = () => rows.children.length > 2 && done(rows.firstChild.innerText + rows.firstChild.innerHTML);
            new MutationObserver(look).observe(rows, { childList: true });
            look();
          })
          """)
      let link = "<a href=\"/s/one/receipts/00000000-0000-0000-0000-000000000002\">display</a>"
      #expect(row.text?.contains("user:maria") == true && row.text?.contains(link) == true, "\(row)")
      // The same display again is the same row.
      try await pages.display(2)
      let times = try await browser.value(
        of: """
          new Promise((done) => {
            const rows = document.getElementById("rows");
            const look = () => rows.firstChild.lastChild.textContent === "2 ×" && done(rows.children.length);
            new MutationObserver(look).observe(rows, { childList: true });
            look();
          })
          """)
      #expect(times.integer == 3)
      try await check(browser, "the live page")
      let requests = await browser.requests
      #expect(
        requests.count == 2 && requests.last?.hasPrefix("http://\(root)/s/one/live?newest=1") == true,
        "\(requests)")
    }
  }

  @Test("TS-5 the live page says when it is not connected, and goes on where it was once it is again")
  func reconnect() async throws {
    try await with { browser, pages in
      let root = "127.0.0.1:\(pages.bench.port)"
      try await browser.open("http://maria:\(pages.token)@\(root)/s/one/")
      // After a refusal the browser itself would never request it again.
      let state = try await browser.value(
        of: """
          new Promise((done) => {
            const state = document.getElementById("state");
            const right = rows.dataset.live;
            address.pathname = "/s/one/receipts/nothing";
            new MutationObserver(() => {
              if (state.hidden) return;
              address.pathname = new URL(right, location.origin).pathname;
              done(state.innerText);
            }).observe(state, { attributes: true });
            pause = 0.1;
            follow();
          })
          """)
      #expect(state.text == "Not connected: what arrives is not shown. Trying again.")
      let hidden = try await browser.value(
        of: """
          new Promise((done) => {
            const state = document.getElementById("state");
            const look = () => state.hidden && done(true);
            new MutationObserver(look).observe(state, { attributes: true });
            look();
          })
          """)
      #expect(hidden == .bool(true))
      try await pages.display(2)
      let row = try await browser.value(
        of: """
          new Promise((done) => {
            const rows = document.getElementById("rows");
            const look = () => rows.children.length > 2 && done(rows.children.length);
            new MutationObserver(look).observe(rows, { childList: true });
            look();
          })
          """)
      #expect(row.integer == 3)
    }
  }

  @Test("TS-5 a page in a file is whole where there is no sandbox, and requests nothing")
  func file() async throws {
    try await with { browser, pages in
      let folder = try TemporaryFolder()
      for path in ["/s/one/", try await pages.openPath, "/s/one/messages/spring", "/s/one/reports/1"] {
        let page = try await pages.browser().get(path)
        try folder.write(try await pages.browser().get(path + "?file=1").body, to: "finding.html")
        let address = "file://\(folder.path)/finding.html"
        try await browser.open(address)
        let text = try await browser.value(of: "document.querySelector('main').innerText").text
        try await check(browser, address)
        let requests = await browser.requests
        #expect(requests == [address])
        // The same as the sandbox shows.
        try folder.write(page.body, to: "served.html")
        try await browser.runScripts(false)
        try await browser.open("file://\(folder.path)/served.html")
        #expect(
          text == (try await browser.value(of: "document.querySelector('main').innerText").text), "\(path)")
        try await browser.runScripts(true)
      }
    }
  }
}
