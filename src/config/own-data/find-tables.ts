import { readdirSync, statSync } from "node:fs";
import { basename, dirname, join, resolve } from "node:path";
import { didYouMean } from "../../lib/did-you-mean.ts";
import { BenchError, UsageError } from "../../lib/errors.ts";
import { walkFiles } from "../../lib/files/walk.ts";
import { readHeader } from "../../prepare/visit-column.ts";

/** The user's data, by the part that each file plays. Names are relative to the folder; those of folders end in `/`. */
export interface OwnTables {
  readonly folder: string;
  readonly train: string;
  readonly test: string | null;
  /** Further files that agents may see. */
  readonly files: readonly string[];
  /** Files that they may not, with the reason. */
  readonly leftOut: readonly { readonly file: string; readonly reason: string }[];
}

export interface TableChoice {
  readonly target: string;
  /** The labelled table. Default: the one that has the target. */
  readonly train?: string;
  /** A table to predict. Default: `test.csv`, if it has the other columns. */
  readonly test?: string;
  /** A folder that is not part of the data, wherever it is. */
  readonly except: string;
}

/** What the competition itself puts into the public folder. */
const reserved = ["train.csv", "test.csv", "sample_submission.csv", "description.md"];
const isTable = (name: string): boolean => /\.csv$/i.test(name);

/**
 * Finds the tables in a folder, or takes one file.
 *
 * @throws UsageError when there is no table with the target, or more than one and none is named.
 */
export async function findTables(data: string, choice: TableChoice): Promise<OwnTables> {
  const path = resolve(data);
  const stats = statSync(path, { throwIfNoEntry: false });
  if (stats === undefined) throw new UsageError(`--data: There is no file or folder ${path}.`);
  if (!stats.isDirectory()) return oneFile(path, choice);
  const names = namesIn(path, choice.except);
  const headers = headersIn(path, names.filter(isTable));
  const train = chooseTrain(path, headers, choice);
  const test = chooseTest(path, headers, train, choice);
  const others = names.filter((name) => name !== train && name !== test);
  const judged = await Promise.all(others.map(async (file) => ({ file, reason: await whyHidden(path, file, choice) })));
  return {
    folder: path,
    train,
    test,
    files: judged.filter(({ reason }) => reason === null).map(({ file }) => file),
    leftOut: judged.flatMap(({ file, reason }) => (reason === null ? [] : [{ file, reason }])),
  };
}

/** What is in a folder, sorted, without hidden files and links that lead nowhere. */
function namesIn(folder: string, except: string): string[] {
  return readdirSync(folder)
    .filter((name) => !name.startsWith(".") && !`${resolve(except)}/`.startsWith(`${join(folder, name)}/`))
    .flatMap((name) => {
      const stats = statSync(join(folder, name), { throwIfNoEntry: false });
      return stats === undefined ? [] : [stats.isDirectory() ? `${name}/` : name];
    })
    .sort();
}

function oneFile(path: string, choice: TableChoice): OwnTables {
  if (!isTable(path)) throw new UsageError(`--data: Expected a CSV file or a folder with one, found ${path}.`);
  if (choice.train !== undefined || choice.test !== undefined) {
    throw new UsageError("--train and --test name files of a folder: give the folder with --data.");
  }
  const [folder, name] = [dirname(path), basename(path)];
  chooseTrain(folder, headersIn(folder, [name]), { ...choice, train: name });
  return { folder, train: name, test: null, files: [], leftOut: [] };
}

type Headers = ReadonlyMap<string, readonly string[]>;

function headersIn(folder: string, tables: readonly string[]): Headers {
  return new Map(tables.map((name) => [name, headerOf(join(folder, name))]));
}

/** No columns where the file is no table. */
function headerOf(path: string): readonly string[] {
  try {
    return readHeader(path);
  } catch (error) {
    if (error instanceof BenchError) return [];
    throw error;
  }
}

function chooseTrain(folder: string, headers: Headers, { target, train }: TableChoice): string {
  if (headers.size === 0) throw new UsageError(`--data: ${folder} holds no CSV file.`);
  if (train !== undefined) requireTable(folder, headers, "--train", train);
  const candidates = train === undefined ? [...headers.keys()] : [train];
  const labelled = candidates.filter((name) => headers.get(name)!.includes(target));
  if (labelled.length === 0) throw noTarget(folder, candidates, headers, target);
  if (labelled.length === 1) return labelled[0]!;
  if (labelled.includes("train.csv")) return "train.csv";
  throw new UsageError(
    `${labelled.join(", ")} have a column \`${target}\`. Name the one to learn from with --train: agents do not see the others.`,
  );
}

function noTarget(folder: string, candidates: readonly string[], headers: Headers, target: string): UsageError {
  const names = [...new Set(candidates.flatMap((name) => headers.get(name)!))];
  const where = candidates.length === 1 ? join(folder, candidates[0]!) : `Of the tables in ${folder}, none`;
  const lacks = candidates.length === 1 ? "has no column" : "has a column";
  const shown = names.slice(0, 30).join(", ");
  const found =
    names.length === 0 ? " No column can be read from it." : ` Columns: ${shown}${names.length > 30 ? ", ..." : ""}.`;
  return new UsageError(`--target: ${where} ${lacks} \`${target}\`.${didYouMean(target, names)}${found}`);
}

function chooseTest(folder: string, headers: Headers, train: string, { target, test }: TableChoice): string | null {
  const needed = headers.get(train)!.filter((name) => name !== target);
  const name = test ?? "test.csv";
  if (test !== undefined) requireTable(folder, headers, "--test", test);
  else if (name === train || !headers.has(name) || headers.get(name)!.includes(target)) return null;
  const missing = needed.filter((column) => !headers.get(name)!.includes(column));
  if (missing.length === 0) return name;
  if (test === undefined) return null;
  throw new UsageError(`--test: ${join(folder, name)} lacks columns of ${train}: ${missing.slice(0, 20).join(", ")}.`);
}

function requireTable(folder: string, headers: Headers, option: string, name: string): void {
  if (headers.has(name)) return;
  const hint = didYouMean(name, headers.keys());
  throw new UsageError(`${option}: There is no table \`${name}\` in ${folder}.${hint}`);
}

/** Why agents do not get a file; null when they do. */
async function whyHidden(folder: string, file: string, { target }: TableChoice): Promise<string | null> {
  if (reserved.includes(file)) return "the competition has a file of that name";
  if (!file.endsWith("/")) return hasTarget(join(folder, file), target) ? `it has a column ${target}` : null;
  for await (const { absolute, path } of walkFiles(join(folder, file))) {
    if (hasTarget(absolute, target)) return `${path} in it has a column ${target}`;
  }
  return null;
}

function hasTarget(path: string, target: string): boolean {
  return isTable(path) && headerOf(path).includes(target);
}
