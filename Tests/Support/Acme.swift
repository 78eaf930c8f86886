package import InboxCore
import InboxVendors

/// A small campaign file of an invented brand: one message of every kind.
package enum Acme {
  package static let campaigns = #"""
    [brand]
    name = "Acme"
    domain = "news.acme.example"
    scheme = "acme"
    esp-domain = "click.acme.example"
    onelink-domain = "acme.onelink.me"
    app-domain = "www.acme.example"

    [[link]]
    name = "sale"
    category = "promotion"
    url = "https://www.acme.example/sale"
    ios = "acme://sale/spring"
    android = ""
    onelink = "https://acme.onelink.me/H5hv?pid=Email&deep_link_value=sale%2Fspring&deep_link_sub1=email"

    [[link]]
    name = "guide"
    category = "content"
    url = "https://www.acme.example/guide"
    ios = ""
    android = "acme://guide"

    [[campaign]]
    id = "plain"
    kind = "launch-app"
    subject = "A plain word"
    message = "Nothing but words. Read more: {{link:guide}}"
    sent = "-10m"
    badge = "+1"

    [[campaign]]
    id = "deep"
    kind = "open-url"
    subject = "Our new screws"
    message = "They hold."
    deeplink = "acme://products/12"
    sent = "-20m"
    badge = "+1"

    [[campaign]]
    id = "universal"
    kind = "open-url"
    subject = "Spring sale"
    message = "Cheap."
    deeplink = "{{link:sale}}"
    sent = "-30m"
    badge = "+1"

    [[campaign]]
    id = "rich"
    kind = "open-rich-message"
    subject = "Lookbook"
    message = "See the pictures."
    sent = "-40m"
    [campaign.rich]
    html = '''<h1>The book</h1><p>Look <a href="https://www.acme.example/look">here</a>.</p>'''

    [[campaign]]
    id = "offer"
    center = "Offers"
    kind = "launch-app"
    subject = "Only today"
    message = "Hurry."
    sent = "-5m"

    [[campaign]]
    id = "later"
    kind = "launch-app"
    subject = "Just arrived"
    message = "Fresh."
    push = true
    badge = "+1"
    launch = "+30s"
    """#

  /// One more, whose rich content in `once.html` the back end serves once.
  package static let once = #"""

    [[campaign]]
    id = "once"
    kind = "open-rich-message"
    subject = "For one reading"
    message = "See inside."
    sent = "-60m"
    [campaign.rich]
    file = "once.html"
    """#

  /// One message for each way in which other vendors track a link.
  package static let otherVendors = #"""

    [[campaign]]
    id = "esp-app"
    kind = "open-url"
    subject = "By mail, into the app"
    message = "The email service wraps a OneLink."
    deeplink = "{{esp:sale}}"
    sent = "-1m"

    [[campaign]]
    id = "esp-web"
    kind = "open-url"
    subject = "By mail, onto the web"
    message = "The email service wraps a page."
    deeplink = "{{esp:guide}}"
    sent = "-2m"

    [[campaign]]
    id = "short"
    kind = "open-url"
    subject = "A short OneLink"
    message = "Only its server knows what it stands for."
    deeplink = "{{onelink:sale}}"
    sent = "-3m"

    [[campaign]]
    id = "bloomreach"
    kind = "open-url"
    subject = "A campaign of Bloomreach"
    message = "Tracked by an event."
    deeplink = "https://www.acme.example/engagement/spring?utm_source=br&utm_campaign=spring&xnpe_cmp=e1.spring"
    sent = "-4m"
    """#

  /// The routes that the links above lead to.
  package static let routes = [
    RouteTable.Route(pattern: "onelink://sale/{sale}", screen: "Sale"),
    RouteTable.Route(pattern: "https://www.acme.example/engagement/{page}", screen: "Page"),
  ]

  /// A message that tries what it can to reach the terminal as more than text.
  package static let hostile = #"""

    [[campaign]]
    id = "hostile"
    kind = "launch-app"
    subject = "Careful \u001b[31mRED\u001b]52;c;ZXZpbA==\u0007 \u202Egnp.exe"
    message = "\u001b[2J\u009b31m cleared?"
    sent = "-50m"
    """#
}
