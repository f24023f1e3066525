import { firstSet } from "../../models/environment.ts";
import { providerKind, providers } from "../../models/index.ts";
import { formatModelName, parseModelName } from "../../models/model-name.ts";
import { matchesPattern } from "../../models/name-pattern.ts";
import { loadPrices } from "../../models/prices/load-prices.ts";
import { pricedModels } from "../../models/prices/price-list.ts";
import { readPriceTable } from "../../models/prices/price-table.ts";
import { tokenPrices } from "../../models/prices/token-prices.ts";
import type { ProviderKind } from "../../models/provider-kind.ts";
import { exitCodes } from "../exit-codes.ts";
import { modelJson, type PricedModel, type ProviderState, providerJson } from "../json/model-json.ts";
import { formatTable, note, print, printJson } from "../output.ts";
import type { StyledText } from "../styled-text.ts";
import type { ModelsOptions } from "./models.options.ts";

export async function run(names: readonly string[], options: ModelsOptions): Promise<number> {
  const models = names.length === 0 && options.prices === undefined ? null : await priced(names, options.prices);
  const states = providers.map(stateOf);
  if (options.json) {
    printJson({ providers: states.map(providerJson), models: models?.map(modelJson) ?? null });
  } else if (models !== null) {
    print(describePrices(models));
    note("In US dollars per million tokens. `--prices FILE` sets prices of your own.");
  } else {
    print(describeProviders(states));
    note(
      "`mlebench models <provider>` lists its prices; `mlebench models test <provider>/<model>` makes a small call.",
    );
  }
  return exitCodes.done;
}

function stateOf(kind: ProviderKind): ProviderState {
  const options = { environment: process.env, settings: {} };
  const missing = kind.missing(options);
  const keys = kind.keyVariables.filter((name) => firstSet(process.env, [name]) !== null);
  const baseUrl = missing === null ? (kind.endpoint?.(options).baseUrl ?? null) : null;
  return { kind, missing, keys, baseUrl };
}

function describeProviders(states: readonly ProviderState[]): StyledText {
  const rows = states.map(({ kind, missing, keys, baseUrl }) => [
    kind.name,
    kind.title,
    kind.keyVariables.length === 0 ? "not needed" : keys.join(", ") || "none",
    missing ?? baseUrl ?? "ready",
  ]);
  return formatTable(["provider", "what it is", "keys present", "address, or what is missing"], rows);
}

/** The models that names and patterns stand for, and those of a price table when there are no names. */
async function priced(names: readonly string[], file: string | undefined): Promise<PricedModel[]> {
  const own = file === undefined ? {} : await readPriceTable(file);
  const priceOf = await loadPrices(own);
  const wanted = names.length > 0 ? names : Object.keys(own);
  const found = await Promise.all(wanted.map((name) => expand(name, Object.keys(own))));
  return [...new Set(found.flat())].map((name) => {
    const [provider, model] = [name.slice(0, name.indexOf("/")), name.slice(name.indexOf("/") + 1)];
    return { name, prices: tokenPrices({ provider, model }, priceOf) };
  });
}

/** @throws UsageError when the provider is unknown. */
async function expand(text: string, own: readonly string[]): Promise<string[]> {
  if (own.includes(text)) return [text];
  const pattern = text.includes("/") ? text : `${text}/*`;
  if (!pattern.includes("*")) return [formatModelName(parseModelName(pattern))];
  const kind = providerKind(pattern.slice(0, pattern.indexOf("/")));
  const listed = (await pricedModels(kind.name)).map((model) => `${kind.name}/${model}`);
  return listed.filter((name) => matchesPattern(name, pattern));
}

function describePrices(models: readonly PricedModel[]): StyledText {
  const rows = models.map(({ name, prices }) => {
    if (prices === null) return [name, "unknown", "unknown", "unknown", "unknown"];
    return [name, prices.input, prices.cacheRead, prices.cacheWrite, prices.output];
  });
  return formatTable(["model", "input", "cache read", "cache write", "output"], rows);
}
