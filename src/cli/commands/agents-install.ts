import { agentKind } from "../../agents/index.ts";
import { exactVersion } from "../../agents/installation/exact-version.ts";
import { installAgent } from "../../agents/installation/install-agent.ts";
import { UsageError } from "../../lib/errors.ts";
import { formatBytes } from "../../lib/format-bytes.ts";
import { formatSeconds } from "../../lib/format-seconds.ts";
import { exitCodes } from "../exit-codes.ts";
import { installationJson } from "../json/agent-json.ts";
import { note, print, printJson } from "../output.ts";
import type { AgentsInstallOptions } from "./agents-install.options.ts";

export async function run(asked: string, options: AgentsInstallOptions): Promise<number> {
  const { name, version: askedVersion } = /^(?<name>[^@]+)(@(?<version>.*))?$/s.exec(asked)?.groups ?? { name: asked };
  const { name: agent, package: its } = agentKind(name!);
  if (its === undefined) throw new UsageError(`The agent ${agent} need not be installed: it comes with mlebench.`);
  const version = askedVersion ?? its.version;
  if (!exactVersion.test(version)) {
    throw new UsageError(`Expected an exact version, such as ${agent}@${its.version}, found \`${asked}\`.`);
  }
  const started = performance.now();
  const installed = await installAgent({ agent, package: its, version, onStage: (stage) => note(`${stage} ...`) });
  const { wasThere, folder, bytes } = installed;
  if (options.json) printJson(installationJson(agent, installed));
  else {
    const time = formatSeconds((performance.now() - started) / 1000);
    note(wasThere ? "It was installed already." : `Installed ${formatBytes(bytes)} in ${time}.`);
    print(folder);
  }
  return exitCodes.done;
}
