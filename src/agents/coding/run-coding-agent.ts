import { posix } from "node:path";
import type { AgentEnd, AgentTask } from "../../contracts/agent.ts";
import { agentHome } from "../../contracts/home-paths.ts";
import { BenchError, UsageError } from "../../lib/errors.ts";
import { programInside } from "../installation/package-managers.ts";
import type { CodingEvent } from "./coding-events.ts";
import { compareCosts } from "./compare-costs.ts";
import type { AgentStart, CodingAgentDescription } from "./description.ts";
import { EventReader } from "./event-reader.ts";

/** Where the Node that runs the harness is mounted, for agents written in JavaScript. */
export const nodeInside = "/opt/mlebench/node";

/** Lets a coding agent work on the task: with settings of ours alone, and its own events turned into ours. */
export async function runCodingAgent(description: CodingAgentDescription, task: AgentTask): Promise<AgentEnd> {
  const { sandbox, signal, graceMs, onOutput } = task;
  const inside = await lookInside(task);
  if ("end" in inside) return inside.end;
  const { path, baseUrl, prompt } = inside;
  const home = homeOf(task);
  const { wireName } = await import("../../models/proxy/proxy-models.ts");
  const { parseModelName } = await import("../../models/model-name.ts");
  const start = description.start({ model: wireName(parseModelName(modelOf(task))), prompt, baseUrl });
  await writeSettings(task, home, start.settings);
  const record = (event: CodingEvent): void => recordEvent(task, event);
  record({ type: "message", role: "user", text: prompt });
  const reader = new EventReader(description.stream?.() ?? { read: () => [] }, record);
  const { command, environment } = programInside(description.package, sandbox.resolve(agentHome));
  const result = await sandbox.run([...command, ...start.arguments], {
    signal,
    graceMs,
    keepOutput: false,
    environment: {
      HOME: home,
      PATH: `${posix.dirname(sandbox.resolve(nodeInside))}:${path}`,
      ...environment,
      ...start.environment,
    },
    onOutput: (chunk) => {
      onOutput(chunk);
      reader.push(chunk);
    },
  });
  reader.end();
  const note = compareCosts(reader.ownCost, task.spent?.());
  if (note !== null) record({ type: "note", text: note });
  return result;
}

function modelOf({ model }: AgentTask): string {
  if (model !== undefined) return model.name;
  throw new UsageError("A coding agent needs a model: name one with --model PROVIDER/MODEL.");
}

/** Fresh in every run. Among the logs, so that the agent's own records of its work are kept. */
function homeOf({ sandbox }: AgentTask): string {
  return posix.join(sandbox.paths.logs, "home");
}

async function writeSettings({ sandbox, signal }: AgentTask, home: string, settings: AgentStart["settings"] = {}) {
  const files = Object.entries(settings).map(([file, content]) => [posix.join(home, file), content] as const);
  if (files.length === 0) return;
  await sandbox.run(["mkdir", "-p", ...files.map(([file]) => posix.dirname(file))], { signal });
  for (const [file, content] of files) await sandbox.writeFile(file, `${JSON.stringify(content, null, 2)}\n`);
}

function recordEvent(task: AgentTask, event: CodingEvent): void {
  if (task.signal.aborted) return;
  try {
    task.record(event);
  } catch {
    // The run ends with this failure. Output goes on arriving until then.
  }
}

/** What only commands in the sandbox can see; or how the run ended before it was seen. */
async function lookInside(task: AgentTask): Promise<Inside | { readonly end: AgentEnd }> {
  const { sandbox, signal } = task;
  const look = 'mkdir -p "$1" && printf "%s\\n" "$PATH" "$MODEL_BASE_URL" && cat "$INSTRUCTIONS_FILE"';
  const result = await sandbox.run(["/bin/sh", "-c", look, "sh", homeOf(task)], { signal });
  const [path = "", baseUrl = "", ...lines] = result.output.split("\n");
  if (result.exitCode === 0 && baseUrl !== "") return { path, baseUrl, prompt: lines.join("\n") };
  if (result.cancelled || result.timedOut || result.exceeded !== null) return { end: result };
  throw new BenchError("agent-start", `The sandbox does not show the agent's instructions and model: ${result.output}`);
}

interface Inside {
  readonly path: string;
  readonly baseUrl: string;
  readonly prompt: string;
}
