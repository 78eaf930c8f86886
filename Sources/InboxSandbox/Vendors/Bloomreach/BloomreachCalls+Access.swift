import struct Foundation.Data
import HTTPTypes
import Hummingbird
import InboxModel
import InboxVendors

/// Who asks: by a project's public key, a private key or a customer token, or by a stream's customer token.
extension BloomreachCalls {
  private var tokens: SandboxTokens { world.tokens }

  enum Grant {
    /// Everything that its key allows.
    case key
    /// Everything that its customer may do.
    case customer(JSONWebToken)
    /// A stream takes events without a token; the App Inbox does not.
    case anonymous

    /// Refuses a customer token that is another customer's.
    ///
    /// Every id that it names must be among the request's, and one of them a hard one.
    func check(_ ids: CustomerIDs) throws {
      guard case .customer(let token) = self else { return }
      guard let named = try? CustomerIDs(token.claims["sub"]) else {
        throw Refusal.access(.unauthorized, "Could not authenticate")
      }
      // By their bytes, as people are compared.
      let isTheirs = named.all.allSatisfy { name, value in
        ids.all[name].map { $0.utf8.elementsEqual(value.utf8) } ?? false
      }
      guard !named.hard.isEmpty, isTheirs else {
        throw Refusal.access(.forbidden, "The customer token is for other customer ids.")
      }
    }
  }

  /// What a project's path is for: customer tokens open the App Inbox alone, private keys the tracking of servers and
  /// their export, which public keys do not open.
  enum Purpose { case inbox, tracking, export }

  /// What a request may do on a path of the project or of the stream.
  ///
  /// - Throws: 404 for an unknown one, 401 without a key or a token that is right, 403 where its secret is wrong.
  func grant(_ request: Request, _ context: SandboxContext, for purpose: Purpose) throws -> Grant {
    let header = request.headers[.authorization]
    let token = header.flatMap { ControlToken.credential(of: $0, scheme: "Bearer") }
    guard let project = context.parameters.get("project") else {
      guard context.parameters.get("stream") ?? request.query("stream_id") == tokens[.stream] else {
        throw Refusal.access(.notFound, "Invalid stream id")
      }
      if header == nil, purpose != .inbox { return .anonymous }
      guard let token else { throw Refusal.access(.unauthorized, "Could not authenticate") }
      return .customer(try customerToken(token))
    }
    guard project == tokens[.project] else { throw Refusal.access(.notFound, "Invalid project id") }
    guard let header else { throw Refusal.access(.unauthorized, "Access key not provided") }
    let key = ControlToken.credential(of: header, scheme: "Token") ?? ""
    if purpose != .export, tokens.matches(key, .tracking) { return .key }
    if purpose == .inbox {
      if let token { return .customer(try customerToken(token)) }
    } else if let pair = ControlToken.credential(of: header, scheme: "Basic") {
      return try privateKey(pair)
    }
    throw Refusal.access(.unauthorized, "Access key not found")
  }

  /// `Basic` with the id and the secret of the private key, which also signs customer tokens.
  private func privateKey(_ pair: String) throws -> Grant {
    let parts = Data(base64Encoded: pair).map { String(decoding: $0, as: UTF8.self) }?
      .split(separator: ":", maxSplits: 1).map(String.init)
    guard let parts, parts.count == 2, tokens.matches(parts[0], .customerTokenKeyID) else {
      throw Refusal.access(.unauthorized, "Access key not found")
    }
    guard tokens.matches(parts[1], .customerTokenSecret) else {
      throw Refusal.access(.forbidden, "invalid secret")
    }
    return .key
  }

  private func customerToken(_ text: String) throws -> JSONWebToken {
    guard let token = JSONWebToken(text), case .object? = token.claims["sub"], let expiry = token.expiry
    else {
      throw Refusal.access(.unauthorized, "Could not authenticate")
    }
    guard token.header["kid"]?.text == tokens[.customerTokenKeyID] else {
      throw Refusal.access(.unauthorized, "Access key not found")
    }
    guard token.isSigned(by: tokens[.customerTokenSecret]) else {
      throw Refusal.access(.forbidden, "invalid secret")
    }
    let now = account.clock.date
    guard now < expiry else { throw Refusal.access(.unauthorized, "The customer token has expired.") }
    guard token.hasBegun(at: now) else { throw Refusal.access(.unauthorized, "Could not authenticate") }
    return token
  }
}
