import type { ModelUsage } from "../../contracts/model.ts";
import { BenchError } from "../../lib/errors.ts";
import type { ModelName } from "../../models/model-name.ts";
import type { PriceOf } from "../../models/prices/price-of.ts";
import { openProbabilities } from "../../models/probabilities/text-probabilities.ts";
import type { ProviderOptions } from "../../models/provider-kind.ts";
import type { CompetitionFamiliarity, FamiliarityBill, KnownText } from "./familiarity.ts";
import { type CompetitionText, textsOfCompetition } from "./texts-of-competition.ts";

interface MeasureOptions extends ProviderOptions {
  readonly dataDirectory: string;
  readonly priceOf: PriceOf;
  readonly maxCalls: number;
  /** US dollars. */
  readonly maxCost: number;
  readonly onCompetition?: (familiarity: CompetitionFamiliarity) => void;
}

export interface MeasuredFamiliarity {
  readonly competitions: readonly CompetitionFamiliarity[];
  /** How the provider was asked; null when it was not. */
  readonly way: string | null;
  readonly bill: FamiliarityBill;
}

/**
 * Measures how likely a model finds the texts of competitions. A competition without a text does not stop the others.
 *
 * @throws BenchError `no-log-probabilities` when the provider does not return them; ProviderFailure when it failed.
 */
export async function measureFamiliarity(
  ids: readonly string[],
  name: ModelName,
  options: MeasureOptions,
): Promise<MeasuredFamiliarity> {
  const account = new Account(name, options);
  const model = openProbabilities(name, { ...options, onUsage: (usage) => account.add(usage) });
  const competitions: CompetitionFamiliarity[] = [];
  for (const competitionId of ids) {
    const texts: KnownText[] = [];
    let error: CompetitionFamiliarity["error"] = null;
    try {
      for (const text of await textsOfCompetition(competitionId, options.dataDirectory)) {
        account.require(text.text.length);
        const { logProbabilities } = await model.measure(text.text);
        texts.push(knownText(text, logProbabilities));
      }
    } catch (caught) {
      if (!(caught instanceof BenchError) || !isOfCompetition(caught)) throw caught;
      error = { code: caught.code, message: caught.message };
    }
    competitions.push({ competitionId, texts, error });
    options.onCompetition?.(competitions.at(-1)!);
  }
  return { competitions, way: model.way, bill: account.bill };
}

/** What the model's provider fails ends the work. */
function isOfCompetition({ code }: BenchError): boolean {
  return ["missing-data", "upstream-unavailable", "upstream-changed", limitReached].includes(code);
}

function knownText({ kind, source, text }: CompetitionText, logProbabilities: readonly number[]): KnownText {
  const mean = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length;
  return {
    kind,
    source,
    characters: text.length,
    // The first one has no probability.
    tokens: logProbabilities.length + 1,
    meanProbability: mean(logProbabilities.map((value) => Math.min(1, Math.exp(value)))),
    meanLogProbability: mean(logProbabilities),
  };
}

const limitReached = "limit-reached";
const charactersPerToken = 4;

/** Counts calls and their cost, and keeps to the limits. */
class Account {
  readonly #name: ModelName;
  readonly #options: MeasureOptions;
  #bill: FamiliarityBill = { calls: 0, inputTokens: 0, outputTokens: 0, cost: 0 };

  constructor(name: ModelName, options: MeasureOptions) {
    this.#name = name;
    this.#options = options;
  }

  get bill(): FamiliarityBill {
    return this.#bill;
  }

  add(usage: ModelUsage): void {
    const { calls, inputTokens, outputTokens, cost } = this.#bill;
    const price = this.#options.priceOf(this.#name, usage);
    this.#bill = {
      calls: calls + 1,
      inputTokens: inputTokens + (usage.inputTokens ?? 0),
      outputTokens: outputTokens + (usage.outputTokens ?? 0),
      cost: cost === null || price === null ? null : cost + price,
    };
  }

  /** Refuses a call that may go beyond a limit. */
  require(characters: number): void {
    const { maxCalls, maxCost, priceOf } = this.#options;
    const inputTokens = Math.ceil(characters / charactersPerToken);
    const usage = {
      inputTokens,
      outputTokens: 1,
      cacheReadTokens: null,
      cacheWriteTokens: null,
      reasoningTokens: null,
    };
    const likely = (this.#bill.cost ?? 0) + (priceOf(this.#name, usage) ?? 0);
    if (this.#bill.calls >= maxCalls) throw new BenchError(limitReached, `The limit of ${maxCalls} calls is reached.`);
    if (likely > maxCost) throw new BenchError(limitReached, `Another call would exceed the limit of $${maxCost}.`);
  }
}
