import { statSync } from "node:fs";
import { FileWriter } from "../frame/printing/byte-writer.ts";
import { walkFiles } from "../lib/files/walk.ts";
import { hashFile } from "./hash-file.ts";
import { type FileWorkOptions, PausingCounter } from "./pausing-counter.ts";

/** What was found while a list of files was written. */
export interface FileList {
  readonly files: number;
  readonly bytes: number;
  /** MD5 of the files directly in `public/` and `private/`, by name. */
  readonly public: Readonly<Record<string, string>>;
  readonly private: Readonly<Record<string, string>>;
}

/**
 * Writes one line per file below `prepared/`, as members of a JSON object: path, size, MD5. The list goes to a file
 * because some competitions have millions of files. Symbolic links are not followed.
 */
export async function writeFileList(
  prepared: string,
  target: string,
  options: FileWorkOptions = {},
): Promise<FileList> {
  const writer = new FileWriter(target);
  const tables: Record<string, Record<string, string>> = { public: {}, private: {} };
  const done = new PausingCounter(options);
  try {
    for await (const { path, absolute } of walkFiles(prepared)) {
      const { size } = statSync(absolute);
      const hash = hashFile(absolute, size, options.signal);
      const [folder, name, ...deeper] = path.split("/");
      if (name !== undefined && deeper.length === 0) tables[folder!]![name] = hash;
      const record = JSON.stringify({ bytes: size, md5: hash });
      writer.builder.text(`${done.files === 0 ? "" : ",\n"}    ${JSON.stringify(path)}: ${record}`);
      writer.flush();
      if (done.add(size)) await done.pause();
    }
  } finally {
    writer.close();
  }
  return { files: done.files, bytes: done.bytes, public: tables.public!, private: tables.private! };
}
