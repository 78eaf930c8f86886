package import struct Foundation.Data
package import struct Foundation.Date
package import InboxCore
package import InboxModel
import InboxVendors

/// The messages of a response that was captured from an app (MC-14), for lint: unlike ``FetchedPage`` it may be of any
/// center, or of several.
package struct LintInput: Hashable, Sendable {
  /// The messages that could be read, in the order of the response.
  package var subjects: [LintSubject] = []
  /// The records that could not (MC-9).
  package var malformed: [MalformedMessage] = []
  /// The records that belong in no inbox.
  package var setAside: [SetAsideMessage] = []
  /// Where it was captured, such as a file's name.
  package var source: String?
  /// What the vendor has whose responses they are; nil where nothing says that it is another one than Responsys.
  package var vendor: Capabilities?
}

extension LintInput {
  /// Reads what ``CapturedRecords/read(_:)`` takes, and responses of the other vendors, known by their address, which
  /// ‘inbox list --raw’ prints, or else by their members.
  ///
  /// - Parameter now: When messages were seen for which the vendor has no time.
  /// - Throws: as that does, when it holds no record, good or bad, and where no record belongs in an inbox.
  package init(_ body: Data, source: String? = nil, at now: Date = Date()) throws(InboxError) {
    let responses = try CapturedRecords.rawLines(body) ?? [RawResponse(body: body, requestURL: "")]
    var others: [VendorReader.Passed] = []
    for response in responses {
      if let passed = try Self.passed(response, at: now) { others.append(passed) }
    }
    self.init(source: source)
    guard !others.isEmpty else {
      (subjects, malformed) = MalformedMessage.sort(try CapturedRecords.read(body)) {
        record throws(InboxError) in
        LintSubject(try MessageWire.decode(record.record()), source: source)
      }
      return
    }
    let read = others.map(VendorReader.read)
    vendor = read.first?.reader?.capabilities
    guard others.count == responses.count,
      read.allSatisfy({ $0.reader?.capabilities.vendor == vendor?.vendor })
    else {
      throw .invalidPayload("it holds responses of several vendors: give each a file of its own")
    }
    for (_, actions) in read {
      let isJudged = actions.contains { action in
        action.page.map { !$0.messages.isEmpty || !$0.malformed.isEmpty } ?? false
      }
      for (index, action) in actions.enumerated() {
        guard let page = action.page else {
          guard let problem = action.problem else { continue }
          // One list costs only itself.
          guard action.failure == nil, isJudged else {
            throw action.failure ?? InboxError.invalidPayload(problem)
          }
          malformed.append(MalformedMessage(index: index, id: nil, reason: problem))
          continue
        }
        subjects += page.messages.map { LintSubject($0, source: source) }
        malformed += page.malformed
        setAside += page.setAside
      }
    }
    // A response of which nothing is judged is not a clean one.
    if subjects.isEmpty, malformed.isEmpty, let rest = setAside.summary {
      throw .invalidPayload("it holds no message of an inbox: \(rest)")
    }
  }

  /// Whose responses these are, where that is not the message centers' vendor.
  package static func otherVendor(of body: Data) throws(InboxError) -> String? {
    for response in try CapturedRecords.rawLines(body) ?? [RawResponse(body: body, requestURL: "")] {
      guard let passed = try passed(response, at: Date()) else { continue }
      let (reader, _) = VendorReader.read(passed)
      return reader?.capabilities.vendor
    }
    return nil
  }

  /// A fetch of another vendor, with its response; nil where it is the message centers', or nothing says whose it is.
  private static func passed(
    _ response: RawResponse, at now: Date
  ) throws(InboxError) -> VendorReader.Passed? {
    guard let (method, url) = try fetch(response), let reader = VendorReader.of(method, url)?.reader,
      reader.capabilities.vendor != ResponsysBackEnd.capabilities.vendor
    else { return nil }
    // The body of the request was not captured.
    let request = WireRequest(method, url, body: Data("{}".utf8))
    return VendorReader.Passed(request, WireResponse(status: 200, body: response.body), at: now)
  }

  /// How a response was fetched: by its address, or by a member that it has.
  private static func fetch(_ response: RawResponse) throws(InboxError) -> (method: String, url: String)? {
    for method in ["GET", "POST"] where VendorReader.place(method, response.requestURL) == .messages {
      return (method, response.requestURL)
    }
    let body = JSONPiece(response.body)
    for fetch in VendorReader.all.flatMap(\.fetches) where try body.member(fetch.member) != nil {
      return (fetch.method, fetch.path)
    }
    return nil
  }
}
