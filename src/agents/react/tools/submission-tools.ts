import { posix } from "node:path";
import { z } from "zod";
import { readableOutput } from "../output/readable-output.ts";
import { Transcript } from "../output/transcript.ts";
import { runInside } from "./shell.ts";
import { defineTool, failed, type Workbench, word } from "./tool.ts";

const noFile = 3;

const check = `if ! [ -f "$1" ]; then echo "There is no file $1."; exit ${noFile}; fi; sh "$VALIDATE_SCRIPT" "$1"`;

export const validate = defineTool({
  name: "validate",
  isRepeatable: true,
  description:
    "Checks the format of a submission: whether it would be scored, and if not, why. It never tells the score.",
  input: z.strictObject({
    path: word.exactOptional().describe("the file; by default submission.csv in the submission folder"),
  }),
  use: async ({ path }, workbench) => {
    const { verdict, text } = await checkFormat(workbench, path);
    return verdict === "valid" ? { text } : failed(text);
  },
});

export const submit = defineTool({
  name: "submit",
  isRepeatable: true,
  description:
    "Ends your work: submission.csv in the submission folder is your result. A file with a wrong format is refused, so that you can fix it.",
  input: z.strictObject({
    anyway: z
      .boolean()
      .default(false)
      .describe("end even if the file is missing or its format is wrong: there will be no score"),
  }),
  use: async ({ anyway }, workbench) => {
    const { verdict, text } = await checkFormat(workbench);
    if (verdict === "missing") return anyway ? { text, ends: true } : failed(`Not submitted. ${text}`);
    if (verdict === "invalid" && !anyway) return failed(`Not submitted: the format is wrong. ${text}`);
    return { text: `Submitted. ${text}`, ends: true };
  },
});

interface Checked {
  readonly verdict: "valid" | "invalid" | "missing" | "unknown";
  readonly text: string;
}

async function checkFormat({ task, clock }: Workbench, path = "submission.csv"): Promise<Checked> {
  const { sandbox } = task;
  const file = posix.resolve(sandbox.paths.submission, path);
  const transcript = new Transcript();
  const command = ["/bin/sh", "-c", check, "sh", file];
  const { exitCode } = await runInside(task, command, transcript.add, { timeoutMs: clock.commandMs(600_000) });
  const verdicts = new Map<number | null, Checked["verdict"]>([
    [0, "valid"],
    [1, "invalid"],
    [noFile, "missing"],
  ]);
  const verdict = verdicts.get(exitCode) ?? "unknown";
  const text = readableOutput(transcript.text);
  return { verdict, text: verdict === "unknown" ? `The format could not be checked: ${text}` : text };
}
