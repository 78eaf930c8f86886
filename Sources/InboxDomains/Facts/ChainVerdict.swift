import InboxCore

/// Whether a server's certificate leads to an authority that is trusted, apart from its dates and names
/// (UL-9).
public enum ChainVerdict: Hashable, Sendable {
  /// It does.
  case trusted
  /// The certificate was signed with its own key.
  case selfSigned
  /// The chain breaks off: the certificate of this issuer was not sent, and it is no trusted authority
  /// either.
  case issuerUnknown(String)
  /// The chain is complete, but the authority that it ends in is not trusted.
  case authorityUnknown(String)
  /// A certificate between the server's own and the authority is out of date, or not valid yet.
  case intermediateOutdated(CertificateFacts)
  /// The chain leads to a trusted authority and is not good for another reason, which is the end of a
  /// sentence.
  case refused(String)
  /// It could not be told; the reason is a clause.
  case unknown(String)
}
