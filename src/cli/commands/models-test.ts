import { BenchError } from "../../lib/errors.ts";
import { firstSet } from "../../models/environment.ts";
import { providerKind } from "../../models/index.ts";
import { formatModelName } from "../../models/model-name.ts";
import { loadPrices } from "../../models/prices/load-prices.ts";
import { type ModelProbe, probeModel } from "../../models/probe-model.ts";
import { ProviderFailure } from "../../models/provider-failure.ts";
import type { ProviderKind } from "../../models/provider-kind.ts";
import { exitCodes } from "../exit-codes.ts";
import { probeJson } from "../json/model-json.ts";
import { formatFields, print, printJson } from "../output.ts";
import { namedModel } from "../run/named-model.ts";
import { readModelSettings } from "../run/read-model-settings.ts";
import type { ModelsTestOptions } from "./models-test.options.ts";

export async function run(text: string, options: ModelsTestOptions): Promise<number> {
  const name = namedModel(text);
  const kind = providerKind(name.provider);
  const settings = readModelSettings(options.modelSetting);
  const raw = await kind.open(name.model, { environment: process.env, settings });
  const [probe, priceOf] = await Promise.all([
    probeModel(raw, settings.maxOutputTokens).catch((error) => {
      throw error instanceof ProviderFailure ? withAdvice(error, kind) : error;
    }),
    loadPrices(),
  ]);
  const cost = probe.reportsUsage ? priceOf(name, probe.answer.usage) : null;
  if (options.json) printJson(probeJson(formatModelName(name), probe, cost));
  else print(describe(formatModelName(name), probe, cost));
  return probe.callsTools && probe.reportsUsage ? exitCodes.done : exitCodes.failedItems;
}

function describe(
  name: string,
  { answer, seconds, callsTools, streams, reportsUsage }: ModelProbe,
  cost: number | null,
) {
  const { inputTokens, outputTokens, cacheReadTokens, reasoningTokens } = answer.usage;
  const more = [
    ...(cacheReadTokens === null ? [] : [`${cacheReadTokens} cached`]),
    ...(reasoningTokens === null ? [] : [`${reasoningTokens} reasoning`]),
  ];
  const usage = `${inputTokens} tokens in, ${outputTokens} out${more.length === 0 ? "" : ` (${more.join(", ")})`}`;
  return formatFields(name, [
    ["answered", `by ${answer.answeredBy} in ${seconds.toFixed(1)} s`],
    ["tools", callsTools ? "works" : "does not work: it did not call the tool that it was asked to call"],
    ["streaming", streams === null ? "unknown: it wrote no text" : streams ? "works" : "does not work"],
    ["usage", reportsUsage ? usage : "not reported: limits use estimates"],
    ["cost", cost === null ? "unknown price: --max-cost needs --prices" : `$${Number(cost.toPrecision(2))}`],
  ]);
}

function withAdvice(failure: ProviderFailure, kind: ProviderKind): BenchError {
  const text = [failure.message, adviceOn(failure.status, kind)].filter(Boolean).join("\n");
  return new BenchError(failure.code, text, { cause: failure });
}

/** What to do about a failure, as far as its status says. */
function adviceOn(status: number | null, { title, keyVariables, baseUrlVariables }: ProviderKind): string {
  const set = keyVariables.filter((name) => firstSet(process.env, [name]) !== null);
  switch (status) {
    case 401:
    case 403:
      return set.length === 0 ? "" : `The key in ${set.join(", ")} is not accepted.`;
    case 404:
      return `${title} does not know the model, or its address is wrong.`;
    case 429:
      return "The limits of the account are used up: try again later.";
    case null:
      return baseUrlVariables.length === 0 ? "" : `Is its address right? ${baseUrlVariables.join(" or ")} sets it.`;
    default:
      return "";
  }
}
