import type { PrepareContext, Target } from "../contracts/preparation.ts";
import { hasCode } from "../lib/error-code.ts";
import { MissingData } from "../lib/errors.ts";

/** Places raw files under new names; the map has the raw file for each target. */
export function placeFiles(context: PrepareContext, sources: ReadonlyMap<Target, string>): void {
  for (const [target, source] of sources) {
    try {
      context.place(source, target);
    } catch (error) {
      if (!hasCode(error, "ENOENT", "ENOTDIR")) throw error;
      throw new MissingData(`The raw data has no file ${source}: ${(error as Error).message}`, { cause: error });
    }
  }
}
