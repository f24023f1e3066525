/** The page's style. On wide screens the tree is beside what is selected, on narrow ones that opens below its row. */
export const style = `
:root { --paper: #fff; --ink: #1c2128; --soft: #5a6470; --line: #d5dae0; --shade: #f4f6f8; --chosen: #e3edfb; --link: #0b57b8;
  --good: #0b6e99; --best: #8a5a00; --failed: #b3261e; --doubt: #8a3ffc; --added: #dff3e4; --removed: #fbe3e1; }
@media (prefers-color-scheme: dark) { :root { --paper: #14181d; --ink: #e4e8ec; --soft: #9aa5b1; --line: #333b45; --shade: #1c2229;
  --chosen: #1d3350; --link: #7db4ff; --good: #6cc4ee; --best: #f2b84b; --failed: #ff8a80; --doubt: #c9a5ff; --added: #17361f; --removed: #44201e; } }
* { box-sizing: border-box; }
body { margin: 0; background: var(--paper); color: var(--ink); font: 15px/1.5 system-ui, sans-serif; }
a { color: var(--link); }
:focus-visible { outline: 2px solid var(--link); outline-offset: -2px; }
header { padding: 12px 20px; border-bottom: 1px solid var(--line); display: flex; flex-wrap: wrap; gap: 6px 28px; align-items: baseline; }
h1 { font-size: 18px; margin: 0; overflow-wrap: anywhere; }
h2 { font-size: 17px; margin: 0 0 10px; overflow-wrap: anywhere; }
h3 { font-size: 14px; margin: 18px 0 4px; }
h4 { font: 600 13px/1.5 ui-monospace, monospace; margin: 10px 0 4px; overflow-wrap: anywhere; }
dl { margin: 0; display: flex; flex-wrap: wrap; gap: 6px 24px; }
dl div { min-width: 0; }
dt { color: var(--soft); font-size: 12px; }
dd { margin: 0; overflow-wrap: anywhere; }
.facts { flex: 1 1 auto; }
ol { list-style: none; margin: 0; padding: 8px 0; }
.place { display: none; }
.row { display: flex; align-items: center; height: 30px; padding: 0 12px; gap: 8px; color: inherit; text-decoration: none; white-space: nowrap; overflow: hidden; }
.row:hover { background: var(--shade); }
.row > * { flex: none; }
.branches { margin-right: -8px; }
.branches path { fill: none; stroke: var(--soft); }
.branches text, .chart text { fill: var(--soft); font-size: 12px; }
.label { display: flex; align-items: center; gap: 8px; min-width: calc(var(--branches) + 9.5em); }
.mark { width: 1em; text-align: center; }
.score { min-width: 5.5em; text-align: right; font-variant-numeric: tabular-nums; }
.operator, .row .idea { color: var(--soft); font-size: 13px; }
.operator { min-width: 4.5em; }
.row > .idea { flex: 1 1 0; overflow: hidden; text-overflow: ellipsis; }
.good .mark { color: var(--good); } .best .mark { color: var(--best); } .failed .mark, .failed > .score { color: var(--failed); }
.best .name, .best > .score { font-weight: 650; }
.doubt { color: var(--doubt); }
span.place:target + .row { background: var(--chosen); }
article, #overview { padding: 16px 20px 32px; }
article { display: none; }
.place:target ~ article { display: block; }
.badge { font-size: 12px; font-weight: 500; border: 1px solid currentColor; border-radius: 9px; padding: 0 8px; color: var(--soft); white-space: nowrap; }
.badge.good { color: var(--good); } .badge.failed { color: var(--failed); } .badge.doubt { color: var(--doubt); }
.said { white-space: pre-wrap; overflow-wrap: anywhere; margin: 0; }
.more { color: var(--soft); }
nav > .more { padding: 0 12px; }
.wide { overflow-x: auto; }
table { border-collapse: collapse; width: 100%; font-size: 13px; }
th, td { text-align: left; vertical-align: top; padding: 4px 12px 4px 0; border-bottom: 1px solid var(--line); }
th { color: var(--soft); font-weight: 500; }
td { overflow-wrap: break-word; }
.number { text-align: right; font-variant-numeric: tabular-nums; white-space: nowrap; }
details { margin-top: 16px; }
summary { cursor: pointer; font-weight: 600; font-size: 14px; }
pre { margin: 0; padding: 10px 12px; background: var(--shade); border-radius: 6px; overflow: auto; max-height: 32em; font: 12.5px/1.5 ui-monospace, monospace; tab-size: 4; }
.diff span { display: block; min-width: max-content; }
.diff .added { background: var(--added); } .diff .removed { background: var(--removed); } .diff .gap { color: var(--soft); }
figure { margin: 0; }
figcaption { color: var(--soft); font-size: 13px; }
.chart { width: 100%; max-width: 760px; height: auto; }
.chart .grid { stroke: var(--line); } .chart .best-line { fill: none; stroke: var(--best); stroke-width: 2; }
.chart .good { fill: var(--good); } .chart .best { fill: var(--best); } .chart .doubt { fill: var(--paper); stroke: var(--doubt); stroke-width: 2; }
.chart .failed-marks { fill: none; stroke: var(--failed); stroke-width: 1.5; }
#overview ul { margin: 4px 0 0; padding-left: 20px; } #overview li { overflow-wrap: anywhere; }
@media screen and (min-width: 900px) {
  body { height: 100vh; display: flex; flex-direction: column; }
  main { flex: 1; min-height: 0; position: relative; }
  nav { position: static; width: 44%; height: 100%; overflow: auto; border-right: 1px solid var(--line); }
  article, #overview { position: absolute; left: 44%; right: 0; top: 0; bottom: 0; overflow: auto; }
  main:has(.place:target) #overview { display: none; }
}
@media screen and (max-width: 899.9px) {
  main { display: flex; flex-direction: column; }
  #overview { order: -1; border-bottom: 1px solid var(--line); }
  .place { display: block; }
  .row > .operator, .row > .idea { display: none; }
  .row > .label { flex: 1 1 auto; min-width: 0; overflow: hidden; }
  .chart text { font-size: 20px; }
  article { background: var(--paper); border-block: 1px solid var(--line); }
  main:has(.place:target) #overview { display: none; }
}
@media print {
  :root { --paper: #fff; --ink: #000; --soft: #444; --line: #bbb; --shade: #f4f4f4; --good: #0b6e99; --best: #8a5a00; --failed: #b3261e; --doubt: #6a1fd0; --added: #dff3e4; --removed: #fbe3e1; --link: #000; }
  main { display: flex; flex-direction: column; }
  #overview { order: -1; }
  .home { display: none; }
  .row, figure, tr { break-inside: avoid; }
  pre { max-height: none; white-space: pre-wrap; overflow-wrap: anywhere; }
  .diff span { min-width: 0; }
}
`;
