import { randomUUID } from "node:crypto";
import { lstat } from "node:fs/promises";
import { join } from "node:path";
import type { AgentTask, FileCheck, RehearsalScore } from "../../contracts/agent.ts";
import type { Sandbox } from "../../contracts/sandbox.ts";
import { removeTree } from "../../lib/files/remove-tree.ts";
import { sha256OfFile } from "../../lib/hashing.ts";
import type { Judge } from "../validation/judge.ts";
import type { ValidationCall } from "../validation/validation-server.ts";

/** The largest file that is judged: that of an upload. */
const mostBytes = 2 ** 30;

interface JudgingOptions {
  readonly judge: Judge;
  /** The run's rehearsals: their seeds, and where their public parts are, seen from inside. */
  readonly rehearsals: readonly { readonly cut: number; readonly data: string }[];
  /** A folder of the host for copies. */
  readonly scratch: string;
  readonly onCheck: (call: ValidationCall) => Promise<void>;
}

/** What is said about a copy, whose hash is not known there. */
type Answer<Result extends FileCheck> = (file: string, bytes: number) => Promise<Omit<Result, "sha256">>;

/** Lets an agent on the host ask about files in its sandbox what programs inside can ask. */
export function judgeInside(
  sandbox: Pick<Sandbox, "collect">,
  { judge, rehearsals, scratch, onCheck }: JudgingOptions,
): Pick<AgentTask, "check" | "rehearsals"> {
  const check: Answer<FileCheck> = async (file, bytes) => {
    const { valid, result } = await judge.check(file);
    await onCheck({ valid, answer: result, bytes });
    return { valid, message: result };
  };
  const scoreOf =
    (cut: number): Answer<RehearsalScore> =>
    async (file, bytes) => {
      const { valid, result, score } = await judge.score(cut, file, bytes);
      return { valid, message: result, score: typeof score === "number" ? score : null };
    };
  return {
    check: (path) => askAboutCopy(sandbox, path, scratch, check),
    rehearsals: rehearsals.map(({ cut, data }) => ({
      seed: cut,
      data,
      score: async (path) => ({ score: null, ...(await askAboutCopy(sandbox, path, scratch, scoreOf(cut))) }),
    })),
  };
}

/** The agent's programs may change a file while it is read, so a copy is judged, and only of a regular file. */
async function askAboutCopy<Result extends FileCheck>(
  sandbox: Pick<Sandbox, "collect">,
  path: string,
  scratch: string,
  answer: Answer<Result>,
): Promise<FileCheck | (Omit<Result, "sha256"> & FileCheck)> {
  const copy = join(scratch, `${randomUUID()}.csv`);
  try {
    const { skipped } = await sandbox.collect(path, copy, { maxBytes: mostBytes, onlyFile: true });
    const status = await lstat(copy).catch(() => null);
    if (status?.isFile()) return { ...(await answer(copy, status.size)), sha256: await sha256OfFile(copy) };
    const isThere = skipped.length > 0 || status !== null;
    const message = isThere ? "It is not a regular file of at most 1 GiB." : "There is no such file.";
    return { valid: false, message, sha256: null };
  } finally {
    await removeTree(copy);
  }
}
