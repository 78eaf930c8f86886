import SwiftASN1
import X509

/// Lets certificates pass whose names or purposes are marked as critical: the names are judged elsewhere, and
/// the purposes are not requirement of Apple's list.
struct ToleratedExtensions: VerifierPolicy {
  let verifyingCriticalExtensions: [ASN1ObjectIdentifier] = [
    .X509ExtensionID.subjectAlternativeName, .X509ExtensionID.extendedKeyUsage,
  ]

  func chainMeetsPolicyRequirements(chain: UnverifiedCertificateChain) -> PolicyEvaluationResult {
    .meetsPolicy
  }
}
