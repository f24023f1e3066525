import { z } from "zod";
import { Transcript } from "../output/transcript.ts";
import { describeEnd, runInside, shellCommand } from "./shell.ts";
import { defineTool, type FileBench, word } from "./tool.ts";

export const bash = defineTool({
  name: "bash",
  description:
    "Runs a command in a new shell, in the working folder, and returns what it prints. Processes that it leaves behind are " +
    "ended.",
  input: z.strictObject({
    command: word,
    seconds: z.number().positive().exactOptional().describe("how long it may run; what it printed until then is kept"),
  }),
  use: async (
    { command, seconds },
    { task, clock, outputs, settings, folder, environment = {} }: FileBench,
    number,
  ) => {
    const transcript = new Transcript();
    const timeoutMs = clock.commandMs(1000 * (seconds ?? settings.command_seconds));
    const result = await runInside(task, shellCommand(command), transcript.add, {
      timeoutMs,
      directory: folder,
      environment,
    });
    const shown = await outputs.show(transcript.text, `output-${number}.txt`);
    return { text: `${shown}\n[${describeEnd(result)}]`.trimStart() };
  },
});
