import { writeFile } from "node:fs/promises";
import { join, posix } from "node:path";
import { z } from "zod";
import { agentHome, instructionsFile } from "../../contracts/home-paths.ts";
import { sha256 } from "../../lib/hashing.ts";
import { packageVersion } from "../../lib/package-version.ts";
import { defineAgent } from "../agent-kind.ts";
import { extractSample, findSample } from "./sample.ts";
import { dummyScript } from "./script.ts";

const script = posix.join(agentHome, "dummy.sh");
const unpacked = posix.join(agentHome, "sample_submission.csv");

/**
 * Submits the sample submission and reports what it can and cannot reach, to show how a sandbox is set up. It is a plain
 * POSIX shell script, so it runs in any image.
 */
export const dummy = defineAgent({
  name: "dummy",
  summary: "submits the sample submission and reports what it can and cannot reach inside",
  needs: [],
  testOnly: false,
  ownImage: false,
  settings: z.strictObject({}),
  parts: async () => ({ versions: { version: packageVersion(), script: sha256(dummyScript) } }),
  create: async ({ label }) => ({
    name: label,
    needs: async ({ competitionId, publicData, scratch }) => {
      const program = join(scratch, "dummy.sh");
      await writeFile(program, dummyScript, { mode: 0o644 });
      const sample = findSample(publicData, competitionId);
      if (sample.kind !== "archive") return { readOnly: { [script]: program } };
      const table = await extractSample(publicData, sample, scratch);
      return { readOnly: { [script]: program, [unpacked]: table } };
    },
    act: async ({ competitionId, publicData, sandbox, signal, graceMs, onOutput }) => {
      const sample = findSample(publicData, competitionId);
      const places = {
        file: () => posix.join(sandbox.paths.data, sample.name),
        archive: () => sandbox.resolve(unpacked),
        none: () => "",
      };
      const instructions = sandbox.resolve(instructionsFile);
      const command = ["/bin/sh", sandbox.resolve(script), places[sample.kind](), sample.note, instructions];
      return await sandbox.run(command, { signal, graceMs, onOutput, keepOutput: false });
    },
  }),
});
