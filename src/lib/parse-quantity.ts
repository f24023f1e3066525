import { UsageError } from "./errors.ts";

const durations: Readonly<Record<string, number>> = { ms: 1, s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000 };
const sizes: Readonly<Record<string, number>> = { k: 1 / 1024, m: 1, g: 1024, t: 1024 ** 2 };

/** "24h", "90m", "1h30m" or "3600" (seconds) in milliseconds. */
export function parseDuration(text: string): number {
  if (/^\d+(\.\d+)?$/.test(text)) return positive(1000 * Number(text), text);
  if (!/^(\d+(\.\d+)?(ms|[smhd]))+$/.test(text)) {
    throw new UsageError(`Expected a duration such as 24h, 90m, 1h30m or a number of seconds, found \`${text}\`.`);
  }
  let total = 0;
  for (const [, number, unit] of text.matchAll(/(\d+(?:\.\d+)?)(ms|[smhd])/g))
    total += Number(number) * durations[unit!]!;
  return positive(total, text);
}

/** "16g", "512m", "1.5G" or "512" (mebibytes) in mebibytes. */
export function parseMemory(text: string): number {
  const match = /^(\d+(?:\.\d+)?)\s*(?:([kmgt])i?b?)?$/i.exec(text);
  if (match === null) throw new UsageError(`Expected a size such as 16g or 512m, found \`${text}\`.`);
  return positive(Number(match[1]) * sizes[(match[2] ?? "m").toLowerCase()]!, text);
}

function positive(value: number, text: string): number {
  if (value > 0) return value;
  throw new UsageError(`Expected a value above zero, found \`${text}\`.`);
}
