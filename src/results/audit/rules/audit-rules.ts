import { mkdirSync } from "node:fs";
import { join } from "node:path";
import type { Model } from "../../../contracts/model.ts";
import { takeLock } from "../../../lib/files/lock-file.ts";
import { inParallel } from "../../../lib/in-parallel.ts";
import { readJournal } from "../../../lib/journal/read-journal.ts";
import { Allowance } from "../../../models/calls/allowance.ts";
import { Connections } from "../../../models/calls/connections.ts";
import { RunDoor } from "../../../models/calls/run-door.ts";
import type { Environment } from "../../../models/environment.ts";
import type { CallRecord } from "../../../models/ledger/call-record.ts";
import { Ledger } from "../../../models/ledger/ledger.ts";
import { ledgerFiles } from "../../../models/ledger/ledger-files.ts";
import { formatModelName, type ModelName } from "../../../models/model-name.ts";
import type { ModelSettings } from "../../../models/model-settings.ts";
import { openModel } from "../../../models/open-model.ts";
import type { PriceOf } from "../../../models/prices/price-of.ts";
import { sumCalls } from "../../../runs/state/call-totals.ts";
import { bySeverity } from "../finding.ts";
import type { Secrets } from "../runs/secrets.ts";
import { findingsFrom } from "./findings-from.ts";
import { type Heard, hear } from "./hear.ts";
import type { Reading, ReadingPlan } from "./plan-reading.ts";
import type { RulesAudit } from "./rules-audit.ts";
import { noteUnreadable, readUnreadable } from "./unreadable-answers.ts";

export interface AuditRulesOptions {
  readonly name: ModelName;
  readonly settings: ModelSettings;
  readonly priceOf: PriceOf;
  readonly secrets: Secrets;
  readonly environment: Environment;
  readonly maxCost?: number;
  readonly maxCalls?: number;
  readonly signal: AbortSignal;
  readonly onRead?: (done: number, total: number) => void;
}

const atOnce = 4;

/** The folder of an audit's calls, beside the group. A later audit finds its answers there and asks only what is missing. */
function ledgerFolder(group: string): string {
  return `${group}.audit-rules`;
}

/** Has a model read what was planned. Every call goes through a door with a ledger and limits. */
export async function auditRules(group: string, plan: ReadingPlan, options: AuditRulesOptions): Promise<RulesAudit> {
  const folder = ledgerFolder(group);
  mkdirSync(folder, { recursive: true });
  const lock = takeLock(join(folder, "audit.lock"), "The audit");
  const ledger = new Ledger(folder, options.secrets.values);
  let failure: unknown = null;
  const door = new RunDoor({
    ledger,
    priceOf: options.priceOf,
    allowances: allowancesFor(options, ledger),
    connections: new Connections(atOnce),
    taken: new Set(readUnreadable(folder)),
    onFailure: (error) => {
      failure ??= error;
    },
  });
  try {
    const main = formatModelName(options.name);
    const { settings, environment } = options;
    const model = await openModel({ main, roles: {}, settings }, { door, environment });
    const heard = await readAll(plan.readings, model, options);
    if (failure !== null) throw failure;
    await noteUnreadable(
      folder,
      heard.flatMap((each) => (each.kind === "nothing" ? each.unreadable : [])),
    );
    return { ...summarize(group, plan, heard), model: main, ...spent(folder) };
  } finally {
    ledger.close();
    lock.release();
  }
}

async function readAll(
  readings: readonly Reading[],
  model: Model,
  { signal, onRead }: AuditRulesOptions,
): Promise<Heard[]> {
  let done = 0;
  return await inParallel(readings, atOnce, async ({ chunk }) => {
    const heard = await hear(chunk, model, signal);
    done += 1;
    onRead?.(done, readings.length);
    return heard;
  });
}

/** What earlier tries have used counts. */
function allowancesFor({ maxCost, maxCalls }: AuditRulesOptions, { earlier }: Ledger): Allowance[] {
  const { cost, calls } = sumCalls(earlier);
  return [
    ...(maxCost === undefined ? [] : [new Allowance("cost", maxCost, cost)]),
    ...(maxCalls === undefined ? [] : [new Allowance("calls", maxCalls, calls)]),
  ];
}

function spent(folder: string): Pick<RulesAudit, "calls" | "cost"> {
  const { calls, cost, unpriced } = sumCalls(readJournal<CallRecord>(join(folder, ledgerFiles.calls)));
  return { calls, cost: unpriced > 0 ? null : cost };
}

function summarize(
  group: string,
  plan: ReadingPlan,
  heard: readonly Heard[],
): Omit<RulesAudit, "model" | "calls" | "cost"> {
  const { findings, dropped } = findingsFrom(plan.readings, heard);
  const read = heard.filter(({ kind }) => kind === "claims").length;
  const reasons = new Set(heard.flatMap((each) => (each.kind === "claims" ? [] : [each.reason])));
  return {
    group,
    findings: bySeverity(findings),
    estimate: plan.estimate,
    read,
    unanswered: heard.length - read,
    dropped,
    notes: [...plan.notes, ...reasons],
  };
}
