import type { DesignPower } from "../../results/power-of-design.ts";

export function powerJson({ split, competitions, variance, designs }: DesignPower) {
  return {
    split,
    competitions,
    variance: variance.variance,
    variance_source: variance.source,
    designs: designs.map(({ seeds, evenly, wins }) => ({ seeds, runs: 2 * seeds * competitions, evenly, wins })),
  };
}
