import { readFileSync } from "node:fs";
import { loadFacts } from "../facts/facts.ts";
import { listIds, loadSplit } from "../facts/splits.ts";
import { UsageError } from "../lib/errors.ts";
import { listEntries } from "../lib/list-entries.ts";

/** The options that select competitions. */
interface Selection {
  readonly competitionId?: readonly string[];
  readonly lite?: boolean;
  readonly all?: boolean;
  readonly split?: string;
  readonly list?: string;
}

/**
 * Ids of the selected competitions, each once, in the order given.
 *
 * @throws UsageError when nothing, or more than one kind of thing, is selected, or an id is unknown.
 */
export function selectCompetitions(selection: Selection): string[] {
  const { competitionId, lite, all, split, list } = selection;
  const ways = [competitionId !== undefined, lite, all, split !== undefined, list !== undefined].filter(Boolean);
  if (ways.length === 0) {
    throw new UsageError("Select competitions with -c ID, --lite, --all, --split NAME or --list FILE.");
  }
  if (ways.length > 1) throw new UsageError("Give only one of -c, --lite, --all, --split and --list.");
  const ids = competitionId ?? (list === undefined ? (all ? listIds() : loadSplit(split ?? "lite")) : readList(list));
  for (const id of ids) loadFacts(id);
  return [...new Set(ids)];
}

/** The first of a selection ("3"), or a part of it ("5-8", counted from 1, both included). */
export function limitSelection(ids: readonly string[], limit: string | undefined): readonly string[] {
  if (limit === undefined) return ids;
  const [, from = "1", to] = /^(?:([1-9]\d*)-)?([1-9]\d*)$/.exec(limit) ?? [];
  if (to === undefined || Number(to) < Number(from)) {
    throw new UsageError(`--limit: Expected a number of competitions or a range such as 5-8, found \`${limit}\`.`);
  }
  const part = ids.slice(Number(from) - 1, Number(to));
  if (part.length > 0) return part;
  throw new UsageError(
    `--limit ${limit}: the selection has only ${ids.length} competition${ids.length === 1 ? "" : "s"}.`,
  );
}

function readList(path: string): string[] {
  let text: string;
  try {
    text = readFileSync(path, "utf8");
  } catch (cause) {
    throw new UsageError(`The list of competitions cannot be read: ${(cause as Error).message}.`, { cause });
  }
  return listEntries(text);
}
