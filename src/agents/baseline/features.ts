import { findImages, imageColumns, imagePaths } from "./image-features.ts";
import { joinColumns } from "./joined-columns.ts";
import type { Task } from "./read-task.ts";
import { hashText, SparseBuilder, type SparseRows } from "./sparse-rows.ts";
import { hashTexts, wordColumns } from "./text-features.ts";
import { calendarColumns, findSeries, type Series } from "./time-features.ts";

/** What the models see; training rows come first, then test rows. */
export interface Features {
  /** For trees; gaps are NaN. */
  readonly columns: readonly Float64Array[];
  /** Hashed categories and words, for linear models; they see the columns too. */
  readonly hashed: readonly ReadonlyMap<number, number>[];
  readonly series: Series | null;
}

const hashWidth = 2 ** 18;
const fewCategories = 12;

/** Turns tables, texts, dates and images into numbers. */
export async function buildFeatures(task: Task, deadline: number): Promise<Features> {
  const joined = joinColumns(task);
  const [trainRows, rows] = [task.train!.length, task.train!.length + task.test.length];
  const columns: Float64Array[] = [];
  const hashed = Array.from({ length: rows }, () => new Map<number, number>());
  for (const column of joined) {
    if (column.kind === "number") columns.push(column.values);
    else if (column.kind === "date") columns.push(...calendarColumns(column.values));
    else if (column.kind === "category") {
      columns.push(...categoryColumns(column.texts));
      for (const [row, text] of column.texts.entries()) {
        hashed[row]!.set(hashText(`${column.name}=${text}`) % hashWidth, 1);
      }
    } else {
      columns.push(...wordColumns(column.texts));
      for (const [row, entries] of hashTexts(column.texts, hashWidth, column.name).entries()) {
        for (const [position, value] of entries) hashed[row]!.set(position, value);
      }
    }
  }
  const images = await findImages(task.folder);
  const paths = [...imagePaths(task.train!, task.id, images), ...imagePaths(task.test, task.id, images)];
  if (paths.some((path) => path !== null)) columns.push(...imageColumns(paths, deadline));
  return { columns, hashed, series: findSeries(joined, trainRows) };
}

/** A few categories get a column each, many only how common each is and a code by that order. */
function categoryColumns(texts: readonly (string | null)[]): Float64Array[] {
  const counts = new Map<string | null, number>();
  for (const text of texts) counts.set(text, (counts.get(text) ?? 0) + 1);
  const order = [...counts.keys()].sort((a, b) => counts.get(b)! - counts.get(a)! || (String(a) < String(b) ? -1 : 1));
  if (order.length <= fewCategories) {
    return order.map((category) => Float64Array.from(texts, (text) => (text === category ? 1 : 0)));
  }
  const codes = new Map(order.map((category, code) => [category, code]));
  return [
    Float64Array.from(texts, (text) => codes.get(text)!),
    Float64Array.from(texts, (text) => counts.get(text)!),
    ...order.slice(0, fewCategories).map((category) => Float64Array.from(texts, (text) => (text === category ? 1 : 0))),
  ];
}

/** Columns brought to mean 0 and deviation 1 on the training rows (gaps become 0), beside what is hashed. */
export function sparseFeatures(
  { columns, hashed }: Pick<Features, "columns" | "hashed">,
  trainRows: number,
): SparseRows {
  const scales = columns.map((values) => {
    const known = values.subarray(0, trainRows).filter((value) => !Number.isNaN(value));
    const mean = known.reduce((sum, value) => sum + value, 0) / (known.length || 1);
    const variance = known.reduce((sum, value) => sum + (value - mean) ** 2, 0) / (known.length || 1);
    return { mean, deviation: Math.sqrt(variance) };
  });
  // Many columns together must not outweigh the rest.
  const share = Math.min(1, Math.sqrt(20 / Math.max(1, columns.length)));
  const builder = new SparseBuilder(hashWidth + columns.length);
  for (const [row, entries] of hashed.entries()) {
    const all = new Map(entries);
    for (const [index, { mean, deviation }] of scales.entries()) {
      const value = columns[index]![row]!;
      if (deviation < 1e-9 || Number.isNaN(value) || value === mean) continue;
      all.set(hashWidth + index, share * Math.max(-5, Math.min(5, (value - mean) / deviation)));
    }
    builder.add(all);
  }
  return builder.build();
}
