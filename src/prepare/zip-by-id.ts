import { resolve } from "node:path";
import type { PrepareContext, Target } from "../contracts/preparation.ts";
import { hasCode } from "../lib/error-code.ts";
import { MissingData } from "../lib/errors.ts";

/** Where files named after ids are, which archive they go into, and how their names end. */
export interface ZipByIdOptions {
  /** A raw or extracted folder. */
  readonly from: string;
  readonly to: Target;
  /** Default: ids are whole file names. */
  readonly ending?: string;
}

/**
 * Packs `<from>/<id><ending>` of every id into a zip archive without folders, once for repeated ids. Files are stored
 * uncompressed, because images and sounds are compressed already.
 */
export async function zipById(context: PrepareContext, ids: Iterable<string>, options: ZipByIdOptions): Promise<void> {
  const { from, to, ending = "" } = options;
  const folder = resolve(context.raw, from);
  const names = Array.from(new Set(ids), (id) => `${id}${ending}`);
  const sources = names.map((name) => ({ name, content: { file: `${folder}/${name}` } }));
  // Loaded on demand: grading never writes archives.
  const { writeZip } = await import("../lib/archive/write-zip.ts");
  try {
    await writeZip(context.target(to), sources, { method: "stored", signal: context.signal });
  } catch (error) {
    if (!hasCode(error, "ENOENT", "ENOTDIR")) throw error;
    throw new MissingData(`The raw data lacks a file for ${to}: ${(error as Error).message}`, { cause: error });
  }
}
