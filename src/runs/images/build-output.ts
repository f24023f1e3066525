import { stripVTControlCharacters } from "node:util";
import { z } from "zod";
import { ImageBuildFailed } from "./image-build-failed.ts";

const message = z.object({
  stream: z.string().optional(),
  status: z.string().optional(),
  progressDetail: z.object({ total: z.number().optional() }).optional(),
  error: z.string().optional(),
  aux: z.object({ ID: z.string().optional() }).optional(),
  message: z.string().optional(),
});

const keptLines = 12;

/**
 * Reads the engine's messages during a build, passes on its output line by line, and returns the image's id. Throws with
 * the reason and the last lines when the build failed.
 */
export async function readBuildOutput(
  answer: AsyncIterable<Buffer>,
  title: string,
  onLine: (line: string) => void,
): Promise<string> {
  let id: string | null = null;
  let failure: string | null = null;
  const last: string[] = [];
  const pass = (line: string): void => {
    const text = stripVTControlCharacters(line).trimEnd();
    if (text === "") return;
    id = /^Successfully built ([0-9a-f]{12,})$/.exec(text)?.[1] ?? id;
    last.push(text);
    if (last.length > keptLines) last.shift();
    onLine(text);
  };
  const printed = lineCutter(pass);
  const messages = lineCutter((line) => {
    if (line.trim() === "") return;
    const said = readMessage(line);
    id = said.aux?.ID ?? id;
    failure = said.error ?? said.message ?? failure;
    if (said.stream !== undefined) printed.push(said.stream);
    // Not the progress bars of downloads, which repeat many times a second.
    else if (said.status !== undefined && said.progressDetail?.total === undefined) pass(said.status);
  });
  const decoder = new TextDecoder();
  try {
    for await (const chunk of answer) messages.push(decoder.decode(chunk, { stream: true }));
  } catch (cause) {
    throw new ImageBuildFailed(describe(title, `the engine stopped answering (${cause})`, last), { cause });
  }
  messages.end();
  printed.end();
  if (failure !== null) throw new ImageBuildFailed(describe(title, failure, last));
  if (id === null) throw new ImageBuildFailed(describe(title, "the engine did not say which image it made", last));
  return id;
}

/** A line that is not a message is an error of the engine. */
function readMessage(line: string): z.infer<typeof message> {
  try {
    return message.parse(JSON.parse(line));
  } catch {
    return { error: line };
  }
}

function describe(title: string, failure: string, last: readonly string[]): string {
  const advice = /BuildKit|buildx/i.test(failure)
    ? "\nIts Dockerfile uses features of BuildKit (RUN --mount, heredocs). Write it without them."
    : "";
  const output = last.length === 0 ? "" : `\nLast lines of its output:\n${last.map((line) => `  ${line}`).join("\n")}`;
  return `${title} could not be built: ${stripVTControlCharacters(failure).trim()}${output}${advice}`;
}

/** Splits text that arrives in pieces into lines. */
function lineCutter(onLine: (line: string) => void) {
  let rest = "";
  return {
    push: (text: string): void => {
      const lines = (rest + text).split(/\r?\n/);
      rest = lines.pop()!;
      lines.forEach(onLine);
    },
    end: (): void => {
      if (rest !== "") onLine(rest);
      rest = "";
    },
  };
}
