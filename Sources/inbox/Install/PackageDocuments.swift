import Foundation

/// The texts that Debian wants in a package beside the program's own.
nonisolated enum PackageDocuments {
  static let maintainer = "inbox <inbox@localhost>"

  /// Whose what is (Debian policy, 12.5).
  ///
  /// The licences are those in the packages that `Package.swift` names.
  static let copyright = """
    This package was made from its source by ‘inbox install --deb’. The source of inbox states no licence.

    The program holds, linked into it:

    Swift's run time and Foundation, swift-argument-parser, swift-asn1, swift-certificates, swift-collections,
    swift-crypto, swift-http-types, swift-log, swift-metrics, swift-distributed-tracing, swift-system, SwiftNIO
    with its packages, async-http-client, swift-service-lifecycle, Hummingbird, and what these need of the same
    authors: Apache License 2.0, see /usr/share/common-licenses/Apache-2.0; Swift's own with the Runtime Library
    Exception.

    BoringSSL, as swift-nio-ssl and swift-crypto carry it: the OpenSSL, ISC and Apache 2.0 licences of its files.

    ICU, as Foundation carries it: Unicode License.

    GRDB, copyright 2015-2025 Gwendal Roué, and TOMLKit, copyright 2024 Jeff Lebrun, with toml++: MIT License:

    Permission is hereby granted, free of charge, to any person obtaining a copy of this software and associated
    documentation files (the "Software"), to deal in the Software without restriction, including without limitation
    the rights to use, copy, modify, merge, publish, distribute, sublicense, and/or sell copies of the Software, and
    to permit persons to whom the Software is furnished to do so, subject to the following conditions:

    The above copyright notice and this permission notice shall be included in all copies or substantial portions of
    the Software.

    THE SOFTWARE IS PROVIDED "AS IS", WITHOUT WARRANTY OF ANY KIND, EXPRESS OR IMPLIED, INCLUDING BUT NOT LIMITED TO
    THE WARRANTIES OF MERCHANTABILITY, FITNESS FOR A PARTICULAR PURPOSE AND NONINFRINGEMENT. IN NO EVENT SHALL THE
    AUTHORS OR COPYRIGHT HOLDERS BE LIABLE FOR ANY CLAIM, DAMAGES OR OTHER LIABILITY, WHETHER IN AN ACTION OF
    CONTRACT, TORT OR OTHERWISE, ARISING FROM, OUT OF OR IN CONNECTION WITH THE SOFTWARE OR THE USE OR OTHER DEALINGS
    IN THE SOFTWARE.

    """

  /// One entry, for the version that is packed (Debian policy, 4.4).
  ///
  /// Its time is now, or what `SOURCE_DATE_EPOCH` says, so that the same source makes the same package.
  static var changelog: String {
    let said = Environment["SOURCE_DATE_EPOCH"].flatMap(TimeInterval.init)
    let format = DateFormatter()
    format.locale = Locale(identifier: "en_US_POSIX")
    format.timeZone = .gmt
    format.dateFormat = "EEE, dd MMM yyyy HH:mm:ss Z"
    let time = format.string(from: said.map(Date.init(timeIntervalSince1970:)) ?? Date())
    return """
      inbox (\(Version.text)) unstable; urgency=medium

        * Packed by ‘inbox install --deb’.

       -- \(maintainer)  \(time)

      """
  }
}
