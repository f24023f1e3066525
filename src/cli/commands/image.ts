import { UsageError } from "../../lib/errors.ts";
import { formatBytes } from "../../lib/format-bytes.ts";
import { buildAgentImage } from "../../runs/images/build-agent-image.ts";
import { buildEnvironmentImage } from "../../runs/images/build-environment-image.ts";
import { containerEngine } from "../../runs/images/container-engine.ts";
import { listImages, removeImage } from "../../runs/images/list-images.ts";
import { exitCodes } from "../exit-codes.ts";
import { formatTable, note, print, printJson } from "../output.ts";

interface EngineOptions {
  socket?: string;
  json?: boolean;
}

/** Options of `mlebench image build`. */
export interface BuildOptions extends EngineOptions {
  name?: string;
  base?: string;
  heavy?: boolean;
  offline?: boolean;
  network?: string;
  buildArg?: readonly string[];
  agent?: string;
  agentId?: string;
}

/** `mlebench image build`: the environment, or with `--agent` an agent on it. The engine's output goes to standard error. */
export async function runBuild(options: BuildOptions): Promise<number> {
  const { name, base, heavy, offline, network, agent, agentId } = options;
  if (agent === undefined && agentId !== undefined) throw new UsageError("--agent-id needs --agent <dir>.");
  if (agent !== undefined && (base !== undefined || heavy === false)) {
    throw new UsageError("--base and --no-heavy belong to the environment, not to an agent: build that first.");
  }
  const common = {
    ...(name === undefined ? {} : { name }),
    ...(offline === undefined ? {} : { offline }),
    ...(network === undefined ? {} : { network }),
    buildArguments: readBuildArguments(options.buildArg ?? []),
    onLine: note,
  };
  const engine = await containerEngine(options.socket);
  const started = performance.now();
  const built =
    agent === undefined
      ? await buildEnvironmentImage(engine, {
          ...common,
          ...(base === undefined ? {} : { base }),
          ...(heavy === undefined ? {} : { heavy }),
        })
      : await buildAgentImage(engine, {
          ...common,
          directory: agent,
          ...(agentId === undefined ? {} : { id: agentId }),
        });
  const seconds = (performance.now() - started) / 1000;
  if (options.json) {
    printJson({ name: built.name, id: built.id, agent_id: "agentId" in built ? built.agentId : null, seconds });
  } else {
    note(`Built ${built.name} in ${seconds.toFixed(0)} s.`);
    print(built.name);
  }
  return exitCodes.done;
}

/** `mlebench image list`: the images that mlebench built. */
export async function runList(options: EngineOptions): Promise<number> {
  const images = await listImages(await containerEngine(options.socket));
  if (options.json) {
    printJson(
      images.map(({ name, id, agentId, version, created, bytes }) => ({
        name,
        id,
        kind: agentId === null ? "environment" : "agent",
        agent_id: agentId,
        version,
        created: created.toISOString(),
        bytes,
      })),
    );
  } else if (images.length === 0) note("No images yet: `mlebench image build` makes the environment.");
  else {
    const rows = images.map(({ name, agentId, version, created, bytes }) => {
      const day = created.toISOString().slice(0, 16).replace("T", " ");
      return [name, agentId === null ? "environment" : "agent", agentId ?? "", version, day, formatBytes(bytes)];
    });
    print(formatTable(["name", "kind", "agent", "version", "created (UTC)", "size"], rows));
  }
  return exitCodes.done;
}

/** `mlebench image rm`: removes images that mlebench built, and no others. */
export async function runRemove(names: readonly string[], options: EngineOptions): Promise<number> {
  const engine = await containerEngine(options.socket);
  for (const name of names) {
    await removeImage(engine, name);
    note(`Removed ${name}.`);
  }
  if (options.json) printJson({ removed: names });
  return exitCodes.done;
}

function readBuildArguments(texts: readonly string[]): Record<string, string> {
  return Object.fromEntries(
    texts.map((text) => {
      const [, name, value] = /^([A-Za-z_]\w*)=(.*)$/s.exec(text) ?? [];
      if (name === undefined) throw new UsageError(`--build-arg expects NAME=VALUE, found \`${text}\`.`);
      return [name, value!];
    }),
  );
}
