import type { ArchiveEntry } from "./archive-entry.ts";
import { ArchiveError } from "./archive-error.ts";
import { checkSevenZipHeaders } from "./seven-zip-header.ts";
import {
  findSevenZip,
  runSevenZip,
  type SevenZipProgram,
  type SevenZipResult,
  sevenZipPath,
} from "./seven-zip-program.ts";

export interface SevenZipEntry extends ArchiveEntry {
  encrypted: boolean;
}

/** The options of everything that runs 7-Zip. */
export interface SevenZipOptions {
  /** Which 7-Zip to run. Default: see `findSevenZip`. */
  program?: SevenZipProgram;
  signal?: AbortSignal;
}

/** A password for archives that need one, so that 7-Zip fails instead of waiting for input. */
export const noPassword = "-pnone";

/** The entries of a 7z file, unchecked. Characters that 7-Zip cannot print, including line ends, appear as `_`. */
export async function listSevenZip(archive: string, options: SevenZipOptions = {}): Promise<SevenZipEntry[]> {
  await checkSevenZipHeaders(archive);
  const program = options.program ?? findSevenZip();
  const parameters = ["l", "-t7z", "-slt", "-ba", "-sccUTF-8", noPassword, "--", sevenZipPath(program, archive)];
  const result = await runSevenZip(program, parameters, { signal: options.signal });
  if (result.code !== 0) throw sevenZipFailure(archive, result);
  const blocks = result.output.split(/\r?\n\r?\n/).map(parseFields);
  const parents = new Set(blocks.flatMap((fields) => parentsOf(fields.get("Path") ?? "")));
  return blocks.flatMap((fields) => {
    const name = fields.get("Path");
    if (name === undefined) return [];
    // Some writers store no attributes: then only its content distinguishes a directory from an empty file.
    const type = !fields.has("Attributes") && parents.has(name) ? "directory" : typeOf(fields);
    return [{ name, type, size: Number(fields.get("Size") || "0"), encrypted: fields.get("Encrypted") === "+" }];
  });
}

/** The error for a 7-Zip run that failed, judged by its output. */
export function sevenZipFailure(archive: string, result: SevenZipResult): ArchiveError {
  const said = `${result.errors}\n${result.output}`;
  const lines = result.errors.split(/\r?\n/).map((line) => line.trim());
  const summary = lines.filter((line) => line !== "" && line !== "ERRORS:").join("; ") || `exit code ${result.code}`;
  const problem = /unexpected end/i.test(said)
    ? "truncated"
    : /unsupported method/i.test(said)
      ? "unsupported"
      : /no space left|ENOSPC/i.test(said)
        ? "no-space"
        : "corrupt";
  return new ArchiveError(problem, { archive }, `cannot be read by 7-Zip: ${summary}`);
}

function parseFields(block: string): Map<string, string> {
  const fields = new Map<string, string>();
  for (const line of block.split(/\r?\n/)) {
    const equals = line.indexOf(" = ");
    // A value may be missing; trailing spaces may be lost.
    if (equals > 0) fields.set(line.slice(0, equals), line.slice(equals + 3));
  }
  return fields;
}

function parentsOf(name: string): string[] {
  const parts = name.split("/");
  return parts.slice(1).map((_, index) => parts.slice(0, index + 1).join("/"));
}

/** Attributes are Windows letters and, if known, a Unix mode: `D drwxr-xr-x`, `A lrwxrwxrwx`. */
function typeOf(fields: Map<string, string>): ArchiveEntry["type"] {
  const [letters = "", unixMode = ""] = (fields.get("Attributes") ?? "").split(/[ _]+/);
  const isLink = (fields.get("Symbolic Link") ?? "") !== "" || (fields.get("Hard Link") ?? "") !== "";
  // L is a reparse point, Windows' link; an anti-item would delete a file.
  if (isLink || letters.includes("L") || fields.get("Anti") === "+") return "special";
  if (unixMode !== "" && !/^[-d]/.test(unixMode)) return "special";
  return letters.includes("D") || unixMode.startsWith("d") || fields.get("Folder") === "+" ? "directory" : "file";
}
