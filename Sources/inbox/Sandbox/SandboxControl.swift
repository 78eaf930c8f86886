import Foundation
import InboxModel
import InboxSandbox
import InboxTransport
import InboxVendors

/// A running sandbox, asked over HTTP on its own paths.
nonisolated struct SandboxControl: Sendable {
  /// Where it is: `http://127.0.0.1:8377`, or an address of https where something ends TLS in front of it.
  let url: String
  /// The authorities that its certificate may come from besides those of the machine, as PEM.
  let authorities: [String]
  /// What it asks for, where it listens beyond this machine.
  let token: ControlToken?
  /// Whether the command line names the token, which may be a space's own.
  private var isTokenNamed = false

  /// - Parameters:
  ///   - url: As the command line has it; nil is the sandbox that `inbox sandbox` runs.
  ///   - tokenFile: The file with its control token, as the command line has it.
  ///   - authorities: Those of the command line.
  /// - Throws: ``SandboxError/notRunning(path:)`` when none runs, ``Exit`` for an address of another machine without a
  ///   token, and for a token that cannot be read.
  init(url: String?, tokenFile: String? = nil, authorities: [String] = []) throws {
    guard let url else {
      _ = try SecretFile.controlToken(file: tokenFile, isNeeded: false)
      let endpoint = try SandboxEndpoint.read(folder: StateFolder.sandbox)
      (self.url, token, self.authorities) = (endpoint.httpURL, endpoint.controlToken, authorities)
      return
    }
    isTokenNamed = tokenFile != nil
    let link: WebLink
    do { link = try WebLink(url) } catch  where error.hasUserName {
      throw Exit.usage("The sandbox's address carries a user name. Write it like http://127.0.0.1:8377.")
    } catch {
      throw Exit.usage("“\(url)” is not a sandbox: \(error.reason). Write it like http://127.0.0.1:8377.")
    }
    if let space = try SpaceFile.endpoint(at: url) {
      self.url = space.httpURL
      // One that is named counts, as the space's may have been changed since.
      token =
        tokenFile == nil ? space.controlToken : try SecretFile.controlToken(file: tokenFile, isNeeded: true)
      self.authorities = space.trusted + authorities
      return
    }
    let known = Self.known(link.host, link.port)
    let isHere = LoopbackHost.contains(link.host)
    token = try SecretFile.controlToken(file: tokenFile, isNeeded: known == nil && !isHere) ?? known
    guard token != nil || isHere else {
      throw Exit.usage(
        "“\(url)” is not a sandbox of this machine. One elsewhere asks for its control token: give --control-token FILE, or "
          + "\(ControlToken.variable). One here is like http://127.0.0.1:8377.")
    }
    self.url = BaseURL.trimmed(url)
    self.authorities = authorities
  }

  /// A sandbox that is known already.
  init(_ endpoint: SandboxEndpoint) {
    (url, token, authorities) = (endpoint.httpURL, endpoint.controlToken, endpoint.trusted)
  }

  /// The token of the sandbox that `inbox sandbox` runs, if it is the one that is meant.
  ///
  /// It goes nowhere else, even if another program has the same port there.
  private static func known(_ host: String, _ port: Int?) -> ControlToken? {
    do {
      let endpoint = try SandboxEndpoint.read(folder: StateFolder.sandbox)
      let isHere = LoopbackHost.contains(host) || LoopbackHost.bare(host) == endpoint.address
      guard isHere, URLComponents(string: endpoint.httpURL)?.port == port else { return nil }
      return endpoint.controlToken
    } catch { return nil }
  }

  /// Sends a request, and returns the body of a good response.
  ///
  /// - Throws: ``Exit`` with the sandbox's own sentence when it refuses, or with what to do when it does not respond.
  func send(_ method: String, _ path: String, body: Data? = nil, seconds: Int = 20) async throws -> Data {
    let secrets = [token?.text].compactMap { $0 }
    Output.hide(secrets)
    let transport = try Transport(
      TransportSettings(origins: [url], secrets: secrets, authorities: authorities))
    let sandbox = SandboxCommander(SandboxRequests(base: url, token: token), over: transport.wire)
    let response: WireResponse
    do {
      response = try await sandbox.send(method, path, body: body, seconds: seconds)
    } catch {
      await transport.close()
      switch error {
      case .noNetwork(let reason) where url.hasPrefix("https:"):
        throw Exit.notReady(
          "Nothing can be reached at \(url): \(reason). If its certificate comes from your own authority, give --ca FILE."
        )
      case .timedOut:
        throw Exit.notReady(
          "There was no response from \(url) within \(seconds) s. Try again; what waits for something takes a longer --timeout."
        )
      case .noNetwork:
        throw Exit.notReady("Nothing responds at \(url). Start a sandbox there with ‘inbox sandbox’.")
      case .configuration, .cancelled: throw Exit(error)
      default: throw Exit.notReady("What responds at \(url) is not a sandbox. \(error.description)")
      }
    }
    await transport.close()
    if response.status == 401 { try refuseToken(sandbox.refusal(response)) }
    guard response.isSuccess else {
      // What it cannot understand was written wrongly; everything else is its no.
      let isWrong = response.status == 400 || response.status == 422
      throw Exit(isWrong ? Exit.usage : Exit.failed, sandbox.refusal(response))
    }
    return response.body
  }

  /// - Parameter refusal: What is said of a refused token, or of none.
  /// - Throws: ``Exit`` with that and what to do.
  private func refuseToken(_ refusal: String) throws {
    if !isTokenNamed, let lack = SpaceFile.lack(at: url) { throw Exit.failed(lack) }
    guard SpaceFile.name(in: url) == nil else { throw Exit.failed(refusal) }
    // It does need one, and what was not looked at so far may be why none was sent.
    if token == nil { _ = try SecretFile.controlToken(file: nil, isNeeded: true) }
    throw Exit.failed("\(refusal) Give it with --control-token FILE, or in \(ControlToken.variable).")
  }

  /// Sends a request, and reads the JSON of a good response.
  ///
  /// - Parameter read: What it says; nil, or an error, for what no sandbox responds.
  /// - Throws: As ``send(_:_:body:seconds:)``, and ``Exit`` where something else than a sandbox responds.
  func ask<Value>(
    _ method: String, _ path: String, body: Data? = nil, seconds: Int = 20,
    _ read: (JSONValue) throws -> Value?
  ) async throws -> Value {
    let response = try await send(method, path, body: body, seconds: seconds)
    do {
      if let value = try read(JSONValue.parse(response)) { return value }
    } catch {
      // Why it is another response is of no use: it is someone else's.
    }
    let place = path.prefix { $0 != "?" }
    throw Exit.notReady(
      "What responds at \(url) is not a sandbox of this version: its response is not one to \(method) \(place). Give the address of one."
    )
  }

  /// What it received since the last reset; all of it is read page by page.
  ///
  /// - Parameters:
  ///   - query: The parameters of the request; a `limit` leaves the newest, as one response has them.
  ///   - seconds: That the first response may take, as it may wait for something.
  /// - Throws: As ``ask(_:_:body:seconds:_:)``.
  func receipts(
    _ query: [(name: String, value: String)] = [], seconds: Int = 20
  ) async throws -> JSONValue {
    let first = query.contains { $0.name == "limit" } ? [] : [("after", SandboxRequests.firstPage)]
    let later = query.filter { !["wait", "of", "timeout", "quiet_ms"].contains($0.name) }
    var (lists, duplicates): ([String: [JSONValue]], Int) = ([:], 0)
    var (generation, parameters) = (JSONValue?.none, query + first)
    while true {
      let text = parameters.map { "\($0)=\(URLText.encode($1))" }.joined(separator: "&")
      let page = try await ask("GET", "/sandbox/receipts?\(text)", seconds: seconds) {
        $0["generation"]?.integer == nil ? nil : $0
      }
      if let former = generation, former != page["generation"] {
        // A reset came in between.
        (lists, duplicates, generation, parameters) = ([:], 0, nil, later + first)
        continue
      }
      for (name, value) in page.members ?? [:] {
        if let list = value.elements { lists[name, default: []] += list }
      }
      (generation, duplicates) = (page["generation"], duplicates + (page["duplicates"]?.integer ?? 0))
      guard let next = page["next"]?.text else {
        // The last page says what the generation holds by now.
        let sums = lists.mapValues { JSONValue.array($0) }.merging(["duplicates": duplicates.json]) { $1 }
        return .object((page.members ?? [:]).merging(sums) { $1 })
      }
      parameters = later + [("after", next)]
    }
  }

  /// The links of its mails.
  ///
  /// - Parameter message: The message whose links are wanted; nil for all.
  func mail(message: String? = nil) async throws -> [MailLink] {
    let query = message.map { "?message=" + URLText.encode($0) } ?? ""
    return try await ask("GET", "/sandbox/mail" + query) {
      try JSONDecoder().decode([MailLink].self, from: Data($0.serialized.utf8))
    }
  }
}
