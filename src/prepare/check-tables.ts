import { existsSync } from "node:fs";
import { join } from "node:path";
import type { PreparationChecks, Target } from "../contracts/preparation.ts";
import { BenchError } from "../lib/errors.ts";
import { RepeatFinder } from "./find-repeats.ts";
import { readHeader, visitColumn } from "./visit-column.ts";

/** Problems of prepared tables, one sentence each: repeated or shared ids, answers in public files. */
export function checkTables(
  prepared: string,
  checks: PreparationChecks,
  options: { readonly trainMayRepeat?: boolean } = {},
): string[] {
  const { disjoint } = checks;
  return [
    ...orUnreadable([disjoint?.train, disjoint?.test], () =>
      checkIds(prepared, disjoint, options.trainMayRepeat === true),
    ),
    ...orUnreadable([checks.hidden?.file], () => checkHidden(prepared, checks.hidden)),
  ];
}

/** Some raw files become public unchanged, and not all of them can be read as tables. */
function orUnreadable(files: readonly (string | undefined)[], check: () => string[]): string[] {
  try {
    return check();
  } catch (error) {
    if (error instanceof BenchError) return [`${files.join(" and ")} cannot be checked: ${error.message}`];
    throw error;
  }
}

function checkIds(prepared: string, disjoint: PreparationChecks["disjoint"], trainMayRepeat: boolean): string[] {
  if (disjoint === undefined) return [];
  const { train, test, id } = disjoint;
  const targets: Target[] = [train, test];
  const finder = new RepeatFinder();
  for (const target of targets) {
    const path = join(prepared, target);
    if (!existsSync(path)) return [`${target} is missing, so its ids cannot be compared.`];
    if (!visitColumn(path, id, (bytes, start, end) => finder.add(bytes, start, end))) {
      return [`${target} has no id column "${id}".`];
    }
  }
  if (!finder.hasSuspects()) return [];
  const repeats = targets.map((target) => {
    const found: string[] = [];
    visitColumn(join(prepared, target), id, (bytes, start, end) => {
      if (finder.confirm(bytes, start, end)) found.push(bytes.toString("utf8", start, end));
    });
    return found;
  });
  const [inTrain, inTest] = repeats as [string[], string[]];
  return [
    ...(trainMayRepeat || inTrain.length === 0 ? [] : [`${train} repeats ${examples(inTrain)} in "${id}".`]),
    ...(inTest.length === 0 ? [] : [`${test} has ${examples(inTest)} in "${id}" twice, or shares them with ${train}.`]),
  ];
}

function examples(ids: readonly string[]): string {
  const shown = ids.slice(0, 3).map((id) => JSON.stringify(id));
  return `${ids.length} id${ids.length === 1 ? "" : "s"} (${shown.join(", ")}${ids.length > 3 ? ", ..." : ""})`;
}

function checkHidden(prepared: string, hidden: PreparationChecks["hidden"]): string[] {
  if (hidden === undefined) return [];
  const path = join(prepared, hidden.file);
  if (!existsSync(path)) return [`${hidden.file} is missing.`];
  const names = new Set(readHeader(path));
  const shown = hidden.columns.filter((column) => names.has(column));
  return shown.map((column) => `${hidden.file} has the column "${column}", which only the answers may have.`);
}
