import { SparseBuilder, type SparseRows } from "../models/sparse-rows.ts";
import type { Task } from "../reading/find-task.ts";
import type { PublicFile } from "../reading/public-files.ts";
import { categoryColumns } from "./category-columns.ts";
import { addToHash, emptyHash, finishHash } from "./hash-text.ts";
import { imageColumns } from "./image-features.ts";
import { imagesOf, indexImages } from "./image-index.ts";
import { type Joined, joinColumns } from "./joined-columns.ts";
import { hashTexts, wordColumns } from "./text-features.ts";
import { calendarColumns, findSeries, type Series } from "./time-features.ts";

/** What the models see; training rows come first, then test rows. */
export interface Features {
  /** For trees; gaps are NaN. */
  readonly columns: readonly Float64Array[];
  /** Hashed categories and words, for linear models; they see the columns too. */
  readonly hashed: SparseRows;
  readonly series: Series | null;
  /** 0 for rows without features: their image, the only source, was not read. Null if there are no such rows. */
  readonly isUsable: Uint8Array | null;
  readonly trainRows: number;
  /** What they were made of, for the log. */
  readonly sources: string;
}

export interface FeatureOptions {
  readonly seed: number;
  /** When to stop reading images, in milliseconds since 1970. */
  readonly deadline: number;
  /** The number of positions that words and categories are hashed to. */
  readonly hashWidth: number;
}

/** Turns tables, texts, dates and images into numbers. */
export async function buildFeatures(
  task: Task,
  files: readonly PublicFile[],
  options: FeatureOptions,
): Promise<Features> {
  const joined = joinColumns(task);
  const trainRows = task.train.length;
  const columns = joined.flatMap(treeColumns);
  const hashed = hashColumns(joined, trainRows + task.test.length, options.hashWidth);
  const images = indexImages(files);
  const { keys } = task.roles;
  const paths = [...imagesOf(task.train, keys, images, "train"), ...imagesOf(task.test, keys, images, "test")];
  const seen = await imageColumns(paths, trainRows, options);
  const read = seen.isRead.reduce((sum, flag) => sum + flag, 0);
  const words = [`${joined.length} ${joined.length === 1 ? "column" : "columns"}`];
  if (paths.some((path) => path !== null))
    words.push(`${read} of ${paths.filter((path) => path !== null).length} images`);
  // Too few images are of no use.
  const counts = read > paths.length / 10;
  return {
    columns: counts ? [...columns, ...seen.columns] : columns,
    hashed,
    series: findSeries(joined, trainRows),
    isUsable: columns.length === 0 && counts && read < paths.length ? seen.isRead : null,
    trainRows,
    sources: words.join(", "),
  };
}

function treeColumns(column: Joined): Float64Array[] {
  if (column.kind === "number") return [column.values];
  if (column.kind === "date") return calendarColumns(column.values);
  return column.kind === "category" ? categoryColumns(column.texts) : wordColumns(column.texts);
}

function hashColumns(joined: readonly Joined[], rows: number, width: number): SparseRows {
  const parts = joined.flatMap(({ name, ...column }) => {
    if (column.kind !== "prose" && column.kind !== "category") return [];
    return { name, texts: column.texts, hashed: column.kind === "prose" ? hashTexts(column.texts, width, name) : null };
  });
  const [only] = parts;
  if (parts.length === 1 && only!.hashed !== null) return only!.hashed;
  const builder = new SparseBuilder(width);
  for (let row = 0; row < rows; row += 1) {
    const entries = new Map<number, number>();
    for (const { name, texts, hashed } of parts) {
      if (hashed === null) {
        entries.set(finishHash(addToHash(emptyHash, `${name}=${texts[row]}`)) % width, 1);
        continue;
      }
      for (let entry = hashed.starts[row]!; entry < hashed.starts[row + 1]!; entry += 1) {
        entries.set(hashed.positions[entry]!, hashed.values[entry]!);
      }
    }
    for (const [position, value] of entries) builder.add(position, value);
    builder.endRow();
  }
  return builder.build();
}
