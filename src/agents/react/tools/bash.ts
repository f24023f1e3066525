import { z } from "zod";
import { Transcript } from "../output/transcript.ts";
import { describeEnd, runInside, shellCommand } from "./shell.ts";
import { defineTool, word } from "./tool.ts";

export const bash = defineTool({
  name: "bash",
  description:
    "Runs a command in a new shell, in the code folder, and returns what it prints. Processes that it leaves behind are ended: " +
    "use job_start for those.",
  input: z.strictObject({
    command: word,
    seconds: z.number().positive().exactOptional().describe("how long it may run; what it printed until then is kept"),
  }),
  use: async ({ command, seconds }, workbench, number) => {
    const { task, clock, outputs, settings } = workbench;
    const transcript = new Transcript();
    const timeoutMs = clock.commandMs(1000 * (seconds ?? settings.command_seconds));
    const result = await runInside(task, shellCommand(command), transcript.add, { timeoutMs });
    const shown = await outputs.show(transcript.text, `react-output-${number}.txt`);
    return { text: `${shown}\n[${describeEnd(result)}]`.trimStart() };
  },
});
