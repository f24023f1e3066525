import type { PrepareContext, Target } from "../contracts/preparation.ts";
import { hasCode } from "../lib/error-code.ts";
import { MissingData } from "../lib/errors.ts";

/** Puts raw files into place under names of their own: `sources` says for every target which raw file it is. */
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
