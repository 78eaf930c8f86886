import Crypto
import struct Foundation.Data

/// The style sheet of the pages and the script that keeps the first one current; both stand in the page itself.
enum PageAssets {
  static let css = """
    :root { color-scheme: light dark; --text: #1c1c1e; --back: #fff; --line: #d5d5da; --soft: #f4f4f6; --link: #0a58ca; --dim: #5c5c66; }
    @media (prefers-color-scheme: dark) {
      :root { --text: #ececf0; --back: #17171a; --line: #3a3a42; --soft: #222227; --link: #8ab4ff; --dim: #a5a5b0; }
    }
    * { box-sizing: border-box; }
    body { margin: 0; color: var(--text); background: var(--back); font: 16px/1.5 system-ui, sans-serif; overflow-wrap: anywhere; }
    nav, footer { padding: .75rem 1rem; color: var(--dim); }
    nav { border-bottom: 1px solid var(--line); }
    footer { border-top: 1px solid var(--line); font-size: .875rem; }
    main { max-width: 75rem; margin: 0 auto; padding: 1rem; }
    h1 { font-size: 1.4rem; line-height: 1.3; margin: .5rem 0 1rem; }
    h2 { font-size: 1.1rem; margin: 1.75rem 0 .5rem; }
    a { color: var(--link); }
    dl { display: grid; grid-template-columns: max-content 1fr; gap: .35rem 1rem; margin: 0 0 1rem; }
    dt { color: var(--dim); }
    dd { margin: 0; }
    table { border-collapse: collapse; width: 100%; font-size: .95rem; overflow-wrap: normal; font-variant-numeric: tabular-nums; }
    th, td { text-align: left; padding: .4rem .75rem .4rem 0; border-bottom: 1px solid var(--line); vertical-align: top; }
    th { color: var(--dim); font-weight: 600; }
    pre { background: var(--soft); border: 1px solid var(--line); border-radius: 6px; padding: .75rem; font-size: .875rem; white-space: pre-wrap; }
    /* A name that turns the writing direction turns nothing but itself. */
    h1, dd, td, a { unicode-bidi: isolate; }
    .flows td { min-width: 6.5rem; overflow-wrap: anywhere; }
    .flows td:first-child { white-space: nowrap; }
    @media (max-width: 45rem) {
      dl { column-gap: .75rem; }
      .flows thead { display: none; }
      .flows tr { display: block; padding: .5rem 0; border-bottom: 1px solid var(--line); }
      .flows td { display: inline; padding: 0; border: 0; }
      .flows td:not(:empty):not(:last-child)::after { content: " · "; color: var(--dim); }
    }

    """

  /// Puts what comes in above the rest, and what comes again in its old place; without a script the page stays as it
  /// was when it was requested.
  ///
  /// A browser reopens a lost connection by itself, but not after a refusal.
  static let script = """
    const rows = document.getElementById("rows");
    const state = document.getElementById("state");
    const address = new URL(rows.dataset.live, location.origin);
    let pause = 1;

    const link = (row) => row.querySelector("a").href;

    const show = (receipt) => {
      const row = document.createElement("tr");
      for (const cell of receipt) {
        const place = document.createElement("td");
        if (cell.href) {
          const link = document.createElement("a");
          link.href = cell.href;
          link.textContent = cell.text;
          place.append(link);
        } else {
          place.textContent = cell.text;
        }
        row.append(place);
      }
      const known = [...rows.children].find((other) => link(other) === link(row));
      if (known) known.replaceWith(row);
      else rows.prepend(row);
      while (rows.children.length > 400) rows.lastChild.remove();
    };

    const follow = () => {
      const source = new EventSource(address);
      source.onopen = () => {
        state.hidden = true;
        pause = 1;
      };
      source.onmessage = (event) => show(JSON.parse(event.data));
      source.onerror = () => {
        state.hidden = false;
        if (source.readyState !== EventSource.CLOSED) return;
        setTimeout(follow, pause * 1000);
        pause = Math.min(pause * 2, 60);
      };
    };
    follow();

    """

  static let cssHash = hash(css)
  static let scriptHash = hash(script)

  /// The hash by which a content security policy allows a script or style of the page.
  private static func hash(_ text: String) -> String {
    "sha256-" + Data(SHA256.hash(data: Data(text.utf8))).base64EncodedString()
  }
}
