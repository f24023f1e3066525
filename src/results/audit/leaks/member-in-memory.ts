import { extname } from "node:path";
import { BenchError } from "../../../lib/errors.ts";
import type { AuditedFile } from "./public-files.ts";

/** A member of an archive that cannot be read at any place, with its content if that was kept. */
export function memberInMemory(path: string, bytes: number, content: Buffer | null): AuditedFile {
  const read = async (): Promise<Buffer> => {
    if (content === null) throw new BenchError("not-kept", `${path}: its content was not kept`);
    return content;
  };
  return {
    path,
    absolute: null,
    extension: extname(path).toLowerCase(),
    bytes,
    modifiedMs: null,
    inode: null,
    digest: null,
    isReadable: content !== null,
    size: async () => bytes,
    read,
    pieces: async function* () {
      yield await read();
    },
  };
}
