import { createReadStream } from "node:fs";
import { readFile, stat } from "node:fs/promises";
import { extname, join } from "node:path";
import type { PublicFile } from "../../../agents/baseline/reading/public-files.ts";
import { unpackSevenZip } from "../../../agents/baseline/reading/unpack-seven-zip.ts";
import { listArchive } from "../../../lib/archive/extract-archive.ts";
import { ZipReader } from "../../../lib/archive/zip-reader.ts";
import { walkFiles } from "../../../lib/files/walk.ts";
import { readListedFiles } from "../../../prepare/manifest.ts";
import { memberInMemory } from "./member-in-memory.ts";
import { listTarFiles } from "./tar-files.ts";

/** A file of the public data, possibly inside an archive. */
export interface AuditedFile extends PublicFile {
  /** Its path on disk; null inside an archive. */
  readonly absolute: string | null;
  readonly bytes: number;
  /** Milliseconds since 1970; null where unknown. */
  readonly modifiedMs: number | null;
  /** Files that were written one after the other often have rising numbers. Null inside archives. */
  readonly inode: number | null;
  /** The same for files with the same content, if both are of one kind. Null where unknown. */
  readonly digest: string | null;
  /** Whether `read` works: of the members of tar archives only some are kept. */
  readonly isReadable: boolean;
}

/** The files of a competition, and what could not be opened. */
export interface PublicFiles {
  readonly files: readonly AuditedFile[];
  readonly notes: readonly string[];
  close(): Promise<void>;
}

/** Lists the public files. Archives are opened like folders: zip with all their members, tar as far as it is quick. */
export async function openPublicFiles(prepared: string): Promise<PublicFiles> {
  const digests = await readDigests(prepared);
  const files: AuditedFile[] = [];
  const notes: string[] = [];
  const archives: ZipReader[] = [];
  for await (const { path, absolute } of walkFiles(join(prepared, "public"))) {
    try {
      if (/\.zip$/i.test(path)) {
        const reader = await ZipReader.open(absolute);
        archives.push(reader);
        for (const member of zipMembers(path, reader)) files.push(member);
      } else if (/\.(tar|tar\.gz|tgz)$/i.test(path)) {
        const listed = await listTarFiles(path, absolute);
        for (const member of listed.files) files.push(member);
        notes.push(...listed.notes);
      } else if (/\.(csv|tsv|json)\.7z$/i.test(path)) files.push(await sevenZipTable(path, absolute));
      else if (/\.7z$/i.test(path)) for (const member of await sevenZipMembers(path, absolute)) files.push(member);
      else files.push(await plainFile(path, absolute, digests.get(`public/${path}`) ?? null));
    } catch (error) {
      notes.push(`public/${path} was left out: ${(error as Error).message}`);
    }
  }
  return { files, notes, close: async () => void (await Promise.all(archives.map((archive) => archive.close()))) };
}

/** The md5 of every file, as the preparation recorded it. */
async function readDigests(prepared: string): Promise<ReadonlyMap<string, string>> {
  const digests = new Map<string, string>();
  try {
    for await (const { path, md5 } of readListedFiles(join(prepared, "manifest.json"))) digests.set(path, md5);
  } catch {
    // Data that another program prepared has no manifest: duplicates of its plain files are not looked for.
  }
  return digests;
}

async function plainFile(path: string, absolute: string, digest: string | null): Promise<AuditedFile> {
  const { size, mtimeMs, ino } = await stat(absolute);
  return {
    path,
    absolute,
    extension: extname(path).toLowerCase(),
    bytes: size,
    modifiedMs: mtimeMs,
    inode: ino,
    digest: digest === null ? null : `md5 ${digest}`,
    isReadable: true,
    size: async () => size,
    read: () => readFile(absolute),
    pieces: () => createReadStream(absolute, { highWaterMark: 2 ** 22 }),
  };
}

function zipMembers(path: string, reader: ZipReader): AuditedFile[] {
  const entries = reader.entries.filter(({ type, name }) => type === "file" && !name.startsWith("__MACOSX/"));
  return entries.map((entry) => ({
    path: `${path}/${entry.name}`,
    absolute: null,
    extension: extname(entry.name).toLowerCase(),
    bytes: entry.size,
    modifiedMs: entry.modifiedMs,
    inode: null,
    digest: `crc ${entry.size} ${entry.crc32}`,
    isReadable: true,
    size: async () => entry.size,
    read: () => reader.read(entry),
    pieces: () => reader.pieces(entry),
  }));
}

/** Only their names and sizes: unpacking all of them would need as much room again. */
async function sevenZipMembers(path: string, absolute: string): Promise<AuditedFile[]> {
  const members = (await listArchive(absolute)).filter(({ type }) => type === "file");
  return members.map(({ name, size }) => memberInMemory(`${path}/${name}`, size, null));
}

async function sevenZipTable(path: string, absolute: string): Promise<AuditedFile> {
  const name = path.split("/").at(-1)!.slice(0, -".7z".length);
  const content = await unpackSevenZip(await readFile(absolute));
  return memberInMemory(`${path}/${name}`, content.length, content);
}
