import type { Axis } from "./chart.ts";
import { linearScale, niceTicks } from "./scale.ts";

const units = [
  { name: "s", ms: 1000, steps: [0.1, 0.2, 0.5, 1, 2, 5, 10, 15] },
  { name: "min", ms: 60_000, steps: [0.5, 1, 2, 5, 10, 15] },
  { name: "h", ms: 3_600_000, steps: [0.5, 1, 2, 3, 4, 6, 12, 24, 48, 120, 1000] },
] as const;

/** Time from the start of a run, in the unit that suits its length. */
export function timeAxis(endMs: number, label = "time since the start of a run"): Axis {
  const { name, ms, steps } = units.findLast((unit) => endMs > 1.5 * unit.ms) ?? units[0];
  const ticks = niceTicks(0, endMs / ms, steps).map((value) => value * ms);
  return {
    label,
    scale: linearScale(0, endMs, ticks),
    format: (value) => `${Number((value / ms).toPrecision(6))} ${name}`,
  };
}
