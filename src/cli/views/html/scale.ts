/** Maps values to positions from 0 to 100, the unit of all plots: they are percentages of the room that a plot has. */
export interface Scale {
  readonly at: (value: number) => number;
  /** Values that deserve a label, in ascending order. */
  readonly ticks: readonly number[];
}

export function linearScale(low: number, high: number, ticks: readonly number[] = niceTicks(low, high)): Scale {
  const span = high - low || 1;
  return { at: (value) => position((value - low) / span), ticks };
}

/** For values above 0 that span several powers of ten. */
export function logScale(low: number, high: number): Scale {
  const [from, to] = [Math.log10(low) - 0.05, Math.log10(high) + 0.05];
  const inside = (values: readonly number[]): number[] =>
    values.filter((value) => value >= 10 ** from && value <= 10 ** to);
  const powers = Array.from({ length: Math.ceil(to) - Math.floor(from) + 1 }, (_, index) => Math.floor(from) + index);
  const fine = inside(powers.flatMap((power) => [1, 2, 5].map((digit) => Number(`${digit}e${power}`))));
  const every = Math.ceil(powers.length / 6);
  const coarse = inside(powers.filter((_, index) => index % every === 0).map((power) => Number(`1e${power}`)));
  return { at: (value) => position((Math.log10(value) - from) / (to - from)), ticks: fine.length > 7 ? coarse : fine };
}

/** Up to about five round values between two others. */
export function niceTicks(low: number, high: number, steps: readonly number[] = roundSteps(high - low)): number[] {
  const step = steps.find((each) => (high - low) / each <= 5) ?? steps.at(-1)!;
  const first = Math.ceil(low / step - 1e-9);
  const count = Math.floor(high / step + 1e-9) - first + 1;
  // Twelve digits drop the rounding errors of the multiplication.
  return Array.from({ length: Math.min(count, 12) }, (_, index) => Number(((first + index) * step).toPrecision(12)));
}

function roundSteps(span: number): number[] {
  const power = 10 ** Math.floor(Math.log10(span > 0 ? span : 1));
  return [0.1, 0.2, 0.25, 0.5, 1, 2].map((factor) => factor * power);
}

/** A part of the room, never outside, with as many digits as a screen can show. */
function position(part: number): number {
  return Math.round(10_000 * Math.min(1, Math.max(0, part))) / 100;
}
