import { closeSync, constants, fstatSync, openSync, readSync } from "node:fs";
import { UnreadableSubmission } from "../../lib/errors.ts";

/** Bytes that can be read repeatedly. */
export interface CsvSource {
  /** The number of bytes, as far as is known. The end is where `read` returns 0. */
  readonly size: number;
  /** Copies up to `length` bytes from `position` to `target[offset, ...)`. Returns how many, 0 at the end. */
  read(target: Buffer, offset: number, length: number, position: number): number;
}

export function memorySource(bytes: Buffer): CsvSource {
  return {
    size: bytes.length,
    read: (target, offset, length, position) => bytes.copy(target, offset, position, position + length),
  };
}

/**
 * Opens a regular file, passes it to `use` and closes it.
 *
 * @throws UnreadableSubmission if it cannot be opened or read, or is not a regular file.
 */
export function withFileSource<T>(path: string, use: (source: CsvSource) => T): T {
  const { file, size } = openFile(path);
  try {
    return use({
      size,
      read: (target, offset, length, position) => {
        try {
          return readSync(file, target, offset, length, position);
        } catch (cause) {
          throw new UnreadableSubmission(`The file cannot be read: ${(cause as Error).message}.`, { cause });
        }
      },
    });
  } finally {
    closeSync(file);
  }
}

function openFile(path: string): { file: number; size: number } {
  let file: number;
  try {
    // Without O_NONBLOCK, opening a named pipe would wait for a writer forever.
    file = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);
  } catch (cause) {
    throw new UnreadableSubmission(whyNotOpened(path, cause), { cause });
  }
  const kind = fstatSync(file);
  if (kind.isFile()) return { file, size: kind.size };
  closeSync(file);
  throw new UnreadableSubmission(
    `${path} is ${kind.isDirectory() ? "a directory" : "not a regular file"}, not a CSV file.`,
  );
}

/** A sentence that explains why a file cannot be opened. */
export function whyNotOpened(path: string, error: unknown): string {
  const { code = "", message } = error as NodeJS.ErrnoException;
  return `${path} cannot be opened: ${openFailures[code] ?? message}.`;
}

const openFailures: Record<string, string> = {
  ENOENT: "it does not exist",
  EACCES: "no permission to read it",
  EPERM: "no permission to read it",
  ELOOP: "its symbolic links form a loop",
  ENOTDIR: "a part of its path is not a directory",
  ENAMETOOLONG: "its name is too long",
  ENXIO: "it is a socket or device, not a file",
};
