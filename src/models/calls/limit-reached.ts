import { BenchError } from "../../lib/errors.ts";
import { formatBytes } from "../../lib/format-bytes.ts";
import { formatDollars } from "../../lib/format-dollars.ts";

/** What a limit counts: those of one run, the bytes of its record included, and the cost of all runs of a group. */
export type CallLimit = "cost" | "tokens" | "calls" | "messages" | "record" | "budget";

/** A limit on model calls is used up: the call was not made, and the run ends. */
export class LimitReached extends BenchError {
  readonly limit: CallLimit;
  readonly used: number;
  readonly allowed: number;

  constructor(limit: CallLimit, used: number, allowed: number) {
    super("limit-reached", describe(limit, used, allowed));
    this.limit = limit;
    this.used = used;
    this.allowed = allowed;
  }
}

function describe(limit: CallLimit, used: number, allowed: number): string {
  const count = (amount: number): string => amount.toLocaleString("en-US");
  switch (limit) {
    case "cost":
      return `The run has used up its cost limit of ${formatDollars(allowed)} (${formatDollars(used)} spent).`;
    case "budget":
      return `The run group has used up its budget of ${formatDollars(allowed)} (${formatDollars(used)} spent).`;
    case "tokens":
      return `The run has used up its limit of ${count(allowed)} tokens (${count(used)} used).`;
    case "calls":
      return `The run has reached its limit of ${count(allowed)} model call${allowed === 1 ? "" : "s"}.`;
    case "record":
      return `The record of the run's model calls has reached the disk limit of ${formatBytes(allowed)} (${formatBytes(used)} written).`;
    case "messages":
      return `The conversation has reached its limit of ${count(allowed)} messages.`;
  }
}
