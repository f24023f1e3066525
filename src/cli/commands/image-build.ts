import { UsageError } from "../../lib/errors.ts";
import { plainText } from "../../lib/plain-text.ts";
import { buildAgentImage } from "../../runs/images/build-agent-image.ts";
import { buildEnvironmentImage } from "../../runs/images/build-environment-image.ts";
import { containerEngine } from "../../runs/images/container-engine.ts";
import { exitCodes } from "../exit-codes.ts";
import { builtImageJson } from "../json/image-json.ts";
import { note, print, printJson } from "../output.ts";
import type { ImageBuildOptions } from "./image-build.options.ts";

/** Builds the environment, or with `--agent` an agent on it. The engine's output goes to standard error. */
export async function run(options: ImageBuildOptions): Promise<number> {
  const { name, base, heavy, offline, network, agent, agentId } = options;
  if (agent === undefined && agentId !== undefined) throw new UsageError("--agent-id needs --agent <dir>.");
  if (agent !== undefined && (base !== undefined || !heavy)) {
    throw new UsageError(
      "--base and --no-heavy are for the environment, not for an agent. Build the environment first.",
    );
  }
  const common = {
    ...(name === undefined ? {} : { name }),
    ...(offline === undefined ? {} : { offline }),
    ...(network === undefined ? {} : { network }),
    buildArguments: readBuildArguments(options.buildArg ?? []),
    onLine: (line: string) => note(plainText(line)),
  };
  const engine = await containerEngine(options.socket);
  const started = performance.now();
  const built =
    agent === undefined
      ? await buildEnvironmentImage(engine, { ...common, heavy, ...(base === undefined ? {} : { base }) })
      : await buildAgentImage(engine, {
          ...common,
          directory: agent,
          ...(agentId === undefined ? {} : { id: agentId }),
        });
  const seconds = (performance.now() - started) / 1000;
  if (options.json) {
    printJson(builtImageJson(built, seconds));
  } else {
    note(`Built ${built.name} in ${seconds.toFixed(0)} s.`);
    print(built.name);
  }
  return exitCodes.done;
}

function readBuildArguments(texts: readonly string[]): Record<string, string> {
  return Object.fromEntries(
    texts.map((text) => {
      const [, name, value] = /^([A-Za-z_]\w*)=(.*)$/s.exec(text) ?? [];
      if (name === undefined) throw new UsageError(`--build-arg: Expected NAME=VALUE, found \`${text}\`.`);
      return [name, value!];
    }),
  );
}
