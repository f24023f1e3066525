import { createHash } from "node:crypto";
import { type Dirent, readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import { compareCodePoints } from "../lib/compare-code-points.ts";
import { hasCode } from "../lib/error-code.ts";
import { writeFileAtomically } from "../lib/files/replace-file.ts";
import { walk } from "../lib/files/walk.ts";

/** The two halves of prepared data: `private/`, and everything else. */
export const dataParts = ["public", "private"] as const;
export type DataPart = (typeof dataParts)[number];

/** A file below `prepared/`. */
export interface PreparedFile {
  /** Relative to `prepared/`. */
  readonly path: string;
  readonly absolute: string;
  readonly bytes: number;
  readonly modifiedMs: number;
}

const notData = new Set(["manifest.json", "times.json"]);

/** The files of a part, in the manifest's order. Symbolic links are left out, as they are there. */
export async function* filesOfPart(prepared: string, part: DataPart): AsyncGenerator<PreparedFile> {
  const tops = topEntries(prepared).filter(({ name }) => !notData.has(name));
  for (const top of tops) {
    if ((top.name === "private") !== (part === "private")) continue;
    const absolute = join(prepared, top.name);
    if (top.isFile()) yield { path: top.name, absolute, ...sizeAndTime(absolute) };
    if (!top.isDirectory()) continue;
    for await (const entry of walk(absolute, `${top.name}/`)) {
      if (entry.type !== "file") continue;
      yield { path: entry.path, absolute: entry.absolute, ...sizeAndTime(entry.absolute) };
    }
  }
}

function topEntries(folder: string): Dirent[] {
  return readdirSync(folder, { withFileTypes: true }).sort((a, b) => compareCodePoints(a.name, b.name));
}

function sizeAndTime(path: string): Pick<PreparedFile, "bytes" | "modifiedMs"> {
  const { size, mtimeMs } = statSync(path);
  return { bytes: size, modifiedMs: mtimeMs };
}

/**
 * One hash over the names, sizes and times of a part's files and of the manifest: as long as it stays the same, the
 * contents need not be read again. Times belong to one copy of the data, so they are kept apart from the manifest.
 */
export async function timesOfPart(prepared: string, part: DataPart): Promise<string> {
  const hash = createHash("sha256");
  const manifest = sizeAndTime(join(prepared, "manifest.json"));
  hash.update(JSON.stringify(manifest));
  for await (const { path, bytes, modifiedMs } of filesOfPart(prepared, part)) {
    hash.update(`\n${JSON.stringify(path)} ${bytes} ${modifiedMs}`);
  }
  return hash.digest("hex");
}

const timesSchema = z.object({ public: z.string().optional(), private: z.string().optional() });

/** What `prepared/times.json` remembers: `timesOfPart` as it was when the contents agreed with the manifest. */
export type DataTimes = z.infer<typeof timesSchema>;

/** The remembered times; empty when there are none. */
export function readTimes(prepared: string): DataTimes {
  try {
    return timesSchema.parse(JSON.parse(readFileSync(join(prepared, "times.json"), "utf8")));
  } catch {
    return {};
  }
}

/** Remembers times of some parts. In a folder that cannot be written, the contents are simply read again next time. */
export async function rememberTimes(prepared: string, times: DataTimes): Promise<void> {
  try {
    const all: DataTimes = { ...readTimes(prepared), ...times };
    await writeFileAtomically(join(prepared, "times.json"), `${JSON.stringify(all, null, 2)}\n`);
  } catch (error) {
    if (!hasCode(error, "EACCES", "EPERM", "EROFS", "ENOSPC", "EDQUOT")) throw error;
  }
}
