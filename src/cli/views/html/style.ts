/** The style of the page. Colours come from a palette that stays apart for colour-blind people. */
export const style = `
:root { color-scheme: light dark; --paper: #fff; --ink: #1b1f24; --soft: #57606a; --line: #d6dbe1; --shade: #f5f6f8; --link: #0b57b8;
  --set0: #0067a3; --set1: #c04a00; --set2: #00795a; --set3: #a3437f; --set4: #8a6100; --set5: #4a4f57;
  --gold: #e8b931; --silver: #b4bec9; --bronze: #c98a5b; --above: #cfe3f3; --below: #eceff2; --failed: #fff; --failed-ink: #a11212; --cell-ink: #1b1f24; }
@media screen and (prefers-color-scheme: dark) { :root { --paper: #14171b; --ink: #e6e9ed; --soft: #a0a9b4; --line: #363d46; --shade: #1d2228; --link: #7db4ff;
  --set0: #5bb0ee; --set1: #ff9257; --set2: #3fc79c; --set3: #e796c8; --set4: #e0b24a; --set5: #b9c0c9;
  --above: #28496a; --below: #2b3138; --failed: #14171b; --failed-ink: #ff8a80; } }
* { box-sizing: border-box; }
html { -webkit-text-size-adjust: 100%; }
body { margin: 0; background: var(--paper); color: var(--ink); font: 16px/1.5 system-ui, sans-serif; }
header, main, footer { max-width: 1080px; margin: 0 auto; padding: 0 24px; }
header { padding-top: 40px; }
main { padding-bottom: 40px; }
h1 { font-size: 28px; line-height: 1.25; margin: 0 0 8px; overflow-wrap: anywhere; }
h2 { font-size: 20px; line-height: 1.3; margin: 0 0 8px; }
h3 { font-size: 16px; margin: 24px 0 4px; overflow-wrap: anywhere; }
p { margin: 0 0 8px; max-width: 46em; overflow-wrap: anywhere; }
section { padding-top: 48px; }
section > p { color: var(--soft); }
header p, footer, .origin { color: var(--soft); }
footer { padding-bottom: 40px; font-size: 14px; }
nav ul { list-style: none; padding: 0; margin: 16px 0 0; display: flex; flex-wrap: wrap; gap: 4px 20px; }
a { color: var(--link); }
:focus-visible { outline: 2px solid var(--link); outline-offset: 2px; }
.shapes { position: absolute; }
.spoken { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }

.cards { list-style: none; margin: 16px 0 24px; padding: 0; display: grid; grid-template-columns: repeat(auto-fit, minmax(min(100%, 260px), 1fr)); gap: 24px; }
.cards li { border-top: 2px solid var(--ink); padding-top: 8px; min-width: 0; }
.cards h3 { margin: 0; }
.cards p { margin: 0 0 4px; font-size: 14px; }
.cards .figure { font-size: 30px; line-height: 1.3; font-weight: 600; font-variant-numeric: tabular-nums; }

.remarks { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(100%, 360px), 1fr)); gap: 0 32px; }
.remarks p { color: var(--soft); }

.legend { list-style: none; margin: 8px 0 16px; padding: 0; display: flex; flex-wrap: wrap; gap: 4px 20px; font-size: 14px; }
.legend li { overflow-wrap: anywhere; }
.key { vertical-align: -2px; }
.set0 { color: var(--set0); } .set1 { color: var(--set1); } .set2 { color: var(--set2); } .set3 { color: var(--set3); } .set4 { color: var(--set4); } .set5 { color: var(--set5); }
svg .set0, svg .set1, svg .set2, svg .set3, svg .set4, svg .set5 { fill: currentColor; }
use { stroke: var(--paper); stroke-width: 1; }
svg .thick { fill-opacity: .35; }
.grid { stroke: var(--line); }
text { fill: var(--soft); font-size: 12px; }

.lines { font-size: 14px; }
.lines ol { list-style: none; margin: 0; padding: 0; }
.line { display: grid; grid-template-columns: minmax(0, 21em) minmax(0, 1fr) 8.5em; gap: 0 16px; align-items: center; break-inside: avoid; }
.line + .line { border-top: 1px solid transparent; }
.name { overflow-wrap: anywhere; line-height: 1.3; padding: 2px 0; }
.name small { color: var(--soft); font-size: 13px; }
.value { text-align: right; font-variant-numeric: tabular-nums; white-space: nowrap; }
.strip { width: 100%; overflow: visible; display: block; }
.zone { opacity: .55; }
.zone.gold, .share.gold { fill: var(--gold); } .zone.silver { fill: var(--silver); } .zone.bronze { fill: var(--bronze); }

.matrices { display: grid; grid-template-columns: repeat(auto-fill, minmax(min(100%, 310px), 1fr)); gap: 24px 32px; align-items: start; }
.matrices.one { grid-template-columns: minmax(0, 1fr); }
.matrices .wide { margin: 0; }
.matrix { border-collapse: separate; border-spacing: 2px; font-size: 13px; line-height: 1.25; }
.matrix caption { text-align: left; font-weight: 600; font-size: 16px; padding-bottom: 4px; }
.matrix th { font-weight: 400; text-align: left; overflow-wrap: anywhere; padding: 0; border: 0; position: static; white-space: normal; min-width: 0; }
.matrix thead th { color: var(--soft); padding-right: 4px; }
.cell { width: 20px; height: 20px; min-width: 20px; text-align: center; font-size: 12px; font-weight: 600; padding: 0; border: 0; border-radius: 2px; color: var(--cell-ink); print-color-adjust: exact; -webkit-print-color-adjust: exact; position: relative; }
.cell.first { border-left: 6px solid transparent; background-clip: padding-box; min-width: 26px; }
.legend .cell { display: inline-block; line-height: 20px; vertical-align: middle; }
.cell.gold { background: var(--gold); } .cell.silver { background: var(--silver); } .cell.bronze { background: var(--bronze); }
.cell.above-median { background: var(--above); color: var(--ink); } .cell.below-median { background: var(--below); color: var(--soft); }
.cell.failed { background: var(--failed); color: var(--failed-ink); outline: 1px solid var(--line); outline-offset: -1px; } .cell.missing { outline: 1px solid var(--line); outline-offset: -1px; }
.shares { padding: 0; } .shares svg { display: block; width: 160px; height: 16px; }
rect.gold { fill: var(--gold); } rect.silver { fill: var(--silver); } rect.bronze { fill: var(--bronze); } rect.above-median { fill: var(--above); } rect.below-median { fill: var(--below); } rect.failed { fill: var(--failed); stroke: var(--failed-ink); } rect.missing { fill: none; stroke: var(--line); }

.charts { display: grid; grid-template-columns: repeat(auto-fill, minmax(min(100%, 300px), 1fr)); gap: 24px 32px; margin: 16px 0; }
.charts:has(> .chart:not(.small)) { grid-template-columns: repeat(auto-fit, minmax(min(100%, 420px), 1fr)); }
figure { margin: 0; min-width: 0; break-inside: avoid; }
figcaption { font-weight: 600; font-size: 14px; line-height: 1.3; margin-bottom: 10px; overflow-wrap: anywhere; }
figcaption small { display: block; font-weight: 400; color: var(--soft); font-size: 13px; }
.frame { padding: 4px 16px 40px 48px; }
.frame > svg { display: block; width: 100%; height: 240px; overflow: visible; }
.small .frame { padding-bottom: 24px; }
.small .frame > svg { height: 130px; }
.axis, .tick { stroke: var(--soft); }
.frame .curve { fill: none; stroke: currentColor; stroke-width: 2; vector-effect: non-scaling-stroke; }
.frame .band { fill: currentColor; fill-opacity: .18; stroke: none; }
.disc { fill-opacity: .55; }
.threshold { stroke-dasharray: 3 3; stroke-width: 1.5; } .tG { stroke: var(--gold); } .tS { stroke: var(--silver); } .tB { stroke: var(--bronze); } .tM { stroke: var(--soft); stroke-width: 1; }
.use.model { fill: var(--set0); } .use.waiting { fill: var(--set4); } .use.commands { fill: var(--set2); } .use.other { fill: var(--silver); }

.wide { overflow-x: auto; margin: 16px 0; }
.wide .figures { border-collapse: collapse; font-size: 14px; min-width: 60%; }
.figures caption { text-align: left; font-weight: 600; padding-bottom: 4px; }
.figures :is(th, td) { text-align: left; vertical-align: top; padding: 4px 20px 4px 0; border-bottom: 1px solid var(--line); }
.figures thead th { color: var(--soft); font-weight: 500; white-space: nowrap; vertical-align: bottom; }
.figures tbody th { font-weight: 500; min-width: 5em; }
.figures td { overflow-wrap: break-word; }
.figures .number { text-align: right; font-variant-numeric: tabular-nums; white-space: nowrap; }
details { margin-top: 12px; }
summary { cursor: pointer; font-size: 14px; color: var(--link); }
code { font: 13px ui-monospace, monospace; }

@media screen and (min-width: 701px) { .matrices.one .matrix tbody th { width: 24em; } }
@media (max-width: 700px) {
  header, main, footer { padding-left: 16px; padding-right: 16px; }
  header { padding-top: 24px; }
  h1 { font-size: 24px; }
  .line { grid-template-columns: minmax(0, 1fr) auto; gap: 0 8px; padding: 3px 0; }
  .line .strip { grid-column: 1 / -1; grid-row: 2; }
  .scale { padding: 0; }
}
@media print {
  @page { size: A4; margin: 14mm; }
  body { font-size: 10pt; }
  header, main, footer { max-width: none; padding-left: 0; padding-right: 0; }
  header { padding-top: 0; }
  section { padding-top: 20pt; }
  h1 { font-size: 18pt; } h2 { font-size: 14pt; }
  h2, h3, caption, thead, .scale, .legend, section > p { break-after: avoid; }
  #competitions:not(:has(details[open])) { display: none; }
  .charts:has(> .chart:not(.small)) { grid-template-columns: 1fr 1fr; gap: 12pt; }
  .frame > svg { height: 150pt; }
  .small .frame > svg { height: 80pt; }
  tr, .line, figure, .cards li, .legend { break-inside: avoid; }
  nav, details:not([open]) { display: none; }
  .wide { overflow: visible; }
  .wide .figures { font-size: 8pt; width: 100%; }
  .figures :is(th, td) { padding: 2pt 6pt 2pt 0; overflow-wrap: anywhere; }
  .figures tbody th { min-width: 3.4em; }
  .figures thead th { white-space: normal; }
  .line, .lines, .legend, .matrix { font-size: 8.5pt; }
  .matrices:not(.one) { display: block; columns: 2; column-gap: 24pt; }
  .matrices .wide { overflow: visible; }
  .matrix { break-inside: auto; margin-bottom: 12pt; }
  .matrices.one .cell { width: 13px; min-width: 13px; height: 15px; font-size: 7pt; } .matrices.one .cell.first { min-width: 17px; border-left-width: 4px; }
  .matrices.one thead th { font-size: 7pt; } .shares svg { width: 44pt; }
  rect, use, path, line { print-color-adjust: exact; -webkit-print-color-adjust: exact; }
}
`;
