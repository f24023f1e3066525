import { z } from "zod";
import { formatSeconds } from "../../../lib/format-seconds.ts";
import type { Job } from "./jobs.ts";
import { describeEnd } from "./shell.ts";
import { defineTool, failed, type ToolResult, type Workbench, word } from "./tool.ts";

const job = z.int().positive().describe("its number");

export const jobStart = defineTool({
  name: "job_start",
  description:
    "Starts a command in the background, where `bash` would end what it leaves behind, and returns its number. It runs until it ends, is stopped, or the time is up, while you go on.",
  input: z.strictObject({ command: word }),
  use: async ({ command }, { jobs }) => ({ text: `Job ${jobs.start(command).number} has started.` }),
});

export const jobOutput = defineTool({
  name: "job_output",
  description: "Shows what a background job has printed so far, and whether it is still running.",
  input: z.strictObject({
    job,
    wait_seconds: z.number().nonnegative().exactOptional().describe("wait up to this long for it to end"),
  }),
  use: async ({ job: number, wait_seconds: seconds = 0 }, workbench) => {
    const { jobs, clock } = workbench;
    if (seconds > 0) await jobs.wait(number, clock.commandMs(1000 * seconds));
    return await showJob(number, workbench);
  },
});

export const jobStop = defineTool({
  name: "job_stop",
  description: "Ends a background job and shows what it has printed.",
  input: z.strictObject({ job }),
  use: async ({ job: number }, workbench) => {
    await workbench.jobs.stop(number);
    return await showJob(number, workbench);
  },
});

async function showJob(number: number, { jobs, outputs }: Workbench): Promise<ToolResult> {
  const found = jobs.get(number);
  if (found === null) return failed(`There is no job ${number} in this sandbox.`);
  const shown = await outputs.show(found.transcript.text, `job-${number}.txt`);
  return { text: `${shown}\n[job ${number}: ${describeState(found)}]`.trimStart() };
}

function describeState({ result, startedMs }: Job): string {
  if (result !== null) return describeEnd(result);
  return `running for ${formatSeconds((performance.now() - startedMs) / 1000)}`;
}
