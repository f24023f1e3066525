import { z } from "zod";
import { describeEnd } from "./shell.ts";
import { defineTool } from "./tool.ts";

export const python = defineTool({
  name: "python",
  description:
    "Runs Python code and returns what it prints, and the value of the last expression. Variables and imports stay for the next call. " +
    "It starts in the code folder.",
  input: z.strictObject({
    code: z.string().min(1),
    seconds: z.number().positive().exactOptional().describe("how long it may run; then it is interrupted"),
  }),
  use: async ({ code, seconds }, { clock, interpreter, outputs, settings }, number) => {
    const timeoutMs = clock.commandMs(1000 * (seconds ?? settings.command_seconds));
    const { output, timedOut, ended } = await interpreter.execute(code, timeoutMs);
    const shown = await outputs.show(output, `react-output-${number}.txt`);
    const remarks = [
      ...(timedOut ? ["[interrupted: its time was up; above is what it printed until then]"] : []),
      ...(ended === null ? [] : [`[the interpreter has ended (${describeEnd(ended)}): its variables are lost]`]),
    ];
    return { text: [shown, ...remarks].filter(Boolean).join("\n") || "[no output]" };
  },
});
