import { formatGeneral } from "../python/printf.ts";

const decimals = 10;
const scale = 1e10;

/**
 * A double as `DataFrame.to_json` prints it with its default of 10 decimals; NaN and infinities are `null`, -0.0 is
 * 0.0. The decimals come from a scaled remainder, not from the exact value, so the last one can be off.
 *
 * @example formatUjsonDouble(0.1 + 0.2) // => "0.3"
 */
export function formatUjsonDouble(value: number): string {
  if (!Number.isFinite(value)) return "null";
  const size = Math.abs(value);
  if (size > 1e16 - 1 || (size !== 0 && size < 1e-15)) return formatGeneral(value, decimals);
  let whole = Math.trunc(size);
  const scaled = (size - whole) * scale;
  let fraction = Math.trunc(scaled);
  const rest = scaled - fraction;
  // Upstream: half of 1e-10 rounds up; all other ties round to even.
  if (rest > 0.5 || (rest === 0.5 && (fraction === 0 || fraction % 2 === 1))) fraction++;
  if (fraction >= scale) {
    fraction = 0;
    whole++;
  }
  const sign = value < 0 ? "-" : "";
  if (fraction === 0) return `${sign}${whole}.0`;
  return `${sign}${whole}.${withoutTrailingZeros(String(fraction).padStart(decimals, "0"))}`;
}

function withoutTrailingZeros(digits: string): string {
  let end = digits.length;
  while (digits.charCodeAt(end - 1) === 48) end--;
  return digits.slice(0, end);
}
