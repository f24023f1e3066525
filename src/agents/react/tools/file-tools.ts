import { posix } from "node:path";
import { z } from "zod";
import type { Sandbox } from "../../../contracts/sandbox.ts";
import { Transcript } from "../output/transcript.ts";
import { defineTool, type FileBench, failed, type ToolResult, word } from "./tool.ts";

const path = word.describe("absolute, or relative to the working folder");

/** Larger files are edited with programs. */
const mostBytes = 2 ** 22;

export const viewFile = defineTool({
  name: "view_file",
  isRepeatable: true,
  description: "Shows lines of a text file, with their numbers.",
  input: z.strictObject({
    path,
    from: z.int().positive().default(1).describe("the first line"),
    lines: z.int().positive().default(200).describe("how many"),
  }),
  use: async ({ path: given, from, lines }, { task, outputs, folder }: FileBench, number) => {
    const { sandbox, signal, graceMs } = task;
    const transcript = new Transcript();
    // Inside, so that links lead no further than the sandbox.
    const command = ["/bin/sh", "-c", 'sed -n "$2,$3p;$3q" <"$1"', "sh", posix.resolve(folder, given)];
    const range = [String(from), String(from + lines - 1)];
    const { exitCode } = await sandbox.run([...command, ...range], {
      signal,
      graceMs,
      timeoutMs: 60_000,
      keepOutput: false,
      onOutput: transcript.add,
    });
    if (exitCode !== 0) return failed(`${given} cannot be read: ${transcript.text.trim()}`);
    const text = transcript.text.replace(/\n$/, "");
    if (text === "") return { text: `[${given} has no line ${from}]` };
    const numbered = text.split("\n").map((line, index) => `${from + index}\t${line}`);
    return { text: await outputs.show(numbered.join("\n"), `output-${number}.txt`) };
  },
});

export const writeFile = defineTool({
  name: "write_file",
  isRepeatable: true,
  description: "Writes a text file. Folders are made; a file that is there is replaced.",
  input: z.strictObject({ path, content: z.string() }),
  use: async ({ path: given, content }, bench: FileBench) => {
    const { sandbox, signal, graceMs } = bench.task;
    const place = posix.resolve(bench.folder, given);
    if (!isWritable(bench, place)) return refused(bench, given);
    await sandbox.run(["mkdir", "-p", posix.dirname(place)], { signal, graceMs, timeoutMs: 60_000 });
    return (await write(sandbox, place, content)) ?? { text: `${place} has ${content.split("\n").length} lines now.` };
  },
});

export const replaceInFile = defineTool({
  name: "replace_in_file",
  description:
    "Replaces a piece of text in a file by another. The old text must occur exactly once, with all its spaces.",
  input: z.strictObject({ path, old: z.string().min(1), new: z.string() }),
  use: async ({ path: given, old, new: replacement }, bench: FileBench) => {
    const { sandbox } = bench.task;
    const place = posix.resolve(bench.folder, given);
    if (!isWritable(bench, place)) return refused(bench, given);
    const content = await sandbox.readFile(place, { maxBytes: mostBytes }).catch((error: Error) => error);
    if (content === null) return failed(`There is no file ${place}.`);
    if (content instanceof Error) return failed(`${place} cannot be read: ${content.message}`);
    const text = Buffer.from(content).toString();
    const found = text.split(old).length - 1;
    if (found !== 1) return failed(`Nothing was replaced: the old text occurs ${found} times in ${place}, not once.`);
    return (
      (await write(
        sandbox,
        place,
        text.replace(old, () => replacement),
      )) ?? { text: `Replaced in ${place}.` }
    );
  },
});

function isWritable({ writable }: FileBench, place: string): boolean {
  return writable.some((folder) => place.startsWith(`${folder}/`));
}

function refused({ writable }: FileBench, given: string): ToolResult {
  return failed(`${given} is not in ${writable.join(" or ")}: use bash for files elsewhere.`);
}

/** Null when it is written. */
async function write(sandbox: Sandbox, place: string, content: string): Promise<ToolResult | null> {
  try {
    await sandbox.writeFile(place, content);
    return null;
  } catch (error) {
    return failed(`${place} cannot be written: ${(error as Error).message}`);
  }
}
