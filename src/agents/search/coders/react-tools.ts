import { z } from "zod";
import { bash } from "../../react/tools/bash.ts";
import { replaceInFile, viewFile, writeFile } from "../../react/tools/file-tools.ts";
import { defineTool, type FileBench, failed, type ReactTool } from "../../react/tools/tool.ts";

/** What the tools of the coder work with. */
export interface CoderBench extends FileBench {
  /** Why the program cannot be run; null when it can. */
  failure(): Promise<string | null>;
}

const done = defineTool({
  name: "done",
  isRepeatable: true,
  description: "Ends your work on the program, which is run next.",
  input: z.strictObject({ summary: z.string().describe("a few sentences: what you did and why") }),
  use: async (_, bench: CoderBench) => {
    const failure = await bench.failure();
    return failure === null ? { text: "Done." } : failed(`Not done: ${failure}`);
  },
});

/** Every tool, in the order in which the model sees them. */
export const coderTools: readonly ReactTool<CoderBench>[] = [bash, viewFile, writeFile, replaceInFile, done];
