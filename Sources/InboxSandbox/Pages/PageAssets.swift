/// What the pages look like, and how the first one follows what comes in.
enum PageAssets {
  static let css = """
    :root { color-scheme: light dark; --text: #1c1c1e; --back: #fff; --line: #d5d5da; --soft: #f4f4f6; --link: #0a58ca; --dim: #5c5c66; }
    @media (prefers-color-scheme: dark) {
      :root { --text: #ececf0; --back: #17171a; --line: #3a3a42; --soft: #222227; --link: #8ab4ff; --dim: #a5a5b0; }
    }
    * { box-sizing: border-box; }
    body { margin: 0; color: var(--text); background: var(--back); font: 16px/1.5 system-ui, sans-serif; }
    nav { padding: .75rem 1rem; border-bottom: 1px solid var(--line); }
    main { max-width: 60rem; margin: 0 auto; padding: 1rem; }
    h1 { font-size: 1.4rem; line-height: 1.3; margin: .5rem 0 1rem; overflow-wrap: anywhere; }
    h2 { font-size: 1.1rem; margin: 1.75rem 0 .5rem; }
    a { color: var(--link); }
    dl { display: grid; grid-template-columns: minmax(7rem, max-content) 1fr; gap: .35rem 1rem; margin: 0; }
    dt { color: var(--dim); }
    dd { margin: 0; overflow-wrap: anywhere; }
    .wide { overflow-x: auto; }
    table { border-collapse: collapse; width: 100%; font-size: .95rem; }
    th, td { text-align: left; padding: .4rem .75rem .4rem 0; border-bottom: 1px solid var(--line); vertical-align: top; }
    th { color: var(--dim); font-weight: 600; }
    pre { background: var(--soft); border: 1px solid var(--line); border-radius: 6px; padding: .75rem; overflow-x: auto; font-size: .9rem; }
    @media (max-width: 30rem) { dl { grid-template-columns: 1fr; gap: 0; } dd { margin-bottom: .6rem; } }

    """

  /// Puts what comes in above the rest; without it the page is what was there when it was requested.
  static let script = """
    const rows = document.getElementById("rows");
    const source = new EventSource(new URL("live", document.baseURI));
    source.onmessage = (event) => {
      const receipt = JSON.parse(event.data);
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
      rows.prepend(row);
      while (rows.children.length > 200) rows.lastChild.remove();
    };

    """
}
