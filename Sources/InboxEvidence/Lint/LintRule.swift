/// What campaign lint looks for; the raw values are stable names that programs may rely on.
package enum LintRule: String, Hashable, Sendable, Codable, CaseIterable {
  /// Without an expiry a message stays in the list until newer ones push it out.
  case expiryMissing = "expiry-missing"
  /// It is expired already (MC-10).
  case expiryPast = "expiry-past"
  /// It expires no later than it is sent; ``expiryPast`` is not reported besides.
  case expiryBeforeSent = "expiry-before-sent"
  case sentInFuture = "sent-in-future"

  case subjectEmpty = "subject-empty"
  case subjectCut = "subject-cut"
  case bodyEmpty = "body-empty"
  /// What its kind opens is missing (MC-19).
  case kindWithoutContent = "kind-without-content"

  /// The record names the deep link but leaves it null or empty.
  case deepLinkNull = "deep-link-null"
  case deepLinkHTTP = "deep-link-http"
  /// The deep link would never be followed (UL-14), the text `null` and a misspelt scheme included.
  case deepLinkRefused = "deep-link-refused"
  /// No route of the app matches the deep link (UL-14).
  case deepLinkUnknownRoute = "deep-link-unknown-route"
  /// The address of the rich content is not a usable https link.
  case richURLNotHTTPS = "rich-url-not-https"
  /// The address of the rich content counts a click each time it is loaded (UL-5).
  case richURLTracked = "rich-url-tracked"
  /// The address of the picture is not a usable https link.
  case iconURLNotHTTPS = "icon-url-not-https"
  /// The address of the picture counts a click each time it is loaded (UL-5).
  case iconURLTracked = "icon-url-tracked"
  /// A URL field of a response is not percent-encoded (MC-8).
  case urlNotEncoded = "url-not-encoded"
  /// A URL field of a response is percent-encoded twice (MC-8).
  case urlEncodedTwice = "url-encoded-twice"

  case buttonWithoutTitle = "button-without-title"
  /// The link of a button would never be followed (UL-14).
  case buttonLinkRefused = "button-link-refused"
  /// Two buttons have the same words.
  case buttonsAlike = "buttons-alike"

  /// Rich content is both carried and to be fetched (MC-17).
  case richTwice = "rich-twice"
  case htmlUnreadable = "html-unreadable"
  /// The HTML has no link, and goes to apps that delete such a message (wires.md 2.2).
  case htmlWithoutLink = "html-without-link"
  case htmlEmpty = "html-empty"
  case htmlImagesOnly = "html-images-only"
  case htmlScript = "html-script"
  /// The HTML holds frames or plug-ins.
  case htmlFrame = "html-frame"
  case htmlForm = "html-form"
  case htmlMedia = "html-media"
  case htmlStylesheet = "html-stylesheet"
  case htmlBackgroundImage = "html-background-image"
  /// The HTML takes elements out of the flow.
  case htmlPositioned = "html-positioned"
  case htmlImageWithoutAlt = "html-image-without-alt"
  case htmlDataImage = "html-data-image"
  case htmlClipped = "html-clipped"
  /// The HTML is longer than a megabyte; ``htmlClipped`` is not reported besides.
  case htmlTooLong = "html-too-long"

  case customKeyEmpty = "custom-key-empty"
  /// A key holds other characters than visible ASCII.
  case customKeyNotASCII = "custom-key-not-ascii"
  /// Two keys differ in nothing but their case.
  case customKeysAlike = "custom-keys-alike"
  case customValueEmpty = "custom-value-empty"
  /// A value is longer than ``CampaignLint/longestCustomValue``.
  case customValueLong = "custom-value-long"

  /// A row of the link table leads nowhere (UL-2).
  case linkNowhere = "link-nowhere"
  /// A row of the link table has no deep link for one of the platforms (UL-6, UL-2).
  case linkColumnBlank = "link-column-blank"
  /// A row of the link table has no deep link at all (UL-6, UL-2).
  case linkWebOnly = "link-web-only"
  case linkURLMissing = "link-url-missing"
  /// A column of the link table holds what cannot be followed there.
  case linkURLBad = "link-url-bad"
  case linkURLHTTP = "link-url-http"
  /// No route of the app matches a deep link of the link table (UL-14).
  case linkUnknownRoute = "link-unknown-route"

  /// A record of a response could not be read (MC-9).
  case messageUnreadable = "message-unreadable"
  /// A record of a response belongs in no inbox (VE-3).
  case messageSetAside = "message-set-aside"
  case idRepeated = "id-repeated"
  /// Messages of two centers have the same id (MC-20).
  case idInTwoCenters = "id-in-two-centers"
  /// A center holds more messages than a response (MC-4).
  case centerOverCap = "center-over-cap"

  /// How much its findings matter, always the same.
  package var severity: LintSeverity {
    switch self {
    case .expiryPast, .expiryBeforeSent, .subjectEmpty, .bodyEmpty, .kindWithoutContent, .deepLinkRefused,
      .deepLinkUnknownRoute, .richURLNotHTTPS, .richURLTracked, .iconURLTracked, .urlEncodedTwice,
      .buttonWithoutTitle, .buttonLinkRefused, .htmlEmpty, .htmlScript, .htmlFrame, .htmlTooLong,
      .customKeyEmpty, .linkNowhere, .linkURLBad, .linkUnknownRoute, .messageUnreadable, .idRepeated:
      .error
    case .customValueEmpty, .linkWebOnly, .messageSetAside: .note
    default: .warning
    }
  }
}
