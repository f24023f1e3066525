import { randomUUID } from "node:crypto";
import { lstat } from "node:fs/promises";
import { join } from "node:path";
import type { AgentTask, FileCheck, RehearsalScore } from "../../contracts/agent.ts";
import type { Sandbox } from "../../contracts/sandbox.ts";
import { removeTree } from "../../lib/files/remove-tree.ts";
import { sha256OfFile } from "../../lib/hashing.ts";
import type { Judge } from "../validation/judge.ts";
import type { ValidationCall } from "../validation/validation-server.ts";
import type { GivenScore } from "./interrupted-work.ts";

/** The largest file that is judged: that of an upload. */
const mostBytes = 2 ** 30;

interface JudgingOptions {
  readonly judge: Judge;
  /** The run's rehearsals: their seeds, and where their public parts are, seen from inside. */
  readonly rehearsals: readonly { readonly cut: number; readonly data: string }[];
  /** Scores from before the agent's host was interrupted. */
  readonly given: readonly GivenScore[];
  /** A folder of the host for copies. */
  readonly scratch: string;
  readonly onCheck: (call: ValidationCall) => Promise<void>;
}

/** A copy of a file in the sandbox. */
interface Copy {
  readonly file: string;
  readonly bytes: number;
  readonly sha256: string;
}

/** What is said about a copy. */
type Answer<Result extends FileCheck> = (copy: Copy) => Promise<Omit<Result, "sha256">>;

/** Lets an agent on the host ask about files in its sandbox what programs inside can ask. */
export function judgeInside(
  sandbox: Pick<Sandbox, "collect">,
  { judge, rehearsals, given, scratch, onCheck }: JudgingOptions,
): Pick<AgentTask, "check" | "rehearsals"> {
  const known = new Map(given.map(({ cut = 0, sha256, score }) => [`${cut} ${sha256}`, score]));
  const check: Answer<FileCheck> = async ({ file, bytes }) => {
    const { valid, result } = await judge.check(file);
    await onCheck({ valid, answer: result, bytes });
    return { valid, message: result };
  };
  const underWay = new Map<string, Promise<unknown>>();
  const scoreOf =
    (cut: number): Answer<RehearsalScore> =>
    async (copy) => {
      const place = `${cut} ${copy.sha256}`;
      // Equal predictions of programs that run side by side get one score.
      await underWay.get(place);
      const earlier = known.get(place);
      if (typeof earlier === "number") return { valid: true, message: `Score: ${earlier}, as before.`, score: earlier };
      const scoring = judge.score(cut, copy).then((answer) => {
        if (answer.score !== null) known.set(place, answer.score);
        return answer;
      });
      underWay.set(
        place,
        scoring.catch(() => undefined),
      );
      const { valid, result, score, left } = await scoring;
      return { valid, message: result, score: typeof score === "number" ? score : null, left };
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
    if (status?.isFile()) {
      const sha256 = await sha256OfFile(copy);
      return { ...(await answer({ file: copy, bytes: status.size, sha256 })), sha256 };
    }
    const isThere = skipped.length > 0 || status !== null;
    const message = isThere ? "It is not a regular file of at most 1 GiB." : "There is no such file.";
    return { valid: false, message, sha256: null };
  } finally {
    await removeTree(copy);
  }
}
