import Foundation
import InboxModel
import InboxSandbox
import InboxTestSupport
import Testing

/// A finding as a file for a ticket (TS-5).
@Suite(.queued)
struct PageExportTests {
  private let program: Program

  init() throws { program = try Program() }

  private static let campaigns = """
    [brand]
    name = "Acme"
    domain = "news.acme.example"
    scheme = "acme"

    [[campaign]]
    id = "first"
    kind = "launch-app"
    subject = "Hello"
    message = "Text"

    """

  @Test(
    "TS-5 export writes a receipt, a message's history and a generation as files, each never over another one"
  )
  func pages() async throws {
    let sandbox = try await program.startSandbox(Self.campaigns)
    let made = try JSONValue.parse(
      Data(try await program.run("space", "create", "checkout", "--json").output.utf8))
    let token = try #require(made["controlToken"]?.text)
    let url = "\(sandbox.endpoint.httpURL)/s/checkout"
    for words in [["list"], ["show", "first"]] {
      #expect(try await program.run(words + ["--profile", "sandbox@checkout"]).status == 0)
    }
    let receipts = try JSONValue.parse(
      Data(try await program.run("receipts", "--to", url, "--type", "open", "--wait", "1").output.utf8))
    let id = try #require(receipts["engagements"]?.elements?.first?["id"]?.text)
    let file = program.home.path + "/finding.html"
    let written = try await program.run("export", "\(url)/receipts/\(id)", "-o", file)
    #expect(written.status == 0 && written.output.isEmpty, "\(written.errors)")
    let page = try String(contentsOfFile: file, encoding: .utf8)
    #expect(page.contains("<h1>open of first</h1>") && page.contains("\(url)/receipts/\(id), saved "))
    #expect(!page.contains(token) && !page.contains("<script"))
    let facts = try FileManager.default.attributesOfItem(atPath: file)
    #expect(facts[.posixPermissions] as? Int == 0o600)
    let again = try await program.run("export", "\(url)/receipts/\(id)", "-o", file)
    #expect(again.status == 2 && again.errors.contains("evidence is never overwritten"), "\(again.errors)")
    for (place, text) in [("messages/first", "<h1>Hello</h1>"), ("reports/1", "<h1>Generation 1</h1>")] {
      #expect(try await program.run("export", place, "--to", url).output.contains(text), "\(place)")
      #expect(try await program.run("export", "\(url)/\(place)").output.contains(text), "\(place)")
    }
    // The sandbox that runs here has none in its main space.
    let none = try await program.run("export", "receipts/\(id)")
    #expect(none.status == 1 && none.errors.contains("There is no receipt “\(id)” here."), "\(none.errors)")
    let both = try await program.run("export", "\(url)/receipts/\(id)", "--to", url)
    #expect(both.status == 2 && both.errors.contains("Leave --to out"), "\(both.errors)")
    let titled = try await program.run("export", "\(url)/receipts/\(id)", "--title", "Mine")
    #expect(titled.status == 2 && titled.errors.contains("Leave --title out"), "\(titled.errors)")
    await sandbox.stop()
  }

  @Test("TS-5 a message whose id has slashes is exported by its id, and by the address of its page")
  func slashes() async throws {
    let sandbox = try await program.startSandbox(Self.campaigns.replacing("first", with: "spring/50 % off"))
    for place in ["messages/spring/50 % off", "\(sandbox.endpoint.httpURL)/messages/spring%2F50%20%25%20off"]
    {
      let page = try await program.run("export", place)
      #expect(page.status == 0 && page.output.contains("<h1>Hello</h1>"), "\(place): \(page.errors)")
    }
    let none = try await program.run("export", "messages/spring/50")
    #expect(none.status == 1 && none.errors.contains("There is no message “spring/50” here."), "\(none)")
    await sandbox.stop()
  }

  @Test("TS-5 FE-9 a page of another program than a sandbox is no finding")
  func others() async throws {
    let body = "<!DOCTYPE html><p>\u{1B}]0;x\u{7}"
    let server = try ScriptedServer { _ in
      Array("HTTP/1.1 200 OK\r\nContent-Length: \(body.utf8.count)\r\nConnection: close\r\n\r\n\(body)".utf8)
    }
    let other = try await program.run("export", "http://127.0.0.1:\(server.port)/receipts/1")
    #expect(other.status == 2 && other.output.isEmpty, "\(other)")
    #expect(other.errors.contains("is not a sandbox of this version"), "\(other.errors)")
  }

  @Test("TS-5 report writes what it proves as a page", arguments: [[], ["--server"]])
  func report(more: [String]) async throws {
    let sandbox = try await program.startSandbox(Self.campaigns)
    for words in [["list"], ["show", "first"]] {
      #expect(try await program.run(words + ["--profile", "sandbox"]).status == 0)
    }
    let file = program.home.path + "/report.html"
    let run = try await program.run(["report", "--profile", "sandbox", "--html", file] + more)
    #expect(run.status == 0, "\(run.errors)")
    let page = try String(contentsOfFile: file, encoding: .utf8)
    #expect(page.contains(more.isEmpty ? "<td>exactly-once</td>" : "<td>matched</td>"), "\(page)")
    #expect(page.contains("open first") && page.hasPrefix("<!DOCTYPE html>") && !page.contains("href=\"http"))
    // Before anything is judged, so that 2 does not stand for what was found.
    let again = try await program.run(["report", "--profile", "sandbox", "--html", file] + more)
    #expect(again.status == 2 && again.output.isEmpty && again.errors.contains("already exists"), "\(again)")
    await sandbox.stop()
  }
}
