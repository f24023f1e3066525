import { posix } from "node:path";
import type { AgentEnd, AgentTask } from "../../contracts/agent.ts";
import { agentHome } from "../../contracts/home-paths.ts";
import { BenchError } from "../../lib/errors.ts";
import { programInside } from "../installation/package-managers.ts";
import type { CodingEvent } from "./coding-events.ts";
import type { AgentStart, CodingAgentDescription } from "./description.ts";
import { EventReader } from "./event-reader.ts";

/** Where the Node that runs the harness is mounted, for agents written in JavaScript. */
export const nodeInside = "/opt/mlebench/node";

/** The kernel takes 128 KiB in one word of a command line, and agents add words of their own. */
const mostPromptBytes = 100_000;

/** What a coding agent is to do, and where. Paths are those inside. */
export interface CodingSession {
  /**
   * What its model calls are recorded under. A session that starts over under the same name gets the recorded answers as long
   * as it asks the same. Absent: the run's calls are its own.
   */
  readonly name?: string;
  /** The run's model for it, as `provider/model`. */
  readonly model: string;
  /** Null: the run's instructions. */
  readonly prompt: string | null;
  /** Where it works. */
  readonly directory: string;
  /** Its home folder, below the logs. Whatever is there is removed first. */
  readonly home: string;
  /** The entry point of the program that it is to write; null when its work is not a program. */
  readonly program: string | null;
  readonly timeoutMs?: number;
  /** What it finds in its environment besides. */
  readonly environment?: Readonly<Record<string, string>>;
  /** Receives the events that it reports, and what it prints. */
  readonly onEvent: (event: CodingEvent) => void;
  readonly onOutput: (chunk: Uint8Array) => void;
}

export interface SessionEnd extends AgentEnd {
  /** What the agent says that its calls cost; null when it does not say. */
  readonly ownCost: number | null;
}

type Place = Pick<AgentTask, "sandbox" | "signal" | "graceMs">;

/** Lets a coding agent work: with settings of ours alone, and its own events turned into ours. */
export async function runCodingSession(
  description: CodingAgentDescription,
  place: Place,
  session: CodingSession,
): Promise<SessionEnd> {
  const { sandbox, signal, graceMs } = place;
  const { home, directory, timeoutMs, program, onEvent, onOutput } = session;
  const inside = await lookInside(place, session);
  if ("end" in inside) return { ...inside.end, ownCost: null };
  const { wireName } = await import("../../models/proxy/proxy-models.ts");
  const { parseModelName } = await import("../../models/model-name.ts");
  const prompt = await shortPrompt(place, home, inside.prompt);
  const model = wireName(parseModelName(session.model));
  const start = description.start({ model, prompt, baseUrl: inside.baseUrl, program });
  await writeSettings(place, home, start.settings);
  onEvent({ type: "message", role: "user", text: inside.prompt });
  const reader = new EventReader(description.stream?.() ?? { read: () => [] }, onEvent);
  const keys = session.name === undefined ? {} : await keysFor(inside.key, session.name);
  const { command, environment } = programInside(description.package, sandbox.resolve(agentHome));
  const result = await sandbox.run([...command, ...start.arguments], {
    signal,
    graceMs,
    directory,
    ...(timeoutMs === undefined ? {} : { timeoutMs }),
    keepOutput: false,
    environment: {
      ...session.environment,
      HOME: home,
      PATH: `${posix.dirname(sandbox.resolve(nodeInside))}:${inside.path}`,
      ...keys,
      ...environment,
      ...start.environment,
    },
    onOutput: (chunk) => {
      onOutput(chunk);
      reader.push(chunk);
    },
  });
  reader.end();
  return { ...result, ownCost: reader.ownCost };
}

async function keysFor(key: string, session: string): Promise<Record<string, string>> {
  const { keyVariables, sessionKey } = await import("../../models/proxy/session-key.ts");
  return Object.fromEntries(keyVariables.map((name) => [name, sessionKey(key, session)]));
}

/** A prompt that does not fit into a command line is put into a file. */
async function shortPrompt({ sandbox }: Place, home: string, prompt: string): Promise<string> {
  if (Buffer.byteLength(prompt) <= mostPromptBytes) return prompt;
  const file = posix.join(home, "task.md");
  await sandbox.writeFile(file, prompt);
  return `Your task is in the file ${file}. Read all of it, then carry it out.`;
}

async function writeSettings({ sandbox, signal }: Place, home: string, settings: AgentStart["settings"] = {}) {
  const files = Object.entries(settings).map(([file, content]) => [posix.join(home, file), content] as const);
  if (files.length === 0) return;
  await sandbox.run(["mkdir", "-p", ...files.map(([file]) => posix.dirname(file))], { signal });
  for (const [file, content] of files) await sandbox.writeFile(file, `${JSON.stringify(content, null, 2)}\n`);
}

interface Inside {
  readonly path: string;
  readonly baseUrl: string;
  readonly key: string;
  readonly prompt: string;
}

const look =
  'rm -rf -- "$1" && mkdir -p "$1" && printf "%s\\n" "$PATH" "$MODEL_BASE_URL" "$MODEL_API_KEY" && if [ "$2" = told ]; then exit; fi; ' +
  'cat "$INSTRUCTIONS_FILE"';

/** What only commands in the sandbox can see; or how the run ended before it was seen. */
async function lookInside(
  { sandbox, signal }: Place,
  { home, prompt }: CodingSession,
): Promise<Inside | { end: AgentEnd }> {
  const result = await sandbox.run(["/bin/sh", "-c", look, "sh", home, prompt === null ? "" : "told"], { signal });
  const [path = "", baseUrl = "", key = "", ...lines] = result.output.split("\n");
  if (result.exitCode === 0 && baseUrl !== "") return { path, baseUrl, key, prompt: prompt ?? lines.join("\n") };
  if (result.cancelled || result.timedOut || result.exceeded !== null) return { end: result };
  throw new BenchError("agent-start", `The sandbox does not show the agent's instructions and model: ${result.output}`);
}
