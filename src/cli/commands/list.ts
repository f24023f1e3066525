import { resolve } from "node:path";
import { defaultDataDirectory } from "../../facts/data-directory.ts";
import { type CompetitionFacts, listKnownIds, listRegisteredIds, loadFacts } from "../../facts/facts.ts";
import { demoSplit, listIds, loadSplit } from "../../facts/splits.ts";
import type { PreparedState } from "../../runs/preparation/prepared-state.ts";
import { exitCodes } from "../exit-codes.ts";
import { listedCompetitionJson } from "../json/competition-json.ts";
import { formatTable, note, print, printJson } from "../output.ts";
import type { ListOptions } from "./list.options.ts";

/** A competition, and what is prepared of it if that was asked for. */
interface Listed {
  readonly facts: CompetitionFacts;
  readonly state: PreparedState | null;
}

export async function run(options: ListOptions): Promise<number> {
  const listed = await select(options);
  if (options.json) {
    printJson(listed.map(({ facts, state }) => listedCompetitionJson(facts, state)));
    return exitCodes.done;
  }
  print(table(listed, options.prepared === true || options.dataDir !== undefined));
  const what = options.prepared ? ` prepared in ${dataDirectoryOf(options)}` : "";
  note(`${listed.length} competition${listed.length === 1 ? "" : "s"}${what}. See \`mlebench show <id>\` for details.`);
  if (options.split === undefined && !options.prepared) {
    note(
      `\`mlebench list --split ${demoSplit}\` lists ${loadSplit(demoSplit).length} small competitions that need no download.`,
    );
  }
  return exitCodes.done;
}

async function select(options: ListOptions): Promise<Listed[]> {
  const { split, prepared = false } = options;
  const usual = prepared ? listKnownIds() : [...listIds(), ...listRegisteredIds()];
  const all = (split === undefined ? usual : loadSplit(split)).map(loadFacts);
  if (!prepared && options.dataDir === undefined) return all.map((facts) => ({ facts, state: null }));
  const { isPrepared, preparedState } = await import("../../runs/preparation/prepared-state.ts");
  const directory = dataDirectoryOf(options);
  const states = await Promise.all(all.map((facts) => preparedState(facts, directory)));
  const listed = all.map((facts, index) => ({ facts, state: states[index]! }));
  return prepared ? listed.filter(({ state }) => isPrepared(state)) : listed;
}

function dataDirectoryOf({ dataDir }: ListOptions): string {
  return resolve(dataDir ?? defaultDataDirectory());
}

function table(listed: readonly Listed[], withState: boolean) {
  return formatTable(
    ["id", "complexity", "category", "GB", "better", "gold", ...(withState ? ["data"] : [])],
    listed.map(({ facts, state }) => [
      facts.id,
      facts.complexity,
      facts.category ?? "-",
      facts.sizeGb ?? "-",
      facts.better,
      String(facts.thresholds.gold),
      ...(withState ? [(state ?? "-").replaceAll("-", " ")] : []),
    ]),
  );
}
