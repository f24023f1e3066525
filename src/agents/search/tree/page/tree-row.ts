import { type Html, html } from "../../../../lib/html.ts";
import type { Experiment, SearchView } from "../../parts.ts";
import { firstWords, formatScore, ideaOf } from "../describe.ts";

/** The size of one level of branches. */
const step = 18;
const height = 30;
/** Levels further out are left away. */
const mostLevels = 10;

export interface RowPlace {
  readonly follows: readonly boolean[];
  readonly isBest: boolean;
}

/** One experiment in the tree: a link that selects it. */
export function treeRow(view: SearchView, experiment: Experiment, { follows, isBest }: RowPlace): Html {
  const { id, state, operator, evaluation } = experiment;
  const kind = isBest ? "best" : state;
  const score = state === "good" && evaluation?.score != null ? formatScore(evaluation.score) : stateWords[state];
  const doubt = evaluation?.suspicious == null ? null : html`<span class="doubt" title="suspicious">?</span>`;
  const idea = firstWords(ideaOf(view, experiment), 120);
  return html`<a class="row ${kind}" href="#${encodeURIComponent(id)}"><span class="label">${branches(follows)}<span class="mark" aria-hidden="true">${marks[kind]}</span><span class="name">${id}</span></span><span class="score">${score}${doubt}</span><span class="operator">${operator}</span><span class="idea">${idea}</span></a>`;
}

/** The room that the branches of all rows take, so that what follows is aligned. */
export function branchesWidth(rows: readonly Pick<RowPlace, "follows">[]): number {
  return step * rows.reduce((most, { follows }) => Math.max(most, Math.min(mostLevels, follows.length)), 0);
}

/** A link to an experiment. */
export function link(id: string): Html {
  return html`<a href="#${encodeURIComponent(id)}">${id}</a>`;
}

const marks: Readonly<Record<Experiment["state"] | "best", string>> = { best: "★", good: "●", failed: "✕", open: "◌" };

const stateWords: Readonly<Record<Experiment["state"], string>> = { good: "good", failed: "failed", open: "under way" };

/** Lines from the row above: straight past what comes later, round the corner to the row itself. */
function branches(follows: readonly boolean[]): Html | null {
  const shown = follows.slice(-mostLevels);
  if (shown.length === 0) return null;
  const [width, middle] = [shown.length * step, height / 2];
  const path = shown.map((isFollowed, level) => {
    const x = level * step + 8;
    if (level < shown.length - 1) return isFollowed ? `M${x} 0V${height}` : "";
    return `M${x} 0V${isFollowed ? height : middle}M${x} ${middle}H${width - 2}`;
  });
  const dots = shown.length < follows.length ? html`<text x="0" y="${middle + 4}">…</text>` : null;
  return html`<svg class="branches" width="${width}" height="${height}" aria-hidden="true"><path d="${path.join("")}"/>${dots}</svg>`;
}
