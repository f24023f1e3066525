import type { AgentEvent } from "../../contracts/agent.ts";
import type { Model } from "../../contracts/model.ts";
import { pause } from "../../lib/pause.ts";
import { Allowance } from "../../models/calls/allowance.ts";
import type { LimitReached } from "../../models/calls/limit-reached.ts";
import { RunDoor } from "../../models/calls/run-door.ts";
import { ShareOfConnections } from "../../models/calls/share-of-connections.ts";
import { Ledger } from "../../models/ledger/ledger.ts";
import { checkModelSettings } from "../../models/model-settings.ts";
import { openModel } from "../../models/open-model.ts";
import type { ModelChoice, RunLimits } from "../record/group-plan.ts";
import { sumCalls } from "../state/call-totals.ts";
import type { GroupModels } from "./group-models.ts";

interface RunModelsOptions {
  readonly folder: string;
  readonly limits: RunLimits;
  /** The events of an agent that continues; null when it starts from scratch. */
  readonly earlier: readonly AgentEvent[] | null;
  /** How long the agent may go on after a limit has refused it a call. */
  readonly graceMs: number;
  readonly onFailure: (error: unknown) => void;
}

/** One attempt's way to models. */
export class RunModels {
  readonly group: GroupModels;
  readonly door: RunDoor;
  readonly #choice: ModelChoice;
  readonly #ledger: Ledger;
  readonly #ending = new AbortController();
  readonly #closed = new AbortController();
  readonly #graceMs: number;
  #reached: LimitReached | null = null;

  constructor(group: GroupModels, { folder, limits, earlier, graceMs, onFailure }: RunModelsOptions) {
    this.group = group;
    this.#graceMs = graceMs;
    this.#choice = group.choice;
    this.#ledger = new Ledger(folder, group.secrets);
    this.door = new RunDoor({
      ledger: this.#ledger,
      priceOf: group.priceOf,
      allowances: [...runAllowances(limits, this.#ledger), ...(group.budget === null ? [] : [group.budget])],
      ...(limits.maxMessages === undefined ? {} : { maxMessages: limits.maxMessages }),
      ...(limits.diskMb === undefined ? {} : { maxRecordBytes: limits.diskMb * 2 ** 20 }),
      connections: new ShareOfConnections(group.connections, group.connectionsPerRun),
      ...(earlier === null ? {} : { taken: new Set(earlier.flatMap(({ call }) => call ?? [])) }),
      onLimit: (reached) => this.#end(reached),
      onFailure,
    });
  }

  /** The limit that has refused a call. */
  get reached(): LimitReached | null {
    return this.#reached;
  }

  /** Aborted, with the reason `limit`, some time after a limit has refused a call. */
  get ending(): AbortSignal {
    return this.#ending.signal;
  }

  /** The agent's own model; null when only programs in the sandbox have models. */
  async openModel(): Promise<Model | null> {
    const { main, roles, settings } = this.#choice;
    if (main === null) return null;
    const names = { main, roles, settings: checkModelSettings(settings) };
    return await openModel(names, { door: this.door, environment: process.env });
  }

  close(): void {
    this.#closed.abort();
    this.#ledger.close();
  }

  /** An agent without its model is given a moment to end its work by itself. */
  #end(reached: LimitReached): void {
    this.#reached = reached;
    void pause(this.#graceMs, this.#closed.signal).then((isUp) => isUp && this.#ending.abort("limit"));
  }
}

/** The run's own limits, less what it used before its host was interrupted. */
function runAllowances({ maxCost, maxTokens, maxCalls }: RunLimits, { earlier }: Ledger): Allowance[] {
  const { cost, inputTokens, outputTokens, calls } = sumCalls(earlier);
  return [
    ...(maxCost === undefined ? [] : [new Allowance("cost", maxCost, cost)]),
    ...(maxTokens === undefined ? [] : [new Allowance("tokens", maxTokens, inputTokens + outputTokens)]),
    ...(maxCalls === undefined ? [] : [new Allowance("calls", maxCalls, calls)]),
  ];
}
