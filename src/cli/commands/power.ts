import { resolve } from "node:path";
import { powerOfDesign } from "../../results/power-of-design.ts";
import { readResultSet } from "../../results/read-result-sets.ts";
import { defaultRunDirectory } from "../../runs/state/find-runs.ts";
import { exitCodes } from "../exit-codes.ts";
import { powerJson } from "../json/power-json.ts";
import { print, printJson } from "../output.ts";
import { formatDocument } from "../views/document.ts";
import { describePower } from "../views/power-view.ts";
import type { PowerOptions } from "./power.options.ts";

/** Says what a design can find before anything is run. */
export async function run(options: PowerOptions): Promise<number> {
  const { from, split, seeds, format } = options;
  const set = from === undefined ? null : await readResultSet(from, resolve(options.runDir ?? defaultRunDirectory()));
  const power = powerOfDesign(split, seeds, set);
  if (options.json || format === "json") printJson(powerJson(power));
  else print(formatDocument(describePower(power), format));
  return exitCodes.done;
}
