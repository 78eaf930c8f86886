import InboxVendors

/// What `inbox init` writes.
nonisolated enum ConfigTemplate {
  static let text = """
    # inbox: a table for each back end that you read. ‘inbox’ opens the default one, ‘inbox --profile NAME’ another.
    # ‘inbox --profile sandbox’ opens a running ‘inbox sandbox’ and needs no table.
    default = "work"
    # theme = "dark"                  # ‘inbox theme’ lists them; T previews them; your own go into themes/ beside this file
    # theme = { dark = "nord", light = "light" }   # by the terminal's background
    # utc = true                      # times on the screen in UTC instead of this machine's zone
    # ascii = true                    # only ASCII on the screen
    # accessible = true               # for screen readers: the cursor follows the focus, nothing moves by itself
    # mouse = false                   # leave the mouse to the terminal, to select text
    # hints = false                   # the hint line is hidden; . shows it
    # pictures = "blocks"             # half blocks; "kitty", "sixel": that way, without asking the terminal; "off": none

    # Your own keys; ‘inbox keys’ lists the actions. An empty list removes every key from one.
    # [keys]
    # "message.delete" = ["d", "<del>"]

    [profile.work]
    back-end = "https://message-center.example.com"   # Oracle publishes no format; the guide “Wire format” describes ours
    app-token = "replace me"
    account-token = "replace me"
    # user = "maria"                  # USER_IDENTIFIER of a logged-in person; without it, this device
    centers = ["Primary", "Offers"]   # Primary and at most four others
    # enabled = true                  # false switches message centers off

    [profile.work.refresh]
    interval = 300                    # seconds between two fetches of a center; the vendor's SDK takes 300

    [profile.work.cache]
    retention-days = 15               # 1 to 3650: how long the vendor's cache keeps a message; the list here keeps it longer

    [profile.work.outbox]
    events = 10000                    # 100 to 1000000 may wait; above that, the oldest displays are dropped, which is logged

    [profile.work.session]
    ends-on-open = false              # true: opening a message ends the session, as a phone's detail screen does
    displays = "as-shown"             # "at-session-end": keep displays until the session ends, as the vendor's SDK does

    [profile.work.links]
    branded-domains = ["news.example.com"]
    app-paths = ["/pub/acc"]          # paths whose links are resolved; each resolve is a click
    # on-open = "follow"              # opening a message follows its link, as an app does; "offer": a second Enter does
    # flow = "sdk"                    # resolve as the vendor's SDK does, and report what it would report to the app
    # execute-web-url = true          # with flow = "sdk": false leaves app links to the browser
    # esp-domains = ["click.example.com"]        # click domains of email services that wrap OneLinks
    # onelink-domains = ["go.example.com"]       # OneLink domains besides *.onelink.me
    # private-addresses = "allow"     # also request links, redirects, pictures and content on this machine and its network
    # app-id = "TEAMID1234.com.example.app"      # for ‘inbox domain check’
    # associated-domains = ["applinks:news.example.com"]

    # Universal links that Bloomreach tracks as campaign clicks.
    # [profile.work.bloomreach]
    # domains = ["www.example.com"]
    # project-token = "replace me"    # without these two, clicks are kept until they are set
    # authorization = "Token replace me"
    # base-url = "https://api.exponea.com"
    # automatic-session-tracking = true
    # session-timeout = 60            # 5 to 180 seconds in the background

    \(VendorProfile.all.compactMap(\.example).joined(separator: "\n\n"))

    # Which deep link shows which screen of the app; {id} stands for any one path component.
    [[profile.work.routes]]
    pattern = "example-app://products/{id}"
    screen = "Product"

    """
}
