import { chmodSync, lstatSync, mkdirSync } from "node:fs";
import { dirname, join } from "node:path";
import type { Competition } from "../../contracts/competition.ts";
import { hasCode } from "../../lib/error-code.ts";
import { BenchError, MissingData } from "../../lib/errors.ts";
import { removeTree } from "../../lib/files/remove-tree.ts";
import { walkFiles } from "../../lib/files/walk.ts";
import { systemFailure } from "../../lib/system-failure.ts";
import { createContext } from "../../prepare/context.ts";
import type { BuildOptions } from "./build-prepared.ts";

/**
 * Runs a competition's preparation on the first of the raw folders that has the files it asks for: whether a folder holds
 * the data itself or one more folder with it, only the preparation knows.
 */
export async function runPreparer(competition: Competition, output: string, options: BuildOptions): Promise<void> {
  const { raw, scratch, signal, report } = options;
  const [first, ...others] = raw.folders;
  const prepareFrom = async (folder: string): Promise<void> => {
    mkdirSync(scratch, { recursive: true });
    const onPlaced = (files: number) => report({ phase: "prepare", files });
    await competition.prepare!(createContext({ raw: folder, output, scratch, signal, onPlaced }));
  };
  try {
    await prepareFrom(first);
  } catch (error) {
    signal.throwIfAborted();
    if (!isMissingFile(error) || !(await tryOthers(others))) throw explain(competition, error, output);
  }
  await hideAnswers(output);

  async function tryOthers(folders: readonly string[]): Promise<boolean> {
    for (const folder of folders) {
      await removeTree(output);
      await removeTree(scratch);
      try {
        await prepareFrom(folder);
        return true;
      } catch (error) {
        signal.throwIfAborted();
        if (!isMissingFile(error)) throw explain(competition, error, output);
      }
    }
    return false;
  }
}

function isMissingFile(error: unknown): boolean {
  return error instanceof MissingData || hasCode(error, "ENOENT", "ENOTDIR");
}

/** Adds the competition to an error, which may be no more than what the system said about a file. */
function explain({ id }: Competition, error: unknown, output: string): unknown {
  if (error instanceof BenchError) return error;
  const failure = isMissingFile(error) ? null : systemFailure(error, dirname(output));
  if (failure !== null) {
    return new BenchError(failure.code, `\`${id}\` could not be prepared. ${failure.message}`, { cause: error });
  }
  const detail = error instanceof Error ? error.message : String(error);
  const message =
    `\`${id}\` could not be prepared: ${detail}. ` +
    "The raw data is not as expected: is the archive complete, and does it belong to this competition?";
  return new BenchError("preparation-failed", message, { cause: error });
}

/** Only the owner may read the answers. Hard links are left alone: their permissions are those of the raw files. */
export async function hideAnswers(output: string): Promise<void> {
  chmodSync(join(output, "private"), 0o700);
  for await (const { absolute } of walkFiles(join(output, "private"))) {
    if (lstatSync(absolute).nlink === 1) chmodSync(absolute, 0o600);
  }
}
