import { createReadStream } from "node:fs";
import { lstat, readFile, readlink } from "node:fs/promises";
import path from "node:path";
import { blockBytes, checksum } from "../../lib/archive/tar-header.ts";
import { hasCode } from "../../lib/error-code.ts";
import { UsageError } from "../../lib/errors.ts";
import { walk } from "../../lib/walk.ts";
import { ignoreRules } from "./ignore-rules.ts";

const ignoreFile = ".dockerignore";

/**
 * A folder as the tar stream that an engine builds from: everything but what its `.dockerignore` leaves out, with modes and
 * symbolic links as they are, owned by root. The Dockerfile is always in it, as with docker's own command.
 */
export async function* contextArchive(directory: string, dockerfile: string): AsyncGenerator<Uint8Array> {
  const isIgnored = ignoreRules(await readIgnoreFile(directory));
  for await (const { path: name, absolute, type } of walk(directory)) {
    if (type === "other" || (isIgnored(name) && name !== dockerfile && name !== ignoreFile)) continue;
    const { mode, size, mtimeMs } = await lstat(absolute);
    const common = { mode: mode & 0o7777, seconds: Math.max(0, Math.floor(mtimeMs / 1000)) };
    if (type === "directory") yield header({ ...common, name: `${name}/`, kind: "5", size: 0 });
    else if (type === "symlink") {
      yield header({ ...common, name, kind: "2", size: 0, link: await readlink(absolute) });
    } else {
      yield header({ ...common, name, kind: "0", size });
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
  if (read !== size) throw new UsageError(`${file} changed its size while it was sent to the engine. Build again.`);
  if (size % blockBytes > 0) yield Buffer.alloc(blockBytes - (size % blockBytes));
}

interface Entry {
  readonly name: string;
  readonly kind: "0" | "2" | "5";
  readonly mode: number;
  readonly seconds: number;
  readonly size: number;
  readonly link?: string;
}

/** A header, after an extended one when a name is too long for it or not ASCII, or the file is larger than 8 GiB. */
function header(entry: Entry): Buffer {
  const { name, link = "", size } = entry;
  const fits = (text: string): boolean => text.length <= 100 && /^[\x01-\x7f]*$/.test(text);
  const records = [
    ...(fits(name) ? [] : [record("path", name)]),
    ...(fits(link) ? [] : [record("linkpath", link)]),
    ...(size < 8 ** 11 ? [] : [record("size", String(size))]),
  ];
  const plain = block({
    ...entry,
    name: fits(name) ? name : "long-name",
    link: fits(link) ? link : "long-link",
    size: size < 8 ** 11 ? size : 0,
  });
  if (records.length === 0) return plain;
  const body = Buffer.concat(records);
  const padding = Buffer.alloc((blockBytes - (body.length % blockBytes)) % blockBytes);
  const extension = block({ ...entry, name: "extension", kind: "x", link: "", size: body.length });
  return Buffer.concat([extension, body, padding, plain]);
}

function block({ name, kind, mode, seconds, size, link = "" }: Omit<Entry, "kind"> & { kind: string }): Buffer {
  const bytes = Buffer.alloc(blockBytes);
  const octal = (value: number, at: number, digits: number) =>
    bytes.write(value.toString(8).padStart(digits, "0"), at, "latin1");
  bytes.write(name, 0, "latin1");
  octal(mode, 100, 7);
  octal(0, 108, 7);
  octal(0, 116, 7);
  octal(size, 124, 11);
  octal(seconds, 136, 11);
  bytes.write(kind, 156, "latin1");
  bytes.write(link, 157, "latin1");
  bytes.write("ustar\x0000", 257, "latin1");
  octal(checksum(bytes), 148, 6);
  bytes[155] = 0x20;
  return bytes;
}

/** `length key=value`, where the length counts itself. */
function record(key: string, value: string): Buffer {
  const rest = Buffer.from(` ${key}=${value}\n`, "utf8");
  let length = rest.length;
  while (length !== rest.length + String(length).length) length = rest.length + String(length).length;
  return Buffer.concat([Buffer.from(String(length), "latin1"), rest]);
}
