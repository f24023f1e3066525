import type { DesignPower } from "../../results/power-of-design.ts";
import type { Block } from "./document.ts";

const meanings: readonly string[] = [
  "What `compare` finds between two agents in 80 of 100 cases (two-sided, 5 %), both with as many seeds on all competitions of the split.",
  "Spread evenly: the smallest difference in any medal % if one agent is a little better in every competition.",
  "Whole competitions: how many one agent must win with every seed, and the other with none, if they are equal in all others.",
];

export function describePower({ split, competitions, variance, designs }: DesignPower): Block[] {
  const rows = designs.map(({ seeds, evenly, wins }) => [
    String(seeds),
    String(2 * seeds * competitions),
    evenly === null ? "none" : `${evenly.toFixed(1)} points`,
    wins === null ? "none" : `${wins} of ${competitions} (${((100 * wins) / competitions).toFixed(1)} points)`,
  ]);
  const estimate = `Variance from seed to seed: ${variance.variance.toFixed(4)} per competition (${variance.source}).`;
  return [
    { heading: `${split}: ${competitions} competitions` },
    { header: ["seeds", "runs of both", "spread evenly", "whole competitions"], rows },
    { lines: [...meanings, estimate] },
  ];
}
