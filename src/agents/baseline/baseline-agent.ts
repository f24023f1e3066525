import { existsSync } from "node:fs";
import { chmod, copyFile } from "node:fs/promises";
import { join, posix } from "node:path";
import { fileURLToPath } from "node:url";
import type { Agent } from "../../contracts/agent.ts";
import { MissingData } from "../../lib/errors.ts";
import { agentFolder } from "../agent-folder.ts";
import type { AgentKind } from "../agent-kind.ts";

const node = "/opt/mlebench/node";
const solver = posix.join(agentFolder, "baseline.mjs");

/** Starts the solver with the first Node that works inside: the host's, or the image's own. */
const launcher = [
  'for node in "$1" node; do',
  '  said=$("$node" --version 2>&1) && case $said in v1?.* | v?.*) ;; *) exec "$node" "$2" ;; esac',
  '  reason="$reason  $node: $said\n"',
  "done",
  'printf "The baseline needs Node, and none starts in this sandbox:\n%b" "$reason"',
  'echo "Give it an image with Node 20 or newer, or with glibc and libstdc++, which this machine\'s Node needs."',
  "exit 127",
].join("\n");

/**
 * The solver of ours without any model: boosted trees and a linear model on what tables and small images hold. It runs inside,
 * as every agent does, from one file and with the Node that runs this.
 */
export const baseline: AgentKind = {
  name: "baseline",
  summary: "boosted trees and a linear model on tables, texts and small images; no language model",
  needs: ["in docker an image with glibc and libstdc++, or with Node 20 or newer"],
  testOnly: false,
  takes: [],
  create: async (choice) => baselineAgent(choice.label ?? "baseline", builtSolver()),
};

/** The agent with a solver that was bundled into one file. */
export function baselineAgent(name: string, bundle: string): Agent {
  return {
    name,
    needs: async ({ scratch }) => {
      // A copy, so that a build during the run changes nothing in it.
      const copy = join(scratch, "baseline.mjs");
      await copyFile(bundle, copy);
      await chmod(copy, 0o644);
      return { readOnly: { [node]: process.execPath, [solver]: copy } };
    },
    act: async ({ sandbox, signal, graceMs, onOutput }) => {
      const places = [sandbox.resolve(node), sandbox.resolve(solver)];
      return await sandbox.run(["/bin/sh", "-c", launcher, "sh", ...places], {
        signal,
        graceMs,
        onOutput,
        keepOutput: false,
      });
    },
  };
}

/** Beside the compiled agents; from the sources, in the build's folder. */
function builtSolver(): string {
  const places = ["../agents/baseline.mjs", "../baseline.mjs", "../../../dist/agents/baseline.mjs"].map((place) =>
    fileURLToPath(new URL(place, import.meta.url)),
  );
  const file = places.find(existsSync);
  if (file !== undefined) return file;
  throw new MissingData(`The bundled solver is not at ${places[0]}: \`npm run build\` makes it.`);
}
