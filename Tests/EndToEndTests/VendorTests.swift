import Foundation
import InboxModel
import InboxSandbox
import InboxTestSupport
import Testing

/// Links of each vendor through the real binary.
@Suite(.queued)
struct VendorTests {
  private static let campaigns = #"""
    [brand]
    name = "Acme"
    domain = "news.acme.example"
    scheme = "skerrylight"
    esp-domain = "click.acme.example"
    onelink-domain = "acme.onelink.me"
    app-domain = "www.skerrylight.example"

    [[link]]
    name = "show"
    url = "https://www.acme.example/show"
    ios = "skerrylight://shows/salt-road"
    android = "skerrylight://shows/night-ferry"
    onelink = "https://acme.onelink.me/H5hv?pid=Email&deep_link_value=offers%2Fsalt&deep_link_sub1=mail"

    [[campaign]]
    id = "responsys"
    kind = "open-url"
    subject = "First Responsys"
    message = "One GET."
    deeplink = "{{link:show}}"
    sent = "-1m"

    [[campaign]]
    id = "appsflyer"
    kind = "open-url"
    subject = "Then AppsFlyer"
    message = "Redirects."
    deeplink = "{{esp:show}}"
    sent = "-2m"

    [[campaign]]
    id = "bloomreach"
    kind = "open-url"
    subject = "Last Bloomreach"
    message = "An event."
    deeplink = "https://www.skerrylight.example/profiles/family?utm_source=br&xnpe_cmp=e1"
    sent = "-3m"
    """#

  private let program: Program

  init() throws { program = try Program() }

  @Test("UL-1 UL-10 UL-11 UL-16 FE-4 from message to screen for each vendor; double Enter is one click")
  func screens() async throws {
    let sandbox = try await program.startSandbox(Self.campaigns)
    let terminal = try TerminalProgram(program, "--profile", "sandbox")
    try await terminal.wait(for: "First Responsys", "Last Bloomreach")
    func followTwice(_ keys: String) async throws {
      terminal.press(keys)
      try await terminal.wait(without: "Enter follows [")
      terminal.press("\r")
      try await terminal.wait(for: "Enter follows [")
      // Another key in between: Enter pressed at once is still the opening.
      terminal.press("\u{C}\r\r")
    }
    try await followTwice("g")
    try await terminal.wait(for: "App: Show", "skerrylight › shows › salt-road", "Click counted: yes")
    terminal.press("\u{1B}")
    try await terminal.wait(without: "App: Show")
    try await followTwice("hj")
    try await terminal.wait(for: "App: Offer", "onelink › offers › salt", "deep_link_sub1 = mail")
    terminal.press("\u{1B}")
    try await terminal.wait(without: "App: Offer")
    try await followTwice("hj")
    try await terminal.wait(
      for: "App: Profile", "www.skerrylight.example › profiles › family", "xnpe_cmp = e1",
      "Click counted: it is queued")
    terminal.press("Q")
    #expect(await terminal.end() == 0)
    let receipts = try await sandbox.receipts()
    #expect(
      receipts.clicks.map { "\($0.kind.rawValue) \($0.campaign)" } == ["app responsys", "esp appsflyer"])
    let tracked = receipts.tracking.filter { $0.type == "campaign_click" }
    #expect(tracked.count == 1 && tracked.first?.count == 1)
    #expect(receipts.tracking.count { $0.type == "session_start" } == 1)
    await sandbox.stop()
  }

  @Test(
    "UL-5 UL-16 SIGTERM during resolve: the click that had left is the only one, also after the next start")
  func terminated() async throws {
    let sandbox = try await program.startSandbox(Self.campaigns)
    await sandbox.setFault(Fault(.links, stall: true, after: true))
    let terminal = try TerminalProgram(program, "--profile", "sandbox")
    try await terminal.wait(for: "First Responsys")
    terminal.press("g\r")
    try await terminal.wait(for: "Enter follows [")
    terminal.press("\u{C}\r")
    try await sandbox.faultStruck(.links)
    terminal.send(signal: SIGTERM)
    #expect(await terminal.end() >> 8 == 143)
    await sandbox.clearFaults()
    let again = try TerminalProgram(program, "--profile", "sandbox")
    try await again.wait(for: "First Responsys")
    again.press("Q")
    #expect(await again.end() == 0)
    #expect(try await sandbox.receipts().clicks.map(\.campaign) == ["responsys"])
    await sandbox.stop()
  }

  @Test("UL-11 EN-7 a kill with a campaign click that was stored and not sent: the next start sends it, once")
  func killed() async throws {
    let sandbox = try await program.startSandbox(Self.campaigns)
    // Killed on its way: a click that the server is about to have would be counted, and be sent again.
    await sandbox.setFault(Fault(.tracking, stall: true))
    let terminal = try TerminalProgram(program, "--profile", "sandbox")
    try await terminal.wait(for: "First Responsys", "Last Bloomreach")
    terminal.press("G\r")
    try await terminal.wait(for: "Enter follows [")
    terminal.press("\u{C}\r")
    try await terminal.wait(for: "App: Profile", "Click counted: it is queued")
    try await sandbox.faultStruck(.tracking)
    terminal.send(signal: SIGKILL)
    #expect(await terminal.end() == SIGKILL)
    #expect(try await sandbox.receipts().tracking.isEmpty)
    await sandbox.clearFaults()
    let again = try TerminalProgram(program, "--profile", "sandbox")
    try await again.wait(for: "First Responsys")
    let receipts = try await sandbox.receipts(ReceiptFilter()) {
      $0.tracking.contains { $0.type == "campaign_click" }
    }
    again.press("Q")
    #expect(await again.end() == 0)
    let clicks = receipts.tracking.filter { $0.type == "campaign_click" }
    #expect(clicks.count == 1 && clicks.first?.count == 1)
    let last = try await sandbox.receipts().tracking
    #expect(last.count { $0.type == "campaign_click" } == 1 && last.allSatisfy { $0.count == 1 })
    await sandbox.stop()
  }

  @Test(
    "UL-11 UL-12 a click of a command joins the session of an inbox that is open or stopped; after a kill it is a visit of its own"
  )
  func besideTheInbox() async throws {
    let sandbox = try await program.startSandbox(Self.campaigns)
    let link = "https://www.skerrylight.example/profiles/family?xnpe_cmp=e1"
    func click(_ count: Int) async throws -> [String] {
      // Past the session's time-out.
      try await sandbox.change(clock: .advance(seconds: 90))
      let outcome = try await program.run("resolve", "--profile", "sandbox", link, "--json")
      #expect(outcome.status == 0 && outcome.output.contains(#""countedAsClick":"yes""#), "\(outcome)")
      let receipts = try await sandbox.receipts(ReceiptFilter()) { receipts in
        receipts.tracking.count { $0.type == "campaign_click" } == count
          && receipts.tracking.contains { $0.type == "session_start" }
      }
      return receipts.tracking.map(\.type).filter { $0 != "campaign_click" }.sorted()
    }
    let terminal = try TerminalProgram(program, "--profile", "sandbox")
    try await terminal.wait(for: "First Responsys", "session 1")
    #expect(try await click(1) == ["session_start"])
    terminal.send(signal: SIGSTOP)
    try await until { ProcessTable.isStopped(terminal.process) }
    #expect(try await click(2) == ["session_start"])
    terminal.send(signal: SIGKILL)
    #expect(await terminal.end() == SIGKILL)
    #expect(try await click(3) == ["session_end", "session_start", "session_start"])
    await sandbox.stop()
  }

  @Test(
    "UL-15 inbox links mail lists what inbox resolve --mail follows; each resolve is one click, a dry run none"
  )
  func mail() async throws {
    let sandbox = try await program.startSandbox(Self.campaigns)
    let list = try await program.run("links", "mail", "--message", "appsflyer")
    #expect(
      list.output.split(separator: "\n").map { $0.prefix { $0 != " " } } == [
        "appsflyer/show/app", "appsflyer/show/non-app", "appsflyer/show/esp", "appsflyer/show/onelink",
        "appsflyer/show/web",
      ])
    let ends = [
      "app": "screen", "non-app": "browser", "esp": "screen", "onelink": "screen", "web": "browser",
    ]
    for (kind, end) in ends {
      let name = "appsflyer/show/\(kind)"
      let dry = try await program.run("resolve", "--mail", name, "--dry-run", "--json")
      #expect(dry.status == 0 && dry.output.contains(#""countedAsClick":"no""#))
      let outcome = try await program.run("resolve", "--mail", name, "--json")
      let trail = try JSONValue.parse(Data(outcome.output.utf8))
      #expect(trail["outcome"]?["kind"]?.text == end, "\(outcome)")
      #expect(trail["origin"]?.text == "mail" && outcome.status == 0)
    }
    let receipts = try await sandbox.receipts()
    #expect(receipts.clicks.map(\.kind.rawValue).sorted() == ["app", "esp", "onelink"])
    for form in [[], ["--json"]] {
      let none = try await program.run(["links", "mail", "--message", "nothing"] + form)
      #expect(none.status == 1 && (none.output + none.errors).contains("has sent no mail"), "\(none)")
    }
    let wrong = try await program.run("resolve", "--mail", "nothing")
    #expect(wrong.status == 1 && wrong.errors.contains("‘inbox links mail’ lists them"))
    await sandbox.stop()
    #expect(try await program.run("links", "mail").status == 2)
  }

  @Test("UL-1 UL-6 inbox resolve --platform takes that platform's column, and says which app asks")
  func platform() async throws {
    let sandbox = try await program.startSandbox(Self.campaigns)
    for (options, show) in [
      ([], "salt-road"), (["--platform", "ios"], "salt-road"), (["--platform", "android"], "night-ferry"),
    ] {
      let outcome = try await program.run(["resolve", "--mail", "responsys/show/app"] + options)
      #expect(outcome.output.contains("skerrylight › shows › \(show)"), "\(outcome)")
    }
    let agents = try await sandbox.receipts().clicks.map(\.userAgent)
    #expect(agents.count { $0.contains("iPhone") } == 2 && agents.count { $0.contains("Android") } == 1)
    let wrong = try await program.run("resolve", "--platform", "symbian", "https://a.example/")
    #expect(wrong.status != 0 && wrong.errors.contains("is none of ios, android"))
    await sandbox.stop()
  }

  @Test("UL-10 FE-9 private-addresses of a profile, or the option, allows what is refused else")
  func privateAddresses() async throws {
    let server = try ScriptedServer { _ in
      Array("HTTP/1.1 200 OK\r\nContent-Length: 0\r\nConnection: close\r\n\r\n".utf8)
    }
    func resolve(_ setting: String, _ options: [String] = []) async throws -> Program.Outcome {
      try FileManager.default.createDirectory(
        atPath: program.home.path + "/config/inbox", withIntermediateDirectories: true)
      try program.home.write(
        """
        default = "work"
        [profile.work]
        back-end = "http://127.0.0.1:9"
        app-token = "a"
        account-token = "b"
        [profile.work.links]
        esp-domains = ["127.0.0.1"]
        \(setting)
        """, to: "config/inbox/config.toml")
      return try await program.run(
        ["resolve", "--profile", "work", "http://127.0.0.1:\(server.port)/x"] + options)
    }
    for setting in ["", "private-addresses = \"refuse\""] {
      let refused = try await resolve(setting)
      #expect(refused.status == 1 && refused.output.contains("address-refused"), "\(refused)")
    }
    #expect(server.requests == [])
    #expect(try await resolve("private-addresses = \"allow\"").output.contains("click    yes"))
    #expect(try await resolve("", ["--allow-private-addresses"]).output.contains("click    yes"))
    #expect(server.requests == ["GET /x", "GET /x"])
    let wrong = try await resolve("private-addresses = true")
    #expect(wrong.status == 2 && wrong.errors.contains("private-addresses"), "\(wrong)")
  }

  @Test(
    "UL-11 UL-13 inbox resolve of a Bloomreach link: stored, sent, once; without a project kept until there is one"
  )
  func bloomreach() async throws {
    let sandbox = try await program.startSandbox(Self.campaigns)
    let link = "https://www.skerrylight.example/profiles/family?xnpe_cmp=e1"
    let outcome = try await program.run("resolve", "--profile", "sandbox", link, "--json")
    #expect(outcome.status == 0 && outcome.output.contains(#""countedAsClick":"yes""#), "\(outcome)")
    #expect(try await sandbox.receipts().tracking.map(\.type) == ["campaign_click", "session_start"])

    let endpoint = sandbox.endpoint
    func configure(_ more: String) throws {
      let text = """
        default = "work"
        [profile.work]
        back-end = "\(endpoint.httpURL)"
        app-token = "\(endpoint.appToken)"
        account-token = "\(endpoint.accountToken)"
        [profile.work.bloomreach]
        domains = ["www.skerrylight.example"]
        base-url = "\(endpoint.httpURL)"
        \(more)
        """
      try FileManager.default.createDirectory(
        atPath: program.home.path + "/config/inbox", withIntermediateDirectories: true)
      try program.home.write(text, to: "config/inbox/config.toml")
    }
    _ = try await sandbox.reset()
    try configure("")
    #expect(try await program.run("resolve", link).status == 0)
    #expect(try await sandbox.receipts().tracking.isEmpty)
    try configure(
      "project-token = \"\(endpoint.project)\"\nauthorization = \"\(endpoint.trackingAuthorization)\"")
    #expect(try await program.run("resolve", "https://www.skerrylight.example/profiles/x").status == 0)
    let sent = try await sandbox.receipts().tracking.filter { $0.type == "campaign_click" }
    #expect(sent.map(\.url) == [link] && sent.first?.count == 1)
    await sandbox.stop()
  }

  @Test(
    "UL-9 UL-10 UL-15 without any configuration the options name the domains; a captured click event is decided on"
  )
  func bare() async throws {
    let sandbox = try await program.startSandbox(Self.campaigns)
    let endpoint = sandbox.endpoint
    try program.home.write(endpoint.caCertificatePEM, to: "ca.pem")
    let mail = try await sandbox.mail(of: "appsflyer")
    let link = try #require(mail.first { $0.kind == "esp" }?.url)
      .replacing("click.acme.example", with: "click.acme.example:\(endpoint.tlsPort)")
    let outcome = try await program.run(
      "resolve", link, "--json", "--esp-domain", "click.acme.example", "--ca", program.home.path + "/ca.pem",
      "--resolve", "click.acme.example:\(endpoint.tlsPort):127.0.0.1")
    let trail = try JSONValue.parse(Data(outcome.output.utf8))
    #expect(
      trail["outcome"]?["kind"]?.text == "deeplink" && trail["countedAsClick"]?.text == "yes", "\(outcome)")
    #expect(trail["clickEvent"]?["deep_link_value"]?.text == "offers/salt")
    #expect(trail["clickEvent"]?["original_link"]?.text == link)
    try program.home.write(#"{"original_link":"https://click.acme.example/x"}"#, to: "event.json")
    let decided = try await program.run(
      "resolve", "--click-event", program.home.path + "/event.json", "--esp-domain", "click.acme.example",
      "--json")
    #expect(decided.status == 1 && decided.output.contains(#""branch":"no-link""#))
    await sandbox.stop()
  }

  @Test(
    "UL-11 a try with domains of one's own leaves the default profile alone; --dry-run of what is refused fails"
  )
  func adHoc() async throws {
    let sandbox = try await program.startSandbox(Self.campaigns)
    try program.configure("work", for: sandbox, session: "")
    let link = "https://www.skerrylight.example/profiles/family?xnpe_cmp=e1"
    let own = try await program.run("resolve", link, "--campaign-domain", "www.skerrylight.example", "--json")
    #expect(own.status == 0 && own.output.contains(#""countedAsClick":"no""#), "\(own)")
    #expect(
      !FileManager.default.fileExists(atPath: program.home.path + "/state/inbox/profiles/work/archive.sqlite")
    )
    let dry = try await program.run(
      "resolve", link, "--dry-run", "--profile", "work", "--campaign-domain", "www.skerrylight.example")
    #expect(dry.status == 0 && dry.output.contains("this profile tracks no campaigns"), "\(dry)")
    let refused = try await program.run("resolve", "--dry-run", "https://u@a.example/")
    #expect(refused.status == 1 && refused.output.contains("refused"))
    let receipts = try await program.run("demo", "--screen", "80x24", "--receipts", "/nowhere/x")
    #expect(receipts.status == 2 && receipts.errors.contains("--receipts /nowhere/x cannot be written"))
    await sandbox.stop()
  }

  @Test(
    "UL-7 --jsonl answers every line in order, also after bad ones, CRLF, blank lines and without a last newline"
  )
  func lines() async throws {
    let aasa = #"{"applinks":{"details":[{"appID":"T.a","paths":["/a"]}]}}"#
    func line(_ id: String, _ path: String) -> String {
      #"{"id":\#(id),"aasa":\#(aasa),"domain":"a.example","appId":"T.a","url":"https://a.example\#(path)"}"#
    }
    var bytes = Data((line("1", "/a") + "\r\n\n  \nno json\n" + line("\"two\"", "/b") + "\n{\"id\":\"").utf8)
    bytes += [0xFF, 0x22, 0x7D, 0x0A] + Data(line("3", "/a").utf8)
    let file = program.home.path + "/lines"
    try bytes.write(to: URL(fileURLWithPath: file))
    let outcome = try await program.run("links", "match", "--jsonl", input: file)
    #expect(
      outcome.output == """
        {"decision":"match","id":1}
        {"error":"the line is not JSON","id":null}
        {"decision":"no_match","id":"two"}
        {"error":"the line is not UTF-8","id":null}
        {"decision":"match","id":3}

        """)
    #expect(outcome.status == 0)
  }

  @Test("UL-7 inbox links match names the verdict and the rule")
  func match() async throws {
    try program.home.write(
      #"{"applinks":{"details":[{"appID":"T.a","paths":["/pub/acc","NOT /pub/*"]}]}}"#, to: "aasa")
    let outcome = try await program.run(
      "links", "match", "--aasa", program.home.path + "/aasa", "--domain", "a.example", "--app-id", "T.a",
      "https://a.example/pub/acc", "https://a.example/pub/cc", "https://a.example/")
    #expect(
      outcome.output == """
        match    https://a.example/pub/acc  paths[0] "/pub/acc"
        exclude  https://a.example/pub/cc  paths[1] "NOT /pub/*"
        no_match https://a.example/  none of the app's 2 rules matches

        """)
    #expect(outcome.status == 0)
    let bad = try await program.run(
      "links", "match", "--aasa", "/etc/hostname", "--domain", "a", "--app-id", "b", "https://a/")
    #expect(bad.status == 2 && bad.errors.contains("is not a site association"))
    #expect(try await program.run("links", "match").status == 2)
    let address = try await program.run(
      "links", "match", "--aasa", program.home.path + "/aasa", "--domain", "https://a.example", "--app-id",
      "b",
      "https://a/")
    #expect(address.status == 2 && address.errors.contains("is not a host name"))
  }
}
