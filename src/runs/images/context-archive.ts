import { createReadStream } from "node:fs";
import { lstat, readFile, readlink } from "node:fs/promises";
import path from "node:path";
import { makeTarHeader } from "../../lib/archive/make-tar-header.ts";
import { blockBytes } from "../../lib/archive/tar-header.ts";
import { hasCode } from "../../lib/error-code.ts";
import { UsageError } from "../../lib/errors.ts";
import { walk } from "../../lib/files/walk.ts";
import { ignoreRules } from "./ignore-rules.ts";

const ignoreFile = ".dockerignore";

/**
 * A folder as the tar stream that an engine builds from: everything except what `.dockerignore` excludes, with modes and
 * symbolic links as they are, owned by root. The Dockerfile is always included, as with docker's own command.
 */
export async function* contextArchive(directory: string, dockerfile: string): AsyncGenerator<Uint8Array> {
  const isIgnored = ignoreRules(await readIgnoreFile(directory));
  for await (const { path: name, absolute, type } of walk(directory)) {
    if (type === "other" || (isIgnored(name) && name !== dockerfile && name !== ignoreFile)) continue;
    const { mode, size, mtimeMs } = await lstat(absolute);
    const common = { mode: mode & 0o7777, seconds: Math.max(0, Math.floor(mtimeMs / 1000)) };
    if (type === "directory") yield makeTarHeader({ ...common, name: `${name}/`, kind: "5", size: 0 });
    else if (type === "symlink") {
      yield makeTarHeader({ ...common, name, kind: "2", size: 0, link: await readlink(absolute) });
    } else {
      yield makeTarHeader({ ...common, name, kind: "0", size });
      yield* content(absolute, size);
    }
  }
  yield Buffer.alloc(2 * blockBytes);
}

async function readIgnoreFile(directory: string): Promise<string> {
  try {
    return await readFile(path.join(directory, ignoreFile), "utf8");
  } catch (error) {
    if (hasCode(error, "ENOENT")) return "";
    throw error;
  }
}

async function* content(file: string, size: number): AsyncGenerator<Uint8Array> {
  let read = 0;
  if (size > 0) {
    for await (const piece of createReadStream(file, { highWaterMark: 2 ** 20 }) as AsyncIterable<Buffer>) {
      read += piece.length;
      yield piece;
    }
  }
  if (read !== size) throw new UsageError(`${file} changed size while it was sent to the engine. Build again.`);
  if (size % blockBytes > 0) yield Buffer.alloc(blockBytes - (size % blockBytes));
}
