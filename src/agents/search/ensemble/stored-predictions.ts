import type { Sandbox } from "../../../contracts/sandbox.ts";
import { BenchError } from "../../../lib/errors.ts";
import { sha256 } from "../../../lib/hashing.ts";
import { type AlignedPredictions, alignMembers } from "./align-members.ts";
import { type PredictionTable, readPredictions } from "./prediction-table.ts";

/** The largest file that takes part: all members are in memory at once. */
const mostBytes = 64 * 2 ** 20;

/** A file that an experiment's program wrote. */
export interface StoredFile {
  readonly member: string;
  readonly path: string;
  /** What it must be; absent when any version will do. */
  readonly sha256?: string | null;
}

/** What members have predicted, for the same rows. */
export interface StoredPredictions {
  readonly members: readonly string[];
  readonly aligned: AlignedPredictions;
  /** Which members are left out, and why. */
  readonly notes: readonly string[];
}

interface Read {
  readonly table: PredictionTable;
  readonly sha256: string;
}

/** Reads the predictions of members, within bounds. @returns the reason when there are no two that can be combined. */
export async function readStored(
  sandbox: Pick<Sandbox, "readFile">,
  files: readonly StoredFile[],
): Promise<StoredPredictions | string> {
  const notes: string[] = [];
  const found = new Map<string, Read>();
  for (const file of files) {
    const read = await readOne(sandbox, file);
    const isKnown = typeof read !== "string" && [...found.values()].some((each) => each.sha256 === read.sha256);
    if (typeof read === "string") notes.push(`${file.member} is left out: ${read}`);
    else if (isKnown) notes.push(`${file.member} is left out: it predicts what another one does.`);
    else found.set(file.member, read);
  }
  const why = (reason: string): string => [reason, ...notes].join(" ");
  if (found.size < 2) return why("There are no two different predictions to combine.");
  const aligned = alignMembers([...found.values()].map(({ table }) => table));
  if (typeof aligned === "string") return why(`The predictions cannot be combined. ${aligned}`);
  return { members: [...found.keys()], aligned, notes };
}

async function readOne(sandbox: Pick<Sandbox, "readFile">, file: StoredFile): Promise<Read | string> {
  const content = await sandbox.readFile(file.path, { maxBytes: mostBytes }).catch((error: unknown) => {
    if (error instanceof BenchError && error.code === "file-too-large") return error;
    throw error;
  });
  if (content === null) return "its file is gone.";
  if (content instanceof BenchError) return `its file is larger than ${mostBytes / 2 ** 20} MiB.`;
  const hash = sha256(content);
  if (file.sha256 !== undefined && file.sha256 !== hash) return "its file has been changed.";
  const table = readPredictions(content);
  return typeof table === "string" ? table : { table, sha256: hash };
}
