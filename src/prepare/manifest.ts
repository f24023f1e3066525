import { createReadStream, createWriteStream } from "node:fs";
import { appendFile, open, writeFile } from "node:fs/promises";
import { pipeline } from "node:stream/promises";
import { z } from "zod";
import { hasCode } from "../lib/error-code.ts";
import { LineSplitter } from "../lib/files/line-splitter.ts";

const schema = z.object({
  manifest: z.literal(1),
  competition: z.string(),
  edition: z.string(),
  /** The version of this package that prepared the data. */
  version: z.string(),
  /** What the data was made from: Kaggle's archive, a folder of raw files, or a seed. Null where unknown. */
  source: z.object({
    kind: z.enum(["archive", "folder", "generated"]),
    name: z.string(),
    bytes: z.number().nullable(),
    md5: z.string().nullable(),
  }),
  /** Upstream's text, verified, or our own. */
  description: z.enum(["upstream", "own"]),
  obfuscatedDescription: z.enum(["upstream", "own"]),
  /** Whether the archive and the tables were compared with the known checksums. */
  verified: z.object({ archive: z.boolean(), tables: z.boolean() }),
  /** What users of the data should know, one sentence each. */
  warnings: z.array(z.string()),
  total: z.object({ files: z.number(), bytes: z.number() }),
});

/** What a preparation records about itself. The same input gives the same manifest, to the byte. */
export type Manifest = z.infer<typeof schema>;

const listStart = '  "files": {';
const listEnd = "  }";
const beforeFiles = `,\n${listStart}\n`;

/** Writes `manifest.json`: the manifest and, as its last member, the files that `writeFileList` listed. */
export async function writeManifest(path: string, manifest: Manifest, fileList: string): Promise<void> {
  await writeFile(path, JSON.stringify(manifest, null, 2).slice(0, -"\n}".length) + beforeFiles);
  await pipeline(createReadStream(fileList), createWriteStream(path, { flags: "a" }));
  await appendFile(path, `\n${listEnd}\n}\n`);
}

/**
 * A manifest without its list of files. Reads only the beginning, since there may be millions of files. Null if the file
 * is missing or not a manifest that this version understands.
 */
export async function readManifest(path: string): Promise<Manifest | null> {
  try {
    const file = await open(path);
    try {
      let text = "";
      for await (const piece of file.createReadStream({ encoding: "utf8", autoClose: false })) {
        text += piece;
        const end = text.indexOf(beforeFiles);
        if (end >= 0) return schema.parse(JSON.parse(`${text.slice(0, end)}}`));
      }
      return null;
    } finally {
      await file.close();
    }
  } catch (error) {
    if (hasCode(error, "ENOENT", "ENOTDIR") || error instanceof SyntaxError || error instanceof z.ZodError) return null;
    throw error;
  }
}

/** A file as the manifest lists it. */
export interface ListedFile {
  /** Relative to `prepared/`. */
  readonly path: string;
  readonly bytes: number;
  readonly md5: string;
}

const listedFile = z.record(z.string(), z.object({ bytes: z.number(), md5: z.string() }));

/** The files that a manifest lists, one at a time and in order. Throws `SyntaxError` if the list is damaged. */
export async function* readListedFiles(path: string): AsyncGenerator<ListedFile> {
  const lines = new LineSplitter((bytes, start, end) => bytes.toString("utf8", start, end));
  let isList = false;
  for await (const piece of createReadStream(path, { highWaterMark: 1 << 20 })) {
    for (const line of lines.push(piece)) {
      if (!isList) isList = line === listStart;
      else if (line === listEnd) return;
      else if (line !== "") yield parseListed(line);
    }
  }
  throw new SyntaxError("the list of files is cut off");
}

function parseListed(line: string): ListedFile {
  const parsed = listedFile.safeParse(JSON.parse(`{${line.replace(/,$/, "")}}`));
  const [entry] = Object.entries(parsed.data ?? {});
  if (entry === undefined) throw new SyntaxError(`not a file: ${line.slice(0, 80)}`);
  return { path: entry[0], ...entry[1] };
}
