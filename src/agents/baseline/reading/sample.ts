import type { Frame } from "../../../frame/frame.ts";
import { parseCsv } from "../../../frame/read-csv.ts";
import { BenchError, MissingData } from "../../../lib/errors.ts";
import { type PublicFile, withPublicFiles } from "./public-files.ts";

/** The sample submission: it shows the format, and is submitted until there is something better. */
export interface Sample {
  /** Where it was found in the public folder. */
  readonly path: string;
  readonly bytes: Buffer;
  readonly table: Frame;
}

/**
 * Finds and reads the sample submission. If there is none, the test table is used instead: some competitions ask for that table
 * with corrected texts.
 *
 * @throws MissingData when there is neither, or it is not a readable table with rows.
 */
export async function readSample(folder: string): Promise<Sample> {
  const read = async (files: readonly PublicFile[]): Promise<Sample | null> => {
    const file = pick(files);
    return file && readAsSample(file.path, await file.read());
  };
  const sample = (await withPublicFiles(folder, "top", read)) ?? (await withPublicFiles(folder, "all", read));
  if (sample === null) throw new MissingData(`There is no sample submission in ${folder}.`);
  return sample;
}

function readAsSample(path: string, bytes: Buffer): Sample {
  try {
    const table = parseCsv(bytes);
    if (table.length > 0) return { path, bytes, table };
  } catch (cause) {
    if (!(cause instanceof BenchError)) throw cause;
    throw new MissingData(`The sample submission ${path} cannot be read: ${cause.message}`, { cause });
  }
  throw new MissingData(`The sample submission ${path} has no rows.`);
}

const nameOf = ({ path }: PublicFile): string => path.split("/").at(-1)!;
const depthOf = ({ path }: PublicFile): number => path.split("/").length;

function pick(files: readonly PublicFile[]): PublicFile | null {
  const samples = files.filter((file) => isSample(file) && file.extension === ".csv");
  const tests = files.filter((file) => /^test.*\.(csv|txt)$/i.test(nameOf(file)));
  return (samples.length > 0 ? samples : tests).sort((a, b) => depthOf(a) - depthOf(b))[0] ?? null;
}

/** Whether a file is a sample submission, by the names that Kaggle's competitions use. */
export function isSample(file: PublicFile): boolean {
  return /sample.?submission|random.?predictions/i.test(nameOf(file));
}
