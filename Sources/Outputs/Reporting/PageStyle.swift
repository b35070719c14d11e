/// How the page looks, in light and in dark.
package enum PageStyle {
    package static let css = """
        :root { color-scheme: light dark; --paper: #faf9f7; --card: #ffffff; --ink: #1d2126; --muted: #666d76;
          --rule: #e2dfda; --good: #3f9c86; --bad: #c8452f; --expected: #e38a00; --read: #1f7ae0;
          --stage0: #9a8fb0; --stage1: #d98b2b; --stage2: #3f9c86; --stage3: #2563c9; }
        @media (prefers-color-scheme: dark) { :root { --paper: #14171b; --card: #1c2026; --ink: #e8e6e3;
          --muted: #98a0aa; --rule: #31373f; --good: #4fae97; --bad: #e0695a; --expected: #f3a93c;
          --read: #62abff; --stage0: #a99dc4; --stage1: #e6a24f; --stage2: #58bba4; --stage3: #7fb0f7; } }
        * { box-sizing: border-box; }
        body { margin: 0; background: var(--paper); color: var(--ink);
          font: 15px/1.5 system-ui, -apple-system, "Segoe UI", "Liberation Sans", sans-serif; }
        main { max-width: 1120px; margin: 0 auto; padding: 40px 24px 80px; }
        h1 { font-size: 30px; line-height: 1.2; margin: 0 0 6px; letter-spacing: -.01em; }
        h2 { font-size: 20px; margin: 0 0 2px; }
        h3 { font: 600 14px/1.4 ui-monospace, "DejaVu Sans Mono", monospace; margin: 0; overflow-wrap: anywhere; }
        .lead, .muted { color: var(--muted); } .lead { margin: 0 0 16px; max-width: 90ch; }
        section { margin-top: 48px; } section h3 { margin: 18px 0 4px; }
        .tiles { display: grid; grid-template-columns: repeat(4, minmax(0, 1fr)); gap: 12px; margin-top: 28px; }
        .tile, article, .card { background: var(--card); border: 1px solid var(--rule); border-radius: 10px;
          padding: 16px 18px; }
        .tile b { display: block; font-size: 30px; font-weight: 650; letter-spacing: -.02em; line-height: 1.25;
          font-variant-numeric: tabular-nums; }
        .tile span { display: block; font-weight: 600; font-size: 14px; } .tile small { color: var(--muted);
          font-size: 13px; }
        .tile.good { border-top: 3px solid var(--good); } .tile.wrong { border-top: 3px solid var(--bad); }
        .tile.wrong b, .bad { color: var(--bad); }
        .pair { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(100%, 440px), 1fr)); gap: 16px; }
        .wide { display: grid; grid-template-columns: minmax(0, 1.45fr) minmax(0, 1fr); gap: 16px; align-items: start; }
        @media (max-width: 820px) { .wide { grid-template-columns: minmax(0, 1fr); } }
        .scroll { overflow-x: auto; }
        table { border-collapse: collapse; width: 100%; font-variant-numeric: tabular-nums; font-size: 14px; }
        th, td { text-align: right; padding: 5px 10px; border-bottom: 1px solid var(--rule); white-space: nowrap; }
        th { font-weight: 600; color: var(--muted); font-size: 13px; }
        th:first-child, td:first-child { text-align: left; padding-left: 0; }
        tbody tr:last-child td { border-bottom: 0; }
        .bar { position: relative; display: inline-block; width: 130px; height: 20px; vertical-align: middle;
          background: color-mix(in srgb, var(--good) 12%, transparent); border-radius: 4px; overflow: hidden; }
        .bar i { position: absolute; inset: 0 auto 0 0; width: var(--share);
          background: color-mix(in srgb, var(--good) 45%, transparent); }
        .bar b { position: relative; display: block; text-align: right; padding-right: 8px; font-weight: 600;
          font-size: 13px; line-height: 20px; }
        svg { display: block; width: 100%; height: auto; overflow: visible; }
        svg text { fill: var(--ink); font-size: 12.5px; } svg .muted { fill: var(--muted); }
        svg .small { font-size: 11px; }
        svg .middle { text-anchor: middle; } svg .end { text-anchor: end; }
        svg .figure { font-variant-numeric: tabular-nums; }
        .grid { stroke: var(--rule); } .curve { fill: none; stroke-width: 2.2; stroke-linejoin: round; }
        .stage0 { stroke: var(--stage0); } .stage1 { stroke: var(--stage1); } .stage2 { stroke: var(--stage2); }
        .stage3 { stroke: var(--stage3); stroke-width: 3; }
        .cell { fill: color-mix(in oklab, var(--good) var(--share), var(--bad)); fill-opacity: .5; }
        rect.none { fill: var(--rule); fill-opacity: .35; }
        .observed { fill: var(--good); fill-opacity: .55; } .stated { stroke: var(--expected); stroke-width: 3;
          stroke-linecap: round; }
        .key { display: inline-block; width: 22px; height: 0; border-top: 3px solid; vertical-align: middle;
          margin: 0 6px 0 14px; }
        .key.e { border-color: var(--expected); } .key.r { border-color: var(--read); }
        .key.o { border-color: var(--good); }
        .key:first-child { margin-left: 0; }
        article { margin-top: 14px; } article h3 { margin: 0; } article p { margin: 6px 0 10px; }
        .tag { display: inline-block; border: 1px solid var(--rule); border-radius: 20px; padding: 1px 10px;
          font-size: 12.5px; color: var(--muted); }
        .tag:first-child { color: var(--ink); } .tag.bad { color: #fff; background: #b93a26; border-color: #b93a26; }
        .pictures { display: grid; grid-template-columns: minmax(0, 1fr) minmax(0, 2.4fr); gap: 14px;
          align-items: center; }
        .pictures svg { border-radius: 6px; overflow: hidden; max-height: 360px; }
        .pictures svg:only-child { grid-column: 1 / -1; }
        polygon { fill: none; stroke-width: 2.5; stroke-linejoin: round; vector-effect: non-scaling-stroke; }
        .whole polygon { stroke-width: 2; } polygon.expected { stroke: var(--expected); }
        polygon.read { stroke: var(--read); stroke-dasharray: 7 4; }
        pre, .lines td { font: 14px/1.45 ui-monospace, "DejaVu Sans Mono", "Liberation Mono", monospace;
          letter-spacing: .06em; }
        .lines { width: auto; margin-top: 12px; display: block; overflow-x: auto; } pre { margin: 4px 0;
          overflow-x: auto; }
        .lines td, .lines th { border: 0; text-align: left; padding: 1px 10px 1px 0; }
        .lines th, .lines td { vertical-align: baseline; } .lines tr.read td { padding-bottom: 7px; }
        .lines th { font-size: 12px; }
        mark { color: inherit; border-radius: 3px; background: color-mix(in srgb, var(--bad) 34%, transparent); }
        mark.was { background: color-mix(in srgb, var(--expected) 38%, transparent); }
        footer { margin-top: 56px; color: var(--muted); font-size: 13px; }
        ul { margin: 4px 0 14px; padding-left: 20px; } li { overflow-wrap: anywhere; }
        @media (max-width: 820px) { .tiles { grid-template-columns: 1fr 1fr; } }
        @media (max-width: 640px) { main { padding: 24px 16px 48px; } .pictures { grid-template-columns: 1fr; } }
        """
}
