import { listInstalled } from "../../agents/installation/installed-agent.ts";
import { coder, coders } from "../../agents/search/coders/index.ts";
import { kapsoModeNames } from "../../agents/search/presets/kapso-modes.ts";
import { didYouMean } from "../../lib/did-you-mean.ts";
import { UsageError } from "../../lib/errors.ts";
import { exitCodes } from "../exit-codes.ts";
import { coderJson } from "../json/coder-json.ts";
import { formatTable, note, print, printJson } from "../output.ts";
import { useKapsoVariables } from "../run/kapso-variables.ts";
import type { KapsoOptions } from "./kapso.options.ts";
import type { RunOptions } from "./run.options.ts";

/** `mlebench run --agent kapso`, asked for with the options of Kapso's own command. */
export async function run(options: KapsoOptions): Promise<number> {
  if (options.listAgents) return listCoders(options);
  if (options.list || options.lite) return await listCompetitions(options);
  const asked = { ...asRunOptions(options), ...useKapsoVariables(options) };
  return await (await import("./run.ts")).run([], asked);
}

async function listCompetitions({ lite, json }: KapsoOptions): Promise<number> {
  const { run: list } = await import("./list.ts");
  return await list({ ...(lite ? { split: "lite" } : {}), ...(json ? { json } : {}) });
}

function listCoders({ json }: KapsoOptions): number {
  const listed = coders.map((kind) => ({ kind, installed: kind.package ? listInstalled(kind.name) : [] }));
  if (json) {
    printJson(listed.map(({ kind, installed }) => coderJson(kind, installed)));
    return exitCodes.done;
  }
  const rows = listed.map(({ kind: { name, summary, needs, package: its }, installed }) => [
    name,
    its === undefined ? "-" : installed.map(({ version }) => version).join(", ") || "no",
    summary,
    needs.join("; ") || "nothing",
  ]);
  print(formatTable(["coding agent", "installed", "how it writes programs", "needs"], rows));
  note("`mlebench agents install <name>` installs one that is not installed.");
  return exitCodes.done;
}

/** What `run` is asked for. `--set` wins over Kapso's options, which win over `--settings`. */
function asRunOptions(options: KapsoOptions): RunOptions {
  const { competition, iterations, mode, codingAgent, kg, list: _, lite: __, listAgents: ___, ...rest } = options;
  if (competition === undefined && options.split === undefined && !options.all) {
    throw new UsageError(
      "Name a competition with -c ID: `mlebench kapso --list` lists them. Or take --split NAME or --all.",
    );
  }
  const settings = [
    ...(mode === undefined ? [] : [`mode=${knownMode(mode)}`]),
    ...(iterations === undefined ? [] : [`steps=${iterations}`]),
    ...(codingAgent === undefined ? [] : [`coder=${coder(codingAgent).name}`]),
    ...(kg ? [] : ["knowledge=false"]),
    ...(options.set ?? []),
  ];
  return {
    ...rest,
    agent: "kapso",
    ...(competition === undefined ? {} : { competitionId: competition }),
    ...(settings.length === 0 ? {} : { set: settings }),
  };
}

function knownMode(mode: string): string {
  const names: readonly string[] = kapsoModeNames;
  if (names.includes(mode)) return mode;
  throw new UsageError(`There is no mode \`${mode}\`.${didYouMean(mode, names)} There are ${names.join(", ")}.`);
}
