import type { Allowance } from "./allowance.ts";

/** What a call uses of each limit. */
export type CallAmounts = Readonly<Record<Allowance["limit"], number>>;

/** An admitted call's share of all limits, until it is settled. */
export interface Reservation {
  /** Counts what tries have used that failed. */
  use(used: CallAmounts): void;
  /** Whether one of the limits leaves no room for another try. */
  readonly isUsedUp: boolean;
  settle(used: CallAmounts): void;
}

/**
 * Reserves all amounts together, waiting for room where calls are under way.
 *
 * @throws LimitReached when one of the limits is used up, and the signal's reason when it is aborted.
 */
export async function reserve(
  allowances: readonly Allowance[],
  amounts: CallAmounts,
  signal: AbortSignal,
): Promise<Reservation> {
  const amountOf = ({ limit }: Allowance, from: CallAmounts): number => from[limit];
  for (;;) {
    signal.throwIfAborted();
    const full = allowances.filter((each) => !each.fits(amountOf(each, amounts)));
    if (full[0] === undefined) break;
    await full[0].changed(signal);
  }
  for (const each of allowances) each.reserve(amountOf(each, amounts));
  return {
    use: (used) => {
      for (const each of allowances) each.use(amountOf(each, used));
    },
    get isUsedUp() {
      return allowances.some((each) => each.isUsedUp);
    },
    settle: (used) => {
      for (const each of allowances) each.settle(amountOf(each, amounts), amountOf(each, used));
    },
  };
}
