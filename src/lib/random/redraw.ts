import { AsyncLocalStorage } from "node:async_hooks";

/** How random choices are made again, otherwise than the code that makes them says. */
export interface Redraw {
  /** Added to every seed, so that 0 keeps them. */
  readonly seed: number;
  /** The share of rows that the test part of every `trainTestSplit` gets. */
  readonly testShare: number;
}

const current = new AsyncLocalStorage<Redraw>();

/** Runs code whose splits and seeded generators follow `redraw`, also in what it awaits. */
export function withRedraw<T>(redraw: Redraw, action: () => T): T {
  return current.run(redraw, action);
}

/** The seed to use in place of the one that the code gives. */
export function redrawnSeed<Seed extends number | bigint>(seed: Seed): Seed {
  const offset = current.getStore()?.seed ?? 0;
  if (offset === 0) return seed;
  return (typeof seed === "bigint" ? seed + BigInt(offset) : (Number(seed) + offset) % 2 ** 32) as Seed;
}

/** The share of test rows to use in place of the size that the code gives; undefined to keep that one. */
export function redrawnTestShare(): number | undefined {
  return current.getStore()?.testShare;
}
