import { join } from "node:path";
import { listFiles } from "../../../agents/repository/understanding/list-files.ts";
import { notebookCode } from "../../../agents/repository/understanding/notebook-code.ts";
import { readText } from "../../../agents/repository/understanding/read-text.ts";
import { kgramLength, type Program } from "./compare-programs.ts";
import { tokenizePython } from "./tokenize-python.ts";

/** A Python file or notebook. */
export interface ProgramFile extends Program {
  readonly file: string;
  /** Relative to the folder that was read. */
  readonly path: string;
  /** Its code; of a notebook, that of its cells. */
  readonly source: string;
}

export interface ReadPrograms {
  readonly programs: readonly ProgramFile[];
  /** What was left out, one sentence each. */
  readonly notes: readonly string[];
}

const limits = { entries: 50_000, programs: 500, scriptBytes: 300_000, notebookBytes: 20_000_000, tokens: 30_000 };

/** The programs below a folder, equal ones once. Those too short to say anything are left out. */
export async function readPrograms(folder: string): Promise<ReadPrograms> {
  const { files, isComplete } = await listFiles(folder, limits.entries);
  const wanted = files.filter(({ path }) => /\.(py|ipynb)$/i.test(path));
  const notes = isComplete ? [] : [`${folder}: only the first ${limits.entries} files and folders were looked at.`];
  const seen = new Set<string>();
  const programs: ProgramFile[] = [];
  for (const { path } of wanted) {
    if (programs.length === limits.programs) {
      notes.push(`${folder}: only the first ${limits.programs} programs were compared.`);
      break;
    }
    const source = readSource(folder, path);
    if (source === null || seen.has(source)) continue;
    seen.add(source);
    const tokens = await tokenizePython(source);
    if (tokens === null) notes.push(`${join(folder, path)} could not be parsed in time.`);
    else if (tokens.length >= 2 * kgramLength) {
      const file = join(folder, path);
      programs.push({ name: file, file, path, source, tokens: tokens.slice(0, limits.tokens) });
    }
  }
  return { programs, notes };
}

function readSource(folder: string, path: string): string | null {
  if (!/\.ipynb$/i.test(path)) return readText(folder, path, limits.scriptBytes);
  const text = readText(folder, path, limits.notebookBytes);
  return text === null ? null : notebookCode(text);
}
