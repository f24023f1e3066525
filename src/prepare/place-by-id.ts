import type { PrepareContext, Target } from "../contracts/preparation.ts";
import { hasCode } from "../lib/error-code.ts";
import { MissingData } from "../lib/errors.ts";

/** Where files named after ids are, where they go, and how their names end. */
export interface PlaceByIdOptions {
  /** A raw folder. */
  readonly from: string;
  readonly to: Target;
  readonly ending: string;
}

/** Places `<from>/<id><ending>` for every id, once for repeated ids. */
export function placeById(context: PrepareContext, ids: Iterable<string>, options: PlaceByIdOptions): void {
  const { from, to, ending } = options;
  forEachOf(ids, from, (id) => context.place(`${from}/${id}${ending}`, `${to}/${id}${ending}`));
}

/** Places the folder `<from>/<id>` with all its files for every id, once for repeated ids. */
export function placeFolders(
  context: PrepareContext,
  ids: Iterable<string>,
  options: Omit<PlaceByIdOptions, "ending">,
): void {
  const { from, to } = options;
  forEachOf(ids, from, (id) => context.placeTree(`${from}/${id}`, `${to}/${id}`));
}

function forEachOf(ids: Iterable<string>, folder: string, place: (id: string) => void): void {
  for (const id of new Set(ids)) {
    try {
      place(id);
    } catch (error) {
      if (!hasCode(error, "ENOENT", "ENOTDIR")) throw error;
      throw new MissingData(`The raw data has no file for id "${id}" in ${folder}: ${(error as Error).message}`, {
        cause: error,
      });
    }
  }
}
