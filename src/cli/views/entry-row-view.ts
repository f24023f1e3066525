import type { Lack } from "../../results/leaderboard/entry/completeness.ts";
import type { Disclosure } from "../../results/leaderboard/entry/disclosure.ts";
import type { MedalPercent } from "../../results/leaderboard/leaderboard-row.ts";
import { leaderboardSplits } from "../../results/leaderboard/leaderboard-splits.ts";
import type { Block } from "./document.ts";
import { withIsolation } from "./format-run.ts";
import { shortList } from "./short-list.ts";

/** The columns of the table in upstream's README. */
const header = [
  "Agent",
  "LLM(s) used",
  "Low == Lite (%)",
  "Medium (%)",
  "High (%)",
  "All (%)",
  "Running Time (hours)",
  "Date",
  "Grading Reports Available",
  "Source Code Available",
];

/** The row for upstream's README. Nothing in it is from memory: what the records do not say is `unknown`. */
export function describeEntryRow(disclosure: Disclosure): Block {
  const { row } = disclosure;
  return {
    header,
    rows: [
      [
        entryName(disclosure),
        row.models ?? "unknown",
        ...leaderboardSplits.map((split) => formatPercent(row.medalPercent[split])),
        row.hours === null ? "unknown" : String(Number(row.hours.toFixed(2))),
        row.date ?? "unknown",
        "yes",
        "unknown",
      ],
    ],
  };
}

/** The agent's label with the marks that must not be overlooked. */
export function entryName({ row, completeness, sandbox, verification }: Disclosure): string {
  const marks = [
    ...(completeness.lacks.length > 0 ? [" [partial]"] : []),
    ...(verification.problems.length > 0 ? [" [changed records]"] : []),
  ];
  return `${withIsolation(row.agent, sandbox.unsafe !== true)}${marks.join("")}`;
}

/** `*`: missing runs count as failed. */
export function formatPercent(percent: MedalPercent | null): string {
  if (percent === null) return "unknown";
  const { mean, error, padded } = percent;
  return `${mean.toFixed(2)} ± ${error === null ? "-" : error.toFixed(2)}${padded ? " *" : ""}`;
}

/** What an entry lacks, without a full stop. */
export function describeLack({ what, names }: Lack): string {
  return names.length === 0 ? what : `${what}: ${shortList(names)}`;
}
