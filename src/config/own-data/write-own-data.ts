import { statSync } from "node:fs";
import { mkdir } from "node:fs/promises";
import { basename, join, resolve } from "node:path";
import { type TableMetric, tableMetric } from "../../competitions/own-table/table-metrics.ts";
import type { TableTask } from "../../competitions/own-table/table-task.ts";
import { TableView } from "../../frame/table-view.ts";
import { BenchError, UsageError } from "../../lib/errors.ts";
import { freeDiskBytes } from "../../lib/files/free-disk-bytes.ts";
import { linkOrCopy } from "../../lib/files/link-or-copy.ts";
import { writeFileAtomically } from "../../lib/files/replace-file.ts";
import { formatBytes } from "../../lib/format-bytes.ts";
import { sha256, sha256OfFile } from "../../lib/hashing.ts";
import { configVariable } from "../current-config.ts";
import { checkTarget } from "./check-target.ts";
import { chooseRowId } from "./choose-row-id.ts";
import { findTables, type OwnTables, type TableChoice } from "./find-tables.ts";

/** What the user wants to have predicted. */
export interface OwnDataRequest extends Omit<TableChoice, "except"> {
  /** A folder, or one CSV file. */
  readonly data: string;
  readonly goal: string;
  readonly metric: string;
  readonly rowId?: string;
  readonly holdout: number;
  readonly holdoutSeed: number;
}

/** A competition made from the user's data. */
export interface OwnData {
  readonly task: TableTask;
  readonly metric: TableMetric;
  /** Rows with a label, the held-out ones included, and rows of the same table without one, which are left out. */
  readonly labelledRows: number;
  readonly unlabelledRows: number;
  /** Where the competition, its prepared data and its config file are: `<data-dir>/<id>`. */
  readonly folder: string;
  readonly config: string;
  readonly leftOut: OwnTables["leftOut"];
}

/**
 * Checks the user's data and writes a competition of it, with a config file that adds it to the current one. The same
 * request makes the same competition, so that its runs can be continued.
 *
 * @throws UsageError that says what is wrong with the data.
 */
export async function writeOwnData(request: OwnDataRequest, dataDirectory: string): Promise<OwnData> {
  const metric = tableMetric(request.metric);
  const tables = await findTables(request.data, { ...request, except: dataDirectory });
  await requireRoom(tables, dataDirectory);
  const views = new Map<string, TableView>();
  const open = (name: string): TableView => {
    const view = views.get(name) ?? openTable(join(tables.folder, name));
    views.set(name, view);
    return view;
  };
  const { rows, classes } = checkTarget(open(tables.train).column(request.target), metric, tables.train);
  if (tables.test !== null && open(tables.test).length === 0) {
    throw new UsageError(`${join(tables.folder, tables.test)} has no rows.`);
  }
  const rowId = chooseRowId(tables, request.target, request.rowId, open);
  if (rowId !== null && classes.includes(rowId)) {
    throw new UsageError(`\`${rowId}\` is the column of ids and a value of \`${request.target}\`. Rename one of them.`);
  }
  const title = basename(resolve(request.data)).replace(/\.csv$/i, "") || "data";
  const { target, holdout, holdoutSeed: seed } = request;
  const { train, test, files } = tables;
  const goal = /[.!?]$/.test(request.goal.trim()) ? request.goal.trim() : `${request.goal.trim()}.`;
  const content = { name: title, goal, train, test, files, target, rowId, metric: metric.name, classes, holdout, seed };
  const id = await identify(title, content, tables);
  const folder = join(dataDirectory, id);
  await mkdir(folder, { recursive: true });
  const task: TableTask = { id, data: await rawFolder(tables, request.data, folder), ...content };
  const config = await writeCompetition(folder, task);
  return {
    task,
    metric,
    labelledRows: rows,
    unlabelledRows: open(train).length - rows,
    folder,
    config,
    leftOut: tables.leftOut,
  };
}

function openTable(path: string): TableView {
  try {
    return TableView.open(path);
  } catch (error) {
    if (!(error instanceof BenchError)) throw error;
    throw new UsageError(`--data: ${error.message}`, { cause: error });
  }
}

/** The two parts of the cut, the same once more for two rehearsals. */
const copies = 4;

async function requireRoom({ folder, train, test }: OwnTables, target: string): Promise<void> {
  const bytes = [train, ...(test === null ? [] : [test])].reduce(
    (sum, name) => sum + statSync(join(folder, name)).size,
    0,
  );
  const free = await freeDiskBytes(target);
  if (copies * bytes <= free) return;
  throw new UsageError(
    `Cutting ${formatBytes(bytes)} of tables takes about ${formatBytes(copies * bytes)}, and ${target} has room for ${formatBytes(free)}. Choose another --run-dir.`,
  );
}

/** A name with a hash of everything that makes the competition what it is. */
async function identify(title: string, content: Omit<TableTask, "id" | "data">, tables: OwnTables): Promise<string> {
  const { folder, train, test, files } = tables;
  const hashes = await Promise.all(
    [train, ...(test === null ? [] : [test])].map((name) => sha256OfFile(join(folder, name))),
  );
  const others = files.map((name) => {
    const { size, mtimeMs } = statSync(join(folder, name));
    return [name, size, mtimeMs];
  });
  const readable =
    title
      .replaceAll(/[^A-Za-z0-9]+/g, "-")
      .replaceAll(/^-+|-+$/g, "")
      .slice(0, 40) || "data";
  return `${readable}-${sha256(JSON.stringify([content, folder, hashes, others])).slice(0, 8)}`;
}

/** Agents never see the folder of raw data. For a single file, that is one of its own: its folder may hold anything. */
async function rawFolder({ folder, train }: OwnTables, data: string, own: string): Promise<string> {
  if (statSync(data).isDirectory()) return folder;
  const copy = join(own, "table");
  await mkdir(copy, { recursive: true, mode: 0o700 });
  if (statSync(join(copy, train), { throwIfNoEntry: false }) === undefined)
    linkOrCopy(join(folder, train), join(copy, train));
  return copy;
}

async function writeCompetition(folder: string, task: TableTask): Promise<string> {
  const code = [
    'import { tableCompetition } from "mlebench/competition";',
    "",
    `export default tableCompetition(${JSON.stringify(task, null, 2)});`,
    "",
  ].join("\n");
  await writeFileAtomically(join(folder, "competition.mjs"), code);
  const config = join(folder, "mlebench.config.json");
  const base = process.env[configVariable];
  // Loaded already, with whatever it extends.
  if (base === config) return config;
  const content = { ...(base ? { extends: base } : {}), competitions: ["./competition.mjs"] };
  await writeFileAtomically(config, `${JSON.stringify(content, null, 2)}\n`);
  return config;
}
