import { existsSync } from "node:fs";
import { chmod, copyFile } from "node:fs/promises";
import { join, posix } from "node:path";
import { fileURLToPath } from "node:url";
import { z } from "zod";
import type { Agent } from "../../contracts/agent.ts";
import { agentHome } from "../../contracts/home-paths.ts";
import { MissingData } from "../../lib/errors.ts";
import { packageVersion } from "../../lib/package-version.ts";
import { defineAgent } from "../agent-kind.ts";

const node = "/opt/mlebench/node";
const solver = posix.join(agentHome, "baseline.mjs");

/** Starts the solver with the first Node that works inside: the host's, then the image's. */
const launcher = [
  'for node in "$1" node; do',
  '  said=$("$node" --version 2>&1) && case $said in v1?.* | v?.*) ;; *) exec "$node" "$2" ;; esac',
  '  reason="$reason  $node: $said\n"',
  "done",
  'printf "The baseline needs Node 20 or newer, and none starts in this sandbox:\n%b" "$reason"',
  'echo "Use an image that has it, or that has glibc and libstdc++, which this machine\'s Node needs."',
  "exit 127",
].join("\n");

/**
 * Our own solver, without a language model: boosted trees and a linear model on tables, texts and small images. Like every
 * agent it runs inside the sandbox, as one file, with the Node that runs the harness.
 */
export const baseline = defineAgent({
  name: "baseline",
  summary: "trains boosted trees and a linear model on tables, texts and small images; no language model",
  needs: ["in docker an image with glibc and libstdc++, or with Node 20 or newer"],
  testOnly: false,
  ownImage: false,
  settings: z.strictObject({}),
  parts: async () => ({ files: { bundle: builtSolver() }, versions: { version: packageVersion() } }),
  create: async ({ label, files }) => baselineAgent(label, files.bundle!),
});

/** The agent, given the solver as one bundled file. */
export function baselineAgent(name: string, bundle: string): Agent {
  return {
    name,
    needs: async ({ scratch }) => {
      // A copy, so that a rebuild during the run changes nothing.
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

/** Beside the compiled agents, or in the build folder when the sources run. */
function builtSolver(): string {
  const places = ["../agents/baseline.mjs", "../baseline.mjs", "../../../dist/agents/baseline.mjs"].map((place) =>
    fileURLToPath(new URL(place, import.meta.url)),
  );
  const file = places.find(existsSync);
  if (file !== undefined) return file;
  throw new MissingData(`The bundled solver is not at ${places[0]}. Run \`npm run build\` to make it.`);
}
