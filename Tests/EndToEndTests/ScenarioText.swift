/// Parts of scenario files that many tests write.
enum ScenarioText {
  /// A brand and its campaign `one`, whose table may go on behind it.
  static let acme = """
    [brand]
    name = "Acme"
    domain = "news.acme.example"
    scheme = "acme"

    [[campaign]]
    id = "one"
    kind = "launch-app"
    subject = "One"
    message = "The first."
    """
}
