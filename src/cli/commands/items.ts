import { resolve } from "node:path";
import { analyseItems } from "../../results/analyse-items.ts";
import { checkComparability } from "../../results/comparability.ts";
import { withDistinctLabels } from "../../results/distinct-labels.ts";
import { readResultSets } from "../../results/read-result-sets.ts";
import { restrictSets } from "../../results/restrict-set.ts";
import { defaultRunDirectory } from "../../runs/state/find-runs.ts";
import { exitCodes } from "../exit-codes.ts";
import { itemsJson } from "../json/items-json.ts";
import { print, printJson } from "../output.ts";
import { formatDocument } from "../views/document.ts";
import { describeItems } from "../views/items-view.ts";
import type { ItemsOptions } from "./items.options.ts";

/** Takes each result set as one agent, and each competition as a question that agents answer well or badly. */
export async function run(names: readonly string[], options: ItemsOptions): Promise<number> {
  const read = withDistinctLabels(await readResultSets(names, resolve(options.runDir ?? defaultRunDirectory())));
  const sets = restrictSets(read, options.split === undefined ? {} : { split: options.split });
  const analysis = analyseItems(sets.filter(({ runs }) => runs.length > 0));
  const comparability = checkComparability(sets);
  if (options.json || options.format === "json") printJson(itemsJson(analysis, comparability));
  else print(formatDocument(describeItems(analysis, comparability), options.format));
  return exitCodes.done;
}
