import { readFileSync } from "node:fs";
import { z } from "zod";
import { hasCode } from "../lib/error-code.ts";
import { BenchError } from "../lib/errors.ts";

const folderChecksums = z.record(z.string(), z.string());
const schema = z.object({ zip: z.string().nullable(), public: folderChecksums, private: folderChecksums });

/** MD5 of the archive (null if there is none) and of the tables at the top of `public/` and `private/`. */
export type Checksums = Readonly<z.infer<typeof schema>>;

/** Whether any table can be compared: the author of a competition may not have recorded checksums. */
export function hasTables(checksums: Checksums): boolean {
  return [checksums.public, checksums.private].some((files) => Object.keys(files).length > 0);
}

/** A file with another checksum than expected. */
export interface Mismatch {
  readonly kind: "archive" | "table" | "container";
  readonly file: string;
  /** Null if no such file is expected. */
  readonly expected: string | null;
  /** Null if the file is missing. */
  readonly found: string | null;
}

/** Files differ from the reference's. */
export class ChecksumMismatch extends BenchError {
  readonly mismatches: readonly Mismatch[];

  constructor(message: string, mismatches: readonly Mismatch[]) {
    super("checksum-mismatch", [message, ...mismatches.map((each) => `  ${describeMismatch(each)}`)].join("\n"));
    this.mismatches = mismatches;
  }
}

/** The files that upstream has checksums of. */
const checkedName = /\.(?:csv|json|jsonl|parquet|bson)$/;

/** The files at the top of a folder that upstream has checksums of. */
export function checkedFiles(topLevel: Readonly<Record<string, string>>): Record<string, string> {
  const names = Object.keys(topLevel).filter((name) => checkedName.test(name));
  return Object.fromEntries(names.sort().map((name) => [name, topLevel[name]!]));
}

/** Every file that differs, is missing or is not expected. */
export function compareTables(
  expected: Pick<Checksums, "public" | "private">,
  found: Pick<Checksums, "public" | "private">,
): Mismatch[] {
  return (["public", "private"] as const).flatMap((folder) => {
    const names = new Set([...Object.keys(expected[folder]), ...Object.keys(found[folder])]);
    return [...names].sort().flatMap((name): Mismatch[] => {
      const [wanted, got] = [expected[folder][name] ?? null, found[folder][name] ?? null];
      if (wanted === got) return [];
      const kind = name.endsWith(".parquet") && wanted !== null && got !== null ? "container" : "table";
      return [{ kind, file: `${folder}/${name}`, expected: wanted, found: got }];
    });
  });
}

/** A sentence that names the file, what was expected and what was found. */
export function describeMismatch({ kind, file, expected, found }: Mismatch): string {
  if (kind === "container") {
    return `re-encoded container ${file}: md5 ${found}, the reference's is ${expected}. Different writers lay out the same table differently, so this says nothing about its content.`;
  }
  const subject = kind === "archive" ? `archive ${file}` : `prepared table ${file}`;
  if (found === null) return `${subject}: expected md5 ${expected}, but there is no such file.`;
  if (expected === null) return `${subject}: found md5 ${found}, but no such file was expected.`;
  return `${subject}: expected md5 ${expected}, found ${found}.`;
}

/** Checksums that `--overwrite-checksums` wrote to replace those of the facts; null if there are none. */
export function readChecksums(path: string): Checksums | null {
  try {
    return schema.parse(JSON.parse(readFileSync(path, "utf8")));
  } catch (error) {
    if (hasCode(error, "ENOENT", "ENOTDIR")) return null;
    throw new BenchError(
      "unreadable-checksums",
      `${path} does not contain checksums. Remove it to use the built-in ones.`,
      {
        cause: error,
      },
    );
  }
}
