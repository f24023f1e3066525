import type { ZipEntry } from "../../lib/archive/zip-directory.ts";
import { ZipReader } from "../../lib/archive/zip-reader.ts";
import { JsonFile } from "../../lib/json/json-file.ts";
import { readMembers, unreadable } from "./read-members.ts";

/** A sample as it is stored, and where. Its bytes are valid until the next one is read. */
export interface StoredSample {
  readonly member: string;
  readonly bytes: Buffer;
}

/** An Inspect log in either form. Samples are read one by one. */
export interface OpenLog {
  /** Its member `eval`: what was run. */
  readonly spec: unknown;
  readonly samples: () => AsyncIterable<StoredSample>;
  readonly close: () => Promise<void>;
}

/** The caller closes it. @throws BenchError when it is not a log that can be read, with the reason. */
export async function openLog(path: string): Promise<OpenLog> {
  return path.endsWith(".json") ? openJsonLog(path) : openEvalLog(path);
}

function openJsonLog(path: string): OpenLog {
  const file = new JsonFile(path);
  const text = file.text("eval");
  if (text === null) throw unreadable(path, "it", "has no member `eval`, so it is not an Inspect log");
  const { spec } = readMembers(path, "eval", Buffer.from(`{"spec":${text}}`), ["spec"]);
  async function* samples(): AsyncGenerator<StoredSample> {
    if (!file.names.includes("samples")) return;
    let index = 0;
    for (const bytes of file.list("samples").bytes()) {
      yield { member: `samples[${index}]`, bytes };
      index += 1;
    }
  }
  return { spec, samples, close: async () => undefined };
}

/** The compression of the logs that Inspect itself writes. */
const zstandard = 93;

async function openEvalLog(path: string): Promise<OpenLog> {
  const reader = await ZipReader.open(path);
  try {
    // A member that was written again replaces the earlier one.
    const entries = new Map(reader.entries.map((entry) => [entry.name, entry]));
    const header = entries.get("header.json") ?? entries.get("_journal/start.json");
    if (header === undefined) {
      throw unreadable(path, "it", "has neither header.json nor _journal/start.json, so it is not an Inspect log");
    }
    requireReadable(path, header);
    const { eval: spec } = readMembers(path, header.name, await reader.read(header), ["eval"]);
    return { spec, samples: () => evalSamples(path, reader, [...entries.values()]), close: () => reader.close() };
  } catch (error) {
    await reader.close();
    throw error;
  }
}

async function* evalSamples(
  path: string,
  reader: ZipReader,
  entries: readonly ZipEntry[],
): AsyncGenerator<StoredSample> {
  for (const entry of entries) {
    if (!entry.name.startsWith("samples/")) continue;
    const [, rest] = entry.name.split("samples/");
    if (rest!.includes("/")) {
      throw unreadable(path, entry.name, "belongs to a sample in pieces. Convert the log with `inspect log convert`");
    }
    requireReadable(path, entry);
    yield { member: entry.name, bytes: await reader.read(entry) };
  }
}

function requireReadable(path: string, { name, method }: ZipEntry): void {
  if (method !== zstandard) return;
  const command = `inspect log convert ${path} --to json --output-dir DIR`;
  throw unreadable(path, name, `is compressed with zstandard, which is not supported. Convert the log: \`${command}\``);
}
