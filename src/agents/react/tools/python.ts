import { z } from "zod";
import { UsageError } from "../../../lib/errors.ts";
import { describeEnd } from "./shell.ts";
import { defineTool, failed } from "./tool.ts";

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
    const executed = await interpreter.execute(code, timeoutMs).catch((error: unknown) => {
      // Code is handed over in a file, and the agent may have removed the folder.
      if (error instanceof UsageError) return error;
      throw error;
    });
    if (executed instanceof UsageError) return failed(`The code was not run: ${executed.message}`);
    const { output, timedOut, ended } = executed;
    const shown = await outputs.show(output, `output-${number}.txt`);
    const remarks = [
      ...(timedOut ? ["[interrupted: its time was up; above is what it printed until then]"] : []),
      ...(ended === null ? [] : [`[the interpreter has ended (${describeEnd(ended)}): its variables are lost]`]),
    ];
    return { text: [shown, ...remarks].filter(Boolean).join("\n") || "[no output]" };
  },
});
