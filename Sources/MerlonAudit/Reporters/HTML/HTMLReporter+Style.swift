extension HTMLReporter {
    /// The style sheet: one column on a phone, light and dark as the system asks, and on paper without controls.
    static let style: StaticString = """
        :root {
          color-scheme: light dark;
          --page: #f4f5f7; --card: #ffffff; --ink: #16191d; --soft: #586270; --line: #dce0e6; --well: #eef0f3; --link: #1d5fbf;
          --high: #b3261e; --medium: #9a4f00; --low: #1d5fbf; --note: #586270;
          --high-soft: #fbe9e7; --medium-soft: #fdf0dc; --low-soft: #e6effb; --note-soft: #eceef1;
          --pass: #1d7a3e; --manual: #7440b3; --manual-bar: #a58bcd; --undecided: #c39a1a; --na: #b6bcc5; --accepted: #6f9a7d;
          --shadow: 0 1px 2px rgb(16 24 40 / .06), 0 1px 3px rgb(16 24 40 / .08);
        }
        @media (prefers-color-scheme: dark) {
          :root {
            --page: #0f1216; --card: #181c22; --ink: #e7eaee; --soft: #9ba6b3; --line: #2b323b; --well: #20262e; --link: #8ab8ff;
            --high: #ff8f85; --medium: #ffb763; --low: #8ab8ff; --note: #a3adb9;
            --high-soft: #3a1d1b; --medium-soft: #35260f; --low-soft: #18283f; --note-soft: #242a32;
            --pass: #5fc781; --manual: #bd97f0; --manual-bar: #7d68a3; --undecided: #d9b23c; --na: #4a535e; --accepted: #4c7a5b;
            --shadow: none;
          }
        }
        * { box-sizing: border-box; }
        [hidden] { display: none !important; }
        html { -webkit-text-size-adjust: 100%; scroll-behavior: smooth; scroll-padding-top: 5rem; }
        @media (prefers-reduced-motion: reduce) { html { scroll-behavior: auto; } }
        body { margin: 0; background: var(--page); color: var(--ink); font: 16px/1.5 system-ui, -apple-system, "Segoe UI", sans-serif; overflow-wrap: anywhere; }
        code { font: .86em/1.45 ui-monospace, "SF Mono", Menlo, Consolas, monospace; unicode-bidi: isolate; }
        h1, h2, h3, p, ul, ol { margin: 0; padding: 0; }
        h1 { font-size: 1.75rem; line-height: 1.2; letter-spacing: -.01em; unicode-bidi: isolate; }
        h2 { font-size: 1.2rem; }
        h3 { font-size: 1rem; }
        ul, ol { list-style: none; }
        a { color: var(--link); }
        :focus-visible { outline: 3px solid var(--link); outline-offset: 2px; border-radius: 4px; }
        .skip { position: absolute; left: -999rem; }
        .skip:focus { left: 1rem; top: .5rem; background: var(--card); padding: .5rem 1rem; z-index: 3; }
        .faint, .count { color: var(--soft); }
        .count { font-weight: 400; font-size: .95rem; }
        .top, main, footer { max-width: 66rem; margin: 0 auto; padding: 0 1rem; }
        .top { display: flex; flex-wrap: wrap; gap: .25rem 1.5rem; align-items: baseline; justify-content: space-between; padding-top: 1rem; padding-bottom: 1rem; font-size: .9rem; }
        .top nav { width: 100%; }
        .top nav ul { display: flex; flex-wrap: wrap; gap: .25rem 1rem; }
        footer { padding-top: 1rem; padding-bottom: 3rem; color: var(--soft); font-size: .875rem; }

        .target + .target { margin-top: 4rem; padding-top: 2rem; border-top: 1px solid var(--line); }
        .path { margin-top: .35rem; color: var(--soft); }
        .chips { display: flex; flex-wrap: wrap; gap: .35rem; margin-top: .6rem; }
        .chips li { background: var(--well); border-radius: 999px; padding: .1rem .7rem; font-size: .85rem; unicode-bidi: isolate; }
        .chips .warn { background: var(--medium-soft); color: var(--medium); }
        .failure { margin-top: 1rem; padding: 1rem; border-radius: 10px; background: var(--high-soft); color: var(--high); }

        .tiles { display: grid; grid-template-columns: repeat(4, 1fr); gap: .75rem; margin-top: 1.5rem; }
        .tile { background: var(--card); border-radius: 12px; padding: .75rem 1rem; box-shadow: var(--shadow); border-top: 4px solid currentcolor; }
        .tile strong { display: block; font-size: 2rem; line-height: 1.1; font-variant-numeric: tabular-nums; }
        .tile span { font-size: .875rem; text-transform: capitalize; }
        .tile.zero { color: var(--soft); }
        .high { color: var(--high); } .medium { color: var(--medium); } .low { color: var(--low); } .note { color: var(--note); }
        .overall, .area { background: var(--card); border-radius: 12px; box-shadow: var(--shadow); }
        .overall { margin-top: .75rem; padding: 1rem; }
        .overall > p { margin-bottom: .5rem; }
        .bar { display: block; border-radius: 5px; overflow: hidden; background: var(--well); }
        .s-fail { fill: var(--high); } .s-pass { fill: var(--pass); } .s-accepted { fill: var(--accepted); }
        .s-manual { fill: var(--manual-bar); } .s-undecided { fill: var(--undecided); } .s-na { fill: var(--na); }
        .legend { display: flex; flex-wrap: wrap; gap: .2rem 1.1rem; margin-top: .6rem; font-size: .875rem; }
        .areas { display: grid; grid-template-columns: repeat(auto-fill, minmax(14.5rem, 1fr)); gap: .75rem; margin-top: .75rem; }
        .areas li { display: grid; }
        .area { display: flex; flex-direction: column; gap: .55rem; width: 100%; padding: .8rem 1rem; border: 1px solid transparent; color: inherit; font: inherit; text-align: start; cursor: pointer; }
        .area-head { display: flex; flex-wrap: wrap; gap: .3rem .6rem; align-items: center; justify-content: space-between; width: 100%; min-height: 1.6rem; }
        .area:hover { border-color: var(--line); }
        .area[aria-pressed="true"] { border-color: var(--link); }
        .area-name { font-weight: 650; letter-spacing: .02em; white-space: nowrap; }
        .area-found { display: flex; flex-wrap: wrap; gap: .25rem; align-items: center; }
        .area .faint { font-size: .8rem; }
        .badge { display: inline-block; border-radius: 999px; padding: .05rem .6rem; font-size: .78rem; font-weight: 600; white-space: nowrap; }
        .badge.high { background: var(--high-soft); } .badge.medium { background: var(--medium-soft); }
        .badge.low { background: var(--low-soft); } .badge.note { background: var(--note-soft); }
        .badge.outline { border: 1px solid var(--line); color: var(--soft); }

        .filter { position: sticky; top: 0; z-index: 2; display: flex; flex-wrap: wrap; gap: .5rem .75rem; align-items: end; margin: 1.5rem -1rem 0; padding: .75rem 1rem; background: color-mix(in srgb, var(--page) 92%, transparent); backdrop-filter: blur(8px); }
        .filter label { display: grid; font-size: .78rem; color: var(--soft); }
        .filter .grow { flex: 1 1 14rem; }
        .filter input, .filter select, .filter button { min-height: 2.5rem; border: 1px solid var(--line); border-radius: 8px; background: var(--card); color: var(--ink); font: inherit; font-size: 1rem; padding: 0 .6rem; width: 100%; }
        .filter button { width: auto; cursor: pointer; color: var(--soft); }
        .filter button[aria-pressed="true"] { border-color: var(--link); color: var(--link); }
        .filter .shown { width: 100%; font-size: .85rem; color: var(--soft); }
        .filter .shown:empty { display: none; }

        section > h2 { margin: 1.75rem 0 .75rem; }
        .finding { background: var(--card); border-radius: 12px; box-shadow: var(--shadow); padding: 1rem 1.1rem; margin-top: .75rem; border-inline-start: 4px solid currentcolor; }
        .finding > * { color: var(--ink); }
        .finding header { display: flex; flex-wrap: wrap; gap: .3rem .5rem; align-items: center; font-size: .85rem; }
        .finding h3 { width: 100%; font-size: 1.08rem; }
        .message { margin-top: .35rem; }
        .fix { margin-top: .6rem; padding: .6rem .8rem; border-radius: 8px; background: var(--well); }
        .fix strong { color: var(--pass); }
        .finding .refs, .tests .refs { display: flex; flex-wrap: wrap; gap: .2rem .7rem; margin-top: .6rem; color: var(--soft); font-size: .85rem; }
        summary { cursor: pointer; }
        .evidence, .why { margin-top: .6rem; }
        .evidence summary, .why summary { font-size: .9rem; color: var(--soft); width: fit-content; }
        .evidence ol { margin-top: .4rem; max-height: 26rem; overflow: auto; border: 1px solid var(--line); border-radius: 8px; }
        .evidence li { display: grid; gap: .1rem; padding: .45rem .75rem; }
        .evidence li + li { border-top: 1px solid var(--line); }
        .evidence .file { color: var(--soft); }
        .evidence .at { display: flex; flex-wrap: wrap; gap: 0 .8rem; }
        .evidence .at .slice, .evidence .at .address { color: var(--soft); }
        .evidence .detail { font-size: .92rem; unicode-bidi: isolate; }
        .why p { margin-top: .3rem; max-width: 46rem; }
        .empty { padding: 1rem; color: var(--soft); background: var(--card); border-radius: 12px; }

        .group { margin-top: .75rem; background: var(--card); border-radius: 12px; box-shadow: var(--shadow); overflow: hidden; }
        .group > summary { padding: .7rem 1rem; }
        .group > summary h3 { display: inline; margin-inline: .25rem .6rem; letter-spacing: .02em; }
        .group > summary span { font-size: .875rem; }
        .group > ul { border-top: 1px solid var(--line); }
        .group li + li { border-top: 1px solid var(--line); }
        .group li > details { padding: 0 1rem; }
        .group li > details > summary { display: grid; grid-template-columns: 9.5rem 10.5rem 1fr; gap: 0 .75rem; align-items: baseline; padding: .5rem 0; list-style: none; }
        .group li > details > summary::-webkit-details-marker { display: none; }
        .group li > details > summary .title::after { content: " ›" / ""; color: var(--soft); }
        .group li > details[open] > summary .title::after { content: " ⌄" / ""; }
        .group li > details > summary:hover .title { text-decoration: underline; text-underline-offset: .2em; }
        .group li > details[open] { padding-bottom: .9rem; }
        .group li > details > p { max-width: 50rem; margin-top: .3rem; }
        .group .id { color: var(--soft); }
        .state { font-size: .85rem; font-weight: 600; }
        .state::before { content: ""; display: inline-block; width: .6rem; height: .6rem; border-radius: 50%; background: currentcolor; margin-inline-end: .45rem; }
        .state.fail { color: var(--high); } .state.pass { color: var(--pass); } .state.manual { color: var(--manual); }
        .state.not-decidable { color: var(--medium); } .state.not-applicable { color: var(--soft); } .state.accepted { color: var(--soft); }
        blockquote { margin: .5rem 0 0; padding: .1rem .9rem; border-inline-start: 3px solid var(--line); }
        .plain { margin-top: 1.5rem; background: var(--card); border-radius: 12px; box-shadow: var(--shadow); padding: .75rem 1rem; }
        .plain > summary h2 { display: inline; margin-inline-end: .5rem; }
        .plain li { padding: .5rem 0; }
        .plain li + li { border-top: 1px solid var(--line); }

        @media (max-width: 40rem) {
          .tiles { gap: .5rem; }
          .tile { padding: .5rem .6rem; }
          .tile strong { font-size: 1.5rem; }
          .areas { grid-template-columns: 1fr; }
          .filter { position: static; }
          .filter label:not(.grow) { flex: 1 1 28%; min-width: 0; }
          .group li > details > summary { grid-template-columns: auto 1fr; row-gap: .05rem; }
          .group .title { grid-column: 1 / -1; }
          .group .id { text-align: end; }
        }
        @media print {
          :root { --page: #fff; --shadow: none; }
          .filter, .skip { display: none !important; }
          .tile, .overall, .area, .finding, .group, .plain { border: 1px solid #bbb; }
          .finding, .area, .group li { break-inside: avoid; }
          .evidence ol { max-height: none; overflow: visible; }
          .bar, .legend svg { print-color-adjust: exact; -webkit-print-color-adjust: exact; }
        }
        """
}
