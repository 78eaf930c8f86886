/// A small campaign file of an invented brand.
enum Campaigns {
  static let acme = #"""
    [brand]
    name = "Acme"
    domain = "news.acme.example"
    scheme = "acme"

    [[link]]
    name = "sale"
    category = "promotion"
    url = "https://www.acme.example/sale"
    ios = ""
    android = "acme://sale"

    [[campaign]]
    id = "plain"
    kind = "launch-app"
    subject = "A plain word"
    message = "Nothing but words."
    sent = "-10m"
    badge = "+1"

    [[campaign]]
    id = "universal"
    kind = "open-url"
    subject = "Spring sale"
    message = "Cheap."
    deeplink = "{{link:sale}}"
    sent = "-20m"
    badge = "+1"

    [[campaign]]
    id = "hostile"
    kind = "launch-app"
    subject = "Careful \u001b[31mRED\u001b]52;c;ZXZpbA==\u0007 \u202Egnp.exe"
    message = "\u001b[2J\u009b31m cleared?"
    sent = "-30m"

    [[campaign]]
    id = "rich"
    kind = "open-rich-message"
    subject = "Lookbook"
    message = "See the pictures."
    sent = "-40m"
    [campaign.rich]
    html = '''<h1>The book</h1><p>Look <a href="https://www.acme.example/look">here</a>.</p>'''
    """#
}
