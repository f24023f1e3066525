import { formatMebibytes } from "../lib/format-bytes.ts";
import { formatSeconds } from "../lib/format-seconds.ts";
import { gradedCompetitions, sharedCompetitions } from "./restrict-set.ts";
import type { Conditions, ResultSet } from "./result-set.ts";

/** Why result sets cannot be compared as they are. */
export interface Obstacle {
  readonly problem: string;
  /** How to make them comparable. */
  readonly remedy: string;
}

export interface Comparability {
  readonly obstacles: readonly Obstacle[];
  /** Conditions that could not be compared because a source does not record them. */
  readonly unknown: readonly string[];
}

interface Aspect {
  readonly name: string;
  readonly remedy: string;
  readonly show: (value: Conditions[keyof Conditions]) => string;
}

const aspects: { readonly [name in keyof Conditions]: Aspect } = {
  edition: {
    name: "edition",
    remedy: "Restrict all of them to one with --edition, or grade one again with the other's edition.",
    show: String,
  },
  timeLimit: {
    name: "time limit",
    remedy: "Name only run groups with the same limit, or run one again with the other's --time-limit.",
    show: (value) => (typeof value === "number" ? formatSeconds(value / 1000) : value),
  },
  memoryLimit: {
    name: "memory limit",
    remedy: "Name only run groups with the same limit, or run one again with the other's --memory.",
    show: (value) => (typeof value === "number" ? formatMebibytes(value) : "a share of the machine"),
  },
  network: {
    name: "network",
    remedy: "Name only run groups with the same network, or run one again with the other's --network.",
    show: String,
  },
  isolation: {
    name: "isolation",
    remedy: "Name only run groups in sandboxes that isolate; an agent that is not isolated can reach the host's files.",
    show: String,
  },
};

/** Checks that result sets were made under the same conditions, on the same competitions. */
export function checkComparability(sets: readonly ResultSet[]): Comparability {
  const obstacles = [...differingCompetitions(sets)];
  const unknown: string[] = [];
  for (const [key, aspect] of Object.entries(aspects)) {
    const values = sets.map(({ runs }) => new Set(runs.map(({ conditions }) => conditions[key as keyof Conditions])));
    const known = new Set(values.flatMap((each) => [...each]).filter((value) => value !== "unknown"));
    if (values.some((each) => each.has("unknown"))) unknown.push(aspect.name);
    if (known.size < 2) continue;
    const shown = sets.map(({ label }, index) => `${[...values[index]!].map(aspect.show).join(" and ")} in ${label}`);
    obstacles.push({ problem: `The ${aspect.name} differs: ${shown.join(", ")}.`, remedy: aspect.remedy });
  }
  return { obstacles, unknown };
}

function differingCompetitions(sets: readonly ResultSet[]): Obstacle[] {
  const counts = sets.map((set) => gradedCompetitions(set).size);
  const shared = sharedCompetitions(sets).length;
  if (counts.every((count) => count === shared)) return [];
  const shown = sets.map(({ label }, index) => `${counts[index]} in ${label}`);
  return [
    {
      problem: `The competitions differ: ${shown.join(", ")}, of which ${shared} are in all.`,
      remedy: `--shared compares the ${shared} that all have; --split NAME those of a split.`,
    },
  ];
}
