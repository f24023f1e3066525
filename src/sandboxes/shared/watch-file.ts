import type { FileVersion } from "../../contracts/sandbox.ts";
import { openInside } from "./open-inside.ts";

const intervalMs = 200;

/**
 * Looks at a file again and again and reports every version once two looks agree, so that half-written files are not taken.
 * Events of the file system would be quicker but are lost across mounts and file systems of other machines.
 * The returned function stops it after a last look, which takes whatever is there.
 */
export function watchFile(
  root: string,
  relative: string,
  onVersion: (version: Omit<FileVersion, "path">) => void | Promise<void>,
): () => Promise<void> {
  let previous = "";
  let reported = "";
  let stopped = false;
  let wake = (): void => undefined;

  const look = async (final: boolean): Promise<void> => {
    const version = await versionOf(root, relative);
    const key = version === null ? "" : version.key;
    const settled = final || key === previous;
    previous = key;
    if (version === null || !settled || key === reported) return;
    reported = key;
    await onVersion({ bytes: version.bytes, modifiedMs: version.modifiedMs });
  };
  const watching = (async () => {
    while (!stopped) {
      await look(false);
      await new Promise<void>((resolve) => {
        wake = resolve;
        setTimeout(resolve, intervalMs);
      });
    }
    await look(true);
  })();
  // Whoever stops it learns of an error; until then it must not end the process.
  watching.catch(() => undefined);
  return () => {
    stopped = true;
    wake();
    return watching;
  };
}

async function versionOf(root: string, relative: string) {
  const handle = await openInside(root, relative);
  try {
    const status = await handle?.stat();
    if (!status?.isFile()) return null;
    const key = `${status.ino} ${status.size} ${status.mtimeMs}`;
    return { key, bytes: status.size, modifiedMs: status.mtimeMs };
  } finally {
    await handle?.close();
  }
}
