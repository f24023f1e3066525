import type { OnVersion } from "./sandbox-files.ts";

/** A file at one moment; the key differs from one version to the next. */
export interface VersionLook {
  readonly key: string;
  readonly bytes: number;
  readonly modifiedMs: number;
}

const intervalMs = 200;

/**
 * Looks at a file repeatedly and reports a version once two looks agree, so that half-written files are not taken. File
 * system events would be quicker, but get lost across mounts and between machines. The returned function stops it after a
 * last look, which takes whatever is there.
 */
export function watchVersions(look: () => Promise<VersionLook | null>, onVersion: OnVersion): () => Promise<void> {
  let previous = "";
  let reported = "";
  let stopped = false;
  let wake = (): void => undefined;

  const check = async (final: boolean): Promise<void> => {
    const version = await look();
    const key = version?.key ?? "";
    const settled = final || key === previous;
    previous = key;
    if (version === null || !settled || key === reported) return;
    reported = key;
    await onVersion({ bytes: version.bytes, modifiedMs: version.modifiedMs });
  };
  const watching = (async () => {
    while (!stopped) {
      await check(false);
      await new Promise<void>((resolve) => {
        wake = resolve;
        setTimeout(resolve, intervalMs);
      });
    }
    await check(true);
  })();
  // The caller learns of an error when it stops the watch; until then the error must not end the process.
  watching.catch(() => undefined);
  return () => {
    stopped = true;
    wake();
    return watching;
  };
}
