import { resolve } from "node:path";
import { configVariable } from "../../config/current-config.ts";
import { writeSkeleton } from "../../config/write-skeleton.ts";
import { listKnownIds } from "../../facts/facts.ts";
import { UsageError } from "../../lib/errors.ts";
import { exitCodes } from "../exit-codes.ts";
import { skeletonJson } from "../json/skeleton-json.ts";
import { note, print, printJson } from "../output.ts";
import type { CompetitionNewOptions } from "./competition-new.options.ts";

export function run(id: string, options: CompetitionNewOptions): number {
  if (listKnownIds().includes(id)) throw new UsageError(`There already is a competition \`${id}\`.`);
  // Set if the command found a config file.
  const config = resolve(process.env[configVariable] || "mlebench.config.json");
  const written = writeSkeleton(id, resolve(options.dir ?? id), config);
  if (options.json) {
    printJson(skeletonJson(id, written));
    return exitCodes.done;
  }
  for (const file of written.files) print(file);
  if (written.config === null) note(`Add ${JSON.stringify(written.entry)} to \`competitions\` in ${config}.`);
  else note(`${written.config} names it.`);
  note(`Try \`mlebench competition lint ${id}\` and \`mlebench prepare -c ${id}\`.`);
  return exitCodes.done;
}
