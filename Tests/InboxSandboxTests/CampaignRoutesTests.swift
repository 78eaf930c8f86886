import Foundation
import InboxModel
import InboxSandbox
import InboxTestSupport
import Testing

@Suite("/sandbox/campaigns")
struct CampaignRoutesTests {
  @Test("SB-2 campaigns of a posted TOML launch while clients run, even those with launch")
  func post() async throws {
    try await Bench.with { bench in
      let toml =
        Bench.oneBrand.replacing("news.tarnvelo", with: "other.tarnvelo")
        + Bench.campaign("a", "center = \"Offers\"\nlaunch = \"+1h\"")
      let reply = try await bench.curl.send("POST", "/sandbox/campaigns", body: toml)
      #expect(reply.status == 200)
      #expect(
        reply.compact == """
          {"hosts_not_played":["other.tarnvelo.example"],\
          "launched":[{"message_center_name":"Offers","message_id":"a"}]}
          """)
      #expect(try await bench.ids("Offers") == ["a"])
    }
  }

  @Test("SB-2 a campaign that is launched again is another message, sent now")
  func again() async throws {
    try await Bench.with(Bench.oneBrand + Bench.campaign("a", "sent = \"-2h\"")) { bench in
      let reply = try await bench.curl.send("POST", "/sandbox/campaigns/a/launch")
      #expect(reply.compact == #"{"launched":[{"message_center_name":"Primary","message_id":"a-2"}]}"#)
      #expect(try await bench.sandbox.launch(id: "a").id.rawValue == "a-3")
      #expect(try await bench.ids() == ["a-3", "a-2", "a"])
      #expect(try await bench.curl.send("POST", "/sandbox/campaigns/b/launch").status == 404)
    }
  }

  @Test("SB-2 VE-13 the launch of a campaign for some vendors says which")
  func vendors() async throws {
    let toml = Bench.oneBrand + Bench.campaign("a", "vendors = [\"iterable\", \"bloomreach\"]")
    try await Bench.with(toml) { bench in
      let reply = try await bench.curl.send("POST", "/sandbox/campaigns/a/launch")
      #expect(
        reply.compact == """
          {"launched":[{"message_center_name":"Primary","message_id":"a-2",\
          "vendors":["iterable","bloomreach"]}]}
          """)
      #expect(try await bench.ids() == [])
    }
  }

  @Test("SB-2 MC-20 a campaign of two centers is launched again in both, or in the one that is named")
  func centers() async throws {
    let toml = Bench.oneBrand + Bench.campaign("a") + Bench.campaign("a", "center = \"Offers\"")
    try await Bench.with(toml) { bench in
      let both = try await bench.curl.send("POST", "/sandbox/campaigns/a/launch")
      #expect(
        both.compact == """
          {"launched":[{"message_center_name":"Primary","message_id":"a-2"},\
          {"message_center_name":"Offers","message_id":"a-2"}]}
          """)
      let one = try await bench.curl.send("POST", "/sandbox/campaigns/a/launch?center=Offers")
      #expect(one.compact == #"{"launched":[{"message_center_name":"Offers","message_id":"a-3"}]}"#)
      #expect(try await bench.ids() == ["a-2", "a"])
      #expect(try await bench.ids("Offers") == ["a-3", "a-2", "a"])
      let other = try await bench.curl.send("POST", "/sandbox/campaigns/a/launch?center=Nosuch")
      #expect(other.status == 404 && other.body.contains("It is in: Primary, Offers."), "\(other.body)")
      #expect(try await bench.curl.send("POST", "/sandbox/campaigns/a/launch?centre=Offers").status == 400)
    }
  }

  @Test("SB-2 posted TOML with an error launches nothing and says where it is; it names no files")
  func malformed() async throws {
    try await Bench.with { bench in
      let toml = Bench.oneBrand + Bench.campaign("a") + Bench.campaign("b", "badge = \"x\"")
      let reply = try await bench.curl.send("POST", "/sandbox/campaigns", body: toml)
      #expect(reply.status == 422)
      #expect(reply.body.contains("campaign.toml:18:1: [[campaign]] 2 (b), badge: "))
      #expect(try await bench.ids() == [])
      let file = Bench.oneBrand + Bench.campaign("a", "rich = { file = \"etc/passwd\" }")
      let refused = try await bench.curl.send("POST", "/sandbox/campaigns", body: file)
      #expect(refused.status == 422)
      #expect(refused.body.contains("text that was posted names no files"))
    }
  }

  @Test(
    "SB-2 a posted campaign whose times no calendar has ends nothing: it gets the first or the last of all")
  func farTimes() async throws {
    try await Bench.with { bench in
      let toml = Bench.oneBrand + Bench.campaign("a", "sent = \"-999999w\"\nexpires = \"+999999w\"")
      #expect(try await bench.curl.send("POST", "/sandbox/campaigns", body: toml).status == 200)
      let list = try await bench.app().get("/mc/v1/centers/Primary/messages").compact
      #expect(list.contains("0000-01-01T00:00:00.000Z") && list.contains("9999-12-31T23:59:59.999Z"))
    }
  }

  @Test("SB-2 BD-5 a file that is sent with those that it names is checked as one on a disk is")
  func upload() async throws {
    try await Bench.with(Bench.oneBrand + Bench.campaign("a")) { bench in
      func post(_ campaign: String, _ files: [String: String]) async throws -> (status: Int, body: String) {
        let upload = CampaignUpload(toml: Bench.oneBrand + campaign, files: files)
        let body = String(decoding: try JSONEncoder().encode(upload), as: UTF8.self)
        let reply = try await bench.curl.send("POST", "/sandbox/campaigns", body: body)
        return (reply.status, reply.body)
      }
      let rich = Bench.campaign("rich", "[campaign.rich]\nfile = \"a.html\"")
        .replacing("launch-app", with: "open-rich-message")
      #expect(try await post(rich, ["a.html": "<p>Hello</p>"]).status == 200)
      #expect(try await bench.ids() == ["rich", "a"])
      for (campaign, says) in [
        (rich, "“a.html” cannot be read: it was not sent along"),
        (Bench.campaign("b", "badge = \"=-5\""), "“=-5” is not a badge rule"),
      ] {
        let refused = try await post(campaign, [:])
        #expect(refused.status == 422 && refused.body.contains(says), "\(refused.body)")
      }
      // What a file holds once it is read is not a form of it: nothing there would be checked.
      let file = try CampaignFile.parse(Bench.oneBrand + Bench.campaign("b"), name: "b.toml")
      let body = String(decoding: try JSONEncoder().encode(file), as: UTF8.self)
      #expect(try await bench.curl.send("POST", "/sandbox/campaigns", body: body).status == 422)
      #expect(try await bench.ids() == ["rich", "a"])
    }
  }

  @Test("SB-2 a host keeps its kind: a posted file that uses it as another launches nothing and says so")
  func hosts() async throws {
    try await Bench.with(Bench.oneBrand + Bench.campaign("a")) { bench in
      let toml = """
        [brand]
        name = "Other"
        domain = "other.example"
        esp-domain = "news.tarnvelo.example"

        """
      let refused = try await bench.curl.send(
        "POST", "/sandbox/campaigns", body: toml + Bench.campaign("b"))
      #expect(refused.status == 422 && refused.body.contains("Each kind of link has its own host"))
      #expect(try await bench.ids() == ["a"])
    }
  }

  @Test("SB-2 the list says what is loaded and what has been launched")
  func list() async throws {
    let toml =
      Bench.oneBrand + Bench.campaign("now") + Bench.campaign("later", "launch = \"+25s\"\nbadge = \"+1\"")
    try await Bench.with(toml) { bench in
      let reply = try await bench.curl.get("/sandbox/campaigns")
      #expect(
        reply.compact == """
          [{"attachment":null,"audience":["everyone"],"badge":null,"brand":"Tarnvelo Cycles",\
          "domain":"news.tarnvelo.example","id":"now","kind":"launch-app",\
          "launch":null,"launched":true,"message_center_name":"Primary","push":false,"subject":"Subject of now",\
          "vendors":["responsys","bloomreach","iterable"]},\
          {"attachment":null,"audience":["everyone"],"badge":"+1","brand":"Tarnvelo Cycles",\
          "domain":"news.tarnvelo.example","id":"later","kind":"launch-app",\
          "launch":"+25s","launched":false,"message_center_name":"Primary","push":false,\
          "subject":"Subject of later","vendors":["responsys","bloomreach","iterable"]}]
          """)
    }
  }

  @Test("SB-2 MC-20 the list tells campaigns of one id apart by their centers")
  func sameID() async throws {
    let toml =
      Bench.oneBrand + Bench.campaign("a")
      + Bench.campaign("a", "center = \"Offers\"\nlaunch = \"+25s\"")
    try await Bench.with(toml) { bench in
      let listed = try await bench.curl.get("/sandbox/campaigns").json.elements
      #expect(listed?.map { $0["message_center_name"] } == [.string("Primary"), .string("Offers")])
      #expect(listed?.map { $0["launched"] } == [.bool(true), .bool(false)])
    }
  }

  @Test("SB-5 GET /sandbox tells a person what there is, and every other path says where to look")
  func overview() async throws {
    try await Bench.with { bench in
      let text = try await bench.curl.get("/sandbox")
      #expect(text.body.hasPrefix("inbox sandbox on \(bench.sandbox.endpoint.httpURL); centers: Primary\n"))
      let own = text.body.split(separator: "\n").drop { !$0.hasPrefix("The sandbox itself") }
      for operation in try await bench.ownOperations() where operation.method != "HEAD" {
        let place = "\(operation.method) \(operation.path) "
        #expect(own.contains { $0.split(separator: " ").joined(separator: " ").hasPrefix(place) }, "\(place)")
      }
      #expect(own.contains { $0.hasPrefix("         ?wait=") && $0.hasSuffix("until so many match") })
      #expect(text.body.split(separator: "\n").filter { $0.count > 100 } == [])
      for (method, path) in [("GET", "/nowhere"), ("PUT", "/sandbox/clock")] {
        let nowhere = try await bench.curl.send(method, path)
        let words = "There is nothing here for \(method). GET /sandbox lists what there is."
        #expect(nowhere.status == 404 && nowhere.compact == #"{"error":"\#(words)"}"#)
      }
    }
  }
}
