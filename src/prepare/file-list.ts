import { createHash } from "node:crypto";
import { closeSync, openSync, readFileSync, readSync, statSync } from "node:fs";
import { setImmediate } from "node:timers/promises";
import { FileWriter } from "../frame/byte-writer.ts";
import { walkFiles } from "../lib/files/walk.ts";
import { md5 } from "../lib/hashing.ts";

/** What was found while a list of files was written. */
export interface FileList {
  readonly files: number;
  readonly bytes: number;
  /** MD5 of the files that lie directly in `public/` and `private/`, by name. */
  readonly public: Readonly<Record<string, string>>;
  readonly private: Readonly<Record<string, string>>;
}

export interface FileListOptions {
  readonly signal?: AbortSignal;
  /** Called now and then with the files and bytes done. */
  readonly onProgress?: (files: number, bytes: number) => void;
}

const wholeBytes = 4 << 20;
const breathBytes = 32 << 20;
const breathFiles = 500;

/**
 * Writes one line per file below `prepared/`, as members of a JSON object: path, size, MD5. The list goes to a file
 * because competitions have millions of files. Symbolic links are not followed.
 */
export async function writeFileList(
  prepared: string,
  target: string,
  options: FileListOptions = {},
): Promise<FileList> {
  const writer = new FileWriter(target);
  const tables: Record<string, Record<string, string>> = { public: {}, private: {} };
  let [files, bytes, breath] = [0, 0, 0];
  try {
    for await (const { path, absolute } of walkFiles(prepared)) {
      const { size } = statSync(absolute);
      const hash = size <= wholeBytes ? md5(readFileSync(absolute)) : md5InPieces(absolute, options.signal);
      const [folder, name, ...deeper] = path.split("/");
      if (name !== undefined && deeper.length === 0) tables[folder!]![name] = hash;
      const record = JSON.stringify({ bytes: size, md5: hash });
      writer.builder.text(`${files === 0 ? "" : ",\n"}    ${JSON.stringify(path)}: ${record}`);
      writer.flush();
      files += 1;
      bytes += size;
      if (files % breathFiles > 0 && bytes - breath < breathBytes) continue;
      breath = bytes;
      options.onProgress?.(files, bytes);
      // Reading without waiting is what makes this fast; signals and timers need their turn all the same.
      await setImmediate();
      options.signal?.throwIfAborted();
    }
  } finally {
    writer.close();
  }
  return { files, bytes, public: tables.public!, private: tables.private! };
}

/** Synchronous: a stream's overhead per piece is as large as the hashing. */
function md5InPieces(path: string, signal: AbortSignal | undefined): string {
  const hash = createHash("md5");
  const piece = Buffer.allocUnsafe(wholeBytes);
  const file = openSync(path, "r");
  try {
    for (;;) {
      signal?.throwIfAborted();
      const read = readSync(file, piece, 0, piece.length, null);
      if (read === 0) return hash.digest("hex");
      hash.update(piece.subarray(0, read));
    }
  } finally {
    closeSync(file);
  }
}
