import { type Dirent, opendirSync } from "node:fs";

/**
 * The entries of a folder, in the order in which the system lists them. Names are bytes: they need not be UTF-8. Only a part
 * of them is in memory at any time.
 */
export function* folderEntries(folder: string | Buffer): Generator<Dirent<Buffer>> {
  // Node's types do not know that names can be bytes here.
  const directory = opendirSync(folder, { encoding: "buffer" as never, bufferSize: 1024 });
  try {
    for (let entry = directory.readSync(); entry !== null; entry = directory.readSync()) {
      yield entry as unknown as Dirent<Buffer>;
    }
  } finally {
    directory.closeSync();
  }
}
