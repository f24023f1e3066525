import type { PrepareContext, Target } from "../contracts/preparation.ts";
import { hasCode } from "../lib/error-code.ts";
import { MissingData } from "../lib/errors.ts";

/** Where the files named after ids lie, where they go, and how their names end. */
export interface PlaceByIdOptions {
  /** A raw folder. */
  readonly from: string;
  readonly to: Target;
  readonly ending: string;
}

/** Puts `<from>/<id><ending>` into place for every id; an id that repeats is placed once. */
export function placeById(context: PrepareContext, ids: Iterable<string>, options: PlaceByIdOptions): void {
  const { from, to, ending } = options;
  forEachOf(ids, from, (id) => context.place(`${from}/${id}${ending}`, `${to}/${id}${ending}`));
}

/** Puts the folder `<from>/<id>` with all it holds into place for every id; an id that repeats is placed once. */
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
      throw new MissingData(`The raw data has nothing for id "${id}" in ${folder}: ${(error as Error).message}`, {
        cause: error,
      });
    }
  }
}
