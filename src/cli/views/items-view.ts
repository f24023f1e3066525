import type { Discrimination, Item, ItemAnalysis } from "../../results/analyse-items.ts";
import type { Comparability } from "../../results/comparability.ts";
import type { Block } from "./document.ts";
import { shortList } from "./short-list.ts";

const meanings: readonly string[] = [
  "Difficulty: the percentage of medals and the mean percentile, each result set counting once.",
  "Discrimination: the correlation, over result sets, of the figure in this competition with its mean in all other competitions that these sets share. 1: the better an agent elsewhere, the better here; 0: no connection; `-`: all sets have the same figure.",
  "p is that of a permutation test, before correction. Verdicts hold after Holm's correction for all correlations of the table.",
  "A weak correlation may be due to few seeds: the figures of single runs are mostly chance. It does not show that a competition is useless. And a strong one does not show why: a competition that leaks its answers can separate well.",
  "Sets count as independent agents. Several sets of one agent or one model make correlations look stronger than they are.",
];

/** The table, what the figures mean, and what they cannot say. */
export function describeItems(analysis: ItemAnalysis, { obstacles, unknown }: Comparability): Block[] {
  const { labels, items } = analysis;
  return [
    { heading: `${items.length} competitions, ${labels.length} result sets: ${shortList(labels)}` },
    {
      header: [
        "competition",
        "sets",
        "runs",
        "medals %",
        "percentile",
        "by medals",
        "p",
        "by percentile",
        "p",
        "verdict",
      ],
      rows: items.map(rowOf),
    },
    { lines: [countsOf(items), limitOf(analysis)] },
    {
      lines: [
        ...obstacles.map(({ problem }) => `The sets were not made alike. ${problem}`),
        ...(unknown.length === 0 ? [] : [`Not compared, because a source does not record it: ${unknown.join(", ")}.`]),
      ],
    },
    { lines: meanings },
  ];
}

function rowOf({
  competitionId,
  sets,
  runs,
  medalPercent,
  percentile,
  byMedals,
  byPercentile,
  verdict,
}: Item): string[] {
  return [
    competitionId,
    String(sets),
    String(runs),
    medalPercent.toFixed(1),
    percentile === null ? "-" : percentile.toFixed(1),
    ...cellsOf(byMedals),
    ...cellsOf(byPercentile),
    verdict,
  ];
}

function cellsOf(discrimination: Discrimination | null): string[] {
  if (discrimination === null) return ["-", "-"];
  const { correlation, pValue } = discrimination;
  return [correlation.toFixed(2), pValue < 0.0001 ? "< 0.0001" : pValue.toFixed(4)];
}

function countsOf(items: readonly Item[]): string {
  const verdicts = [...new Set(items.map(({ verdict }) => verdict))];
  const counts = verdicts.map((verdict) => `${verdict} ${items.filter((item) => item.verdict === verdict).length}`);
  return `Of ${items.length} competitions: ${counts.join(", ")}.`;
}

function limitOf({ labels, tests, setsNeeded }: ItemAnalysis): string {
  if (labels.length < setsNeeded) {
    return `${labels.length} sets are too few to tell any of ${tests} correlations from chance; that takes at least ${setsNeeded}. Take the figures as a description.`;
  }
  return `${tests} correlations were tested: without the correction, about ${Math.round(tests / 20)} of them would have p < 0.05 by chance alone.`;
}
