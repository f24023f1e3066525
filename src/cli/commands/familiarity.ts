import { resolve } from "node:path";
import { defaultDataDirectory } from "../../facts/data-directory.ts";
import { UsageError } from "../../lib/errors.ts";
import { formatModelName, type ModelName } from "../../models/model-name.ts";
import { loadPrices } from "../../models/prices/load-prices.ts";
import type { PriceOf } from "../../models/prices/price-of.ts";
import { readPriceTable } from "../../models/prices/price-table.ts";
import { unknownUsage } from "../../models/unknown-usage.ts";
import { correlateFamiliarity } from "../../results/familiarity/correlate-familiarity.ts";
import { measureFamiliarity } from "../../results/familiarity/measure-familiarity.ts";
import { readResultSets } from "../../results/read-result-sets.ts";
import { defaultRunDirectory } from "../../runs/state/find-runs.ts";
import { exitCodes } from "../exit-codes.ts";
import { familiarityJson } from "../json/familiarity-json.ts";
import { note, print, printJson } from "../output.ts";
import { namedModel } from "../run/named-model.ts";
import { readModelSettings } from "../run/read-model-settings.ts";
import { selectCompetitions } from "../select-competitions.ts";
import { describeBill, describeCorrelations, describeTexts } from "../views/familiarity-view.ts";
import type { FamiliarityOptions } from "./familiarity.options.ts";

export async function run(options: FamiliarityOptions): Promise<number> {
  const ids = selectCompetitions(options);
  const name = namedModel(options.model);
  // What is wrong with the results shows before a call is paid for.
  const sets = await readResultSets(options.results ?? [], resolve(options.runDir ?? defaultRunDirectory()));
  const priceOf = await loadPrices(options.prices === undefined ? {} : await readPriceTable(options.prices));
  if (options.maxCost !== undefined) requirePrice(name, priceOf);
  const measured = await measureFamiliarity(ids, name, {
    environment: process.env,
    settings: readModelSettings(options.modelSetting),
    dataDirectory: resolve(options.dataDir ?? defaultDataDirectory()),
    priceOf,
    maxCalls: options.maxCalls ?? Number.POSITIVE_INFINITY,
    maxCost: options.maxCost ?? Number.POSITIVE_INFINITY,
    onCompetition: ({ competitionId, error }) => note(`${competitionId}: ${error?.message ?? "measured"}`),
  });
  const correlations = correlateFamiliarity(measured.competitions, sets);
  if (options.json) printJson(familiarityJson(formatModelName(name), measured, correlations));
  else {
    print(describeTexts(measured.competitions));
    if (correlations.length > 0) print(describeCorrelations(correlations));
    note(describeBill(measured.bill));
  }
  return measured.competitions.every(({ error }) => error === null) ? exitCodes.done : exitCodes.failedItems;
}

function requirePrice(name: ModelName, priceOf: PriceOf): void {
  if (priceOf(name, unknownUsage) !== null) return;
  const line = `${formatModelName(name)}: { input: 0.5, output: 2 }`;
  throw new UsageError(
    `--max-cost needs the price of ${formatModelName(name)}. Set it with --prices FILE, a YAML file with a line such as \`${line}\` (dollars per million tokens).`,
  );
}
