import { setTimeout as sleep } from "node:timers/promises";
import type { CompetitionFolder } from "../../facts/competition-folder.ts";
import { type Lock, Locked, takeLock } from "../../lib/files/lock-file.ts";
import type { OnPreparationProgress } from "./preparation-progress.ts";

const pollMs = 250;

/**
 * Takes a competition's lock. While a process on this machine holds it, waits and says so. A process on another
 * machine may have crashed without us knowing, so its lock is an error at once.
 *
 * @throws Locked naming that process and the lock file.
 */
export async function takeTurn(
  id: string,
  folder: CompetitionFolder,
  { signal, report }: { readonly signal?: AbortSignal | undefined; readonly report: OnPreparationProgress },
): Promise<Lock> {
  for (;;) {
    signal?.throwIfAborted();
    try {
      return takeLock(folder.lock, `The preparation of \`${id}\` in ${folder.root}`);
    } catch (error) {
      if (!(error instanceof Locked) || !error.isHere) throw error;
      report({ phase: "wait", pid: error.pid });
    }
    await sleep(pollMs, undefined, signal === undefined ? {} : { signal }).catch(() => undefined);
  }
}
