import { readdirSync, statfsSync, statSync } from "node:fs";

/** Files in memory, by the kernel's number for their file system: they count as memory. */
const tmpfs = 0x01021994;

/**
 * Bytes on disk of the files that processes hold open or mapped although they were deleted: no folder shows them any more.
 * Linux only, and only for processes that we may inspect: otherwise zero.
 */
function deletedBytes(processes: readonly { readonly pid: number }[], workspace: string): number {
  if (process.platform !== "linux") return 0;
  const disk = statSync(workspace, { throwIfNoEntry: false })?.dev;
  const found = new Map<string, number>();
  for (const { pid } of processes) {
    for (const folder of [`/proc/${pid}/fd`, `/proc/${pid}/map_files`]) {
      for (const name of namesIn(folder)) {
        const file = deletedFile(`${folder}/${name}`, disk);
        if (file !== null) found.set(file.key, file.bytes);
      }
    }
  }
  return [...found.values()].reduce((sum, bytes) => sum + bytes, 0);
}

function deletedFile(place: string, disk: number | undefined): { readonly key: string; readonly bytes: number } | null {
  try {
    const status = statSync(place);
    const { dev, ino, nlink, blocks } = status;
    if (nlink > 0 || !status.isFile()) return null;
    if (dev !== disk && statfsSync(place).type === tmpfs) return null;
    return { key: `${dev} ${ino}`, bytes: blocks * 512 };
  } catch {
    // It was closed, the process has exited, or it may not be inspected.
    return null;
  }
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

const intervalMs = 1000;

/**
 * For a command that has just started and holds nothing yet. Looks at its processes at most once a second, from the first
 * second on: on a machine with many that takes a while.
 */
export function deletedBytesOf(
  processes: () => readonly { readonly pid: number }[],
  workspace: string,
): () => Promise<number> {
  let lookedAt = performance.now();
  let bytes = 0;
  return async () => {
    if (performance.now() - lookedAt < intervalMs) return bytes;
    bytes = deletedBytes(processes(), workspace);
    lookedAt = performance.now();
    return bytes;
  };
}
