import { listRegisteredIds, loadFacts } from "../../facts/facts.ts";
import { demoSplit, listIds, loadSplit } from "../../facts/splits.ts";
import { exitCodes } from "../exit-codes.ts";
import { competitionJson } from "../json/competition-json.ts";
import { formatTable, note, print, printJson } from "../output.ts";
import type { ListOptions } from "./list.options.ts";

export function run(options: ListOptions): number {
  const ids = options.split === undefined ? [...listIds(), ...listRegisteredIds()] : loadSplit(options.split);
  const all = ids.map(loadFacts);
  if (options.json) {
    printJson(all.map(competitionJson));
    return exitCodes.done;
  }
  print(
    formatTable(
      ["id", "complexity", "category", "GB", "better", "gold"],
      all.map((facts) => [
        facts.id,
        facts.complexity,
        facts.category ?? "-",
        facts.sizeGb ?? "-",
        facts.better,
        String(facts.thresholds.gold),
      ]),
    ),
  );
  note(`${ids.length} competitions. See \`mlebench show <id>\` for details.`);
  if (options.split === undefined) {
    note(
      `\`mlebench list --split ${demoSplit}\` lists ${loadSplit(demoSplit).length} small competitions that need no download.`,
    );
  }
  return exitCodes.done;
}
