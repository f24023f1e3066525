import { groupBy } from "../../../lib/group-by.ts";
import { type Html, html } from "../../../lib/html.ts";
import { byCompetition, type GradedRun, type MissingRun } from "../../../results/result-set.ts";
import { type Outcome, outcomeOf, outcomes } from "../../../results/run-outcome.ts";
import { byComplexity, type ComplexityClass, leftOutNote } from "./by-complexity.ts";
import { type Section, section } from "./parts.ts";
import type { ReportedSet } from "./reported-set.ts";

/** With more runs of a competition there are shares instead of a cell for each. */
const mostCells = 10;
/** The same for all sets side by side; and where matrices need the whole width. */
const [mostInRow, mostInColumn] = [30, 6];

const signs: Readonly<Record<Outcome | "missing", string>> = {
  gold: "G",
  silver: "S",
  bronze: "B",
  "above median": "+",
  "below median": "−",
  failed: "×",
  missing: "",
};

/** The runs of one set by competition. */
interface Column {
  readonly label: string;
  readonly runs: ReadonlyMap<string, readonly GradedRun[]>;
  readonly missing: ReadonlyMap<string, readonly MissingRun[]>;
  readonly cells: number;
}

/** What came of every run: a row for each competition, a cell for each run. */
export function medalMatrix(sets: readonly ReportedSet[]): Section {
  const { classes, left } = byComplexity(sets);
  const columns = sets.map(columnOf);
  const all = columns.reduce((sum, { cells }) => sum + cells, 0);
  const isShared = all > mostInRow || columns.some(({ cells }) => cells > mostCells);
  const how = isShared
    ? "Bars are shares of a competition's runs, because some have more runs than there is room for cells."
    : "One cell for each run, in the order of seeds.";
  return section(
    "medals",
    "Medals by competition",
    `${how}${leftOutNote(left)}`,
    key(),
    html`<div class="matrices${isShared || all > mostInColumn || classes.length === 1 ? " one" : ""}">${classes.map((each) => matrix(each, columns, isShared))}</div>\n`,
  );
}

function columnOf({ set, report }: ReportedSet): Column {
  const [runs, missing] = [byCompetition(set.runs), groupBy(set.missing, ({ competitionId }) => competitionId)];
  const ids = new Set([...runs.keys(), ...missing.keys()]);
  const counts = [...ids].map((id) => (runs.get(id)?.length ?? 0) + (missing.get(id)?.length ?? 0));
  return { label: report.label, runs, missing, cells: counts.reduce((most, each) => Math.max(most, each), 0) };
}

function key(): Html {
  const entries = [...outcomes, "missing" as const].map(
    (outcome) =>
      html`<li><span class="cell ${classOf(outcome)}" aria-hidden="true">${signs[outcome]}</span> ${meaning(outcome)}</li>`,
  );
  return html`<ul class="legend">${entries}</ul>\n`;
}

function meaning(outcome: Outcome | "missing"): string {
  return outcome === "failed" ? "no valid submission" : outcome === "missing" ? "no result" : outcome;
}

const classOf = (outcome: string): string => outcome.replace(" ", "-");

function matrix({ name, ids }: ComplexityClass, columns: readonly Column[], isShared: boolean): Html {
  const heads = columns.map(
    ({ label, cells }) =>
      html`<th scope="colgroup"${isShared ? null : html` colspan="${Math.max(1, cells)}"`}>${label}</th>`,
  );
  const head = columns.length === 1 ? null : html`<thead><tr><td></td>${heads}</tr></thead>\n`;
  const rows = ids.map(
    (id) => html`<tr><th scope="row">${id}</th>${columns.map((column) => cellsOf(id, column, isShared))}</tr>\n`,
  );
  return html`<div class="wide" role="region" aria-label="Medals, ${name}" tabindex="0"><table class="matrix"><caption>${name} (${ids.length})</caption>\n${head}<tbody>\n${rows}</tbody></table></div>\n`;
}

function cellsOf(id: string, { runs, missing, cells }: Column, isShared: boolean): Html {
  const known: (Outcome | "missing")[] = [
    ...(runs.get(id) ?? []).map(outcomeOf),
    ...(missing.get(id) ?? []).map(() => "missing" as const),
  ];
  if (isShared) return html`<td class="shares">${shares(known)}</td>`;
  const drawn = known.map((outcome, index) => {
    const text = meaning(outcome);
    return html`<td class="cell ${classOf(outcome)}${index === 0 ? " first" : ""}" title="${text}"><span aria-hidden="true">${signs[outcome]}</span><span class="spoken">${text}</span></td>`;
  });
  const empty = Math.max(1, cells) - known.length;
  return html`${drawn}${empty > 0 ? html`<td colspan="${empty}"></td>` : null}`;
}

/** How often each outcome was, as parts of a bar. */
function shares(known: readonly (Outcome | "missing")[]): Html | null {
  if (known.length === 0) return null;
  const counts = [...outcomes, "missing" as const].flatMap((outcome) => {
    const count = known.filter((each) => each === outcome).length;
    return count === 0 ? [] : [{ outcome, count }];
  });
  const words = counts.map(({ outcome, count }) => `${count} ${meaning(outcome)}`).join(", ");
  let from = 0;
  const parts = counts.map(({ outcome, count }) => {
    const [start, width] = [from, (100 * count) / known.length];
    from += width;
    return html`<rect class="${classOf(outcome)}" x="${start.toFixed(2)}%" width="${width.toFixed(2)}%" height="100%"/>`;
  });
  return html`<svg role="img" aria-label="${words}"><title>${words}</title>${parts}</svg>`;
}
