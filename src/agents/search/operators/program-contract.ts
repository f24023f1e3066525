import { formatSeconds } from "../../../lib/format-seconds.ts";
import type { OperatorContext } from "../parts.ts";
import { plannedSeconds } from "../stages/planned-seconds.ts";

/** What every program has to do, whichever coder writes it. */
export function programContract({ program, stage, budget }: OperatorContext): string {
  const seconds = plannedSeconds(stage, budget);
  const share = stage.sampleFraction < 1 ? ` (now ${stage.sampleFraction})` : "";
  return `The program's entry point is \`${program}\`, in the working folder; split what gets long into several files. It gets everything from the environment:
- DATA_DIR: the data, read-only. The same program also runs on a smaller cut of the task with the same files in another folder, so it must not contain paths, row counts or ids, and must not rely on files of an earlier run.
- OUTPUT_DIR: everything it writes goes here. The predictions for all test rows go into \`final_submission.csv\`, in the format that the task asks for.
- MLE_SEED: the seed of everything random. MLE_STAGE: the stage of the search. MLE_SAMPLE_FRACTION${share}: the share of the training data to use.
- CUDA_DEVICE: the graphics card to use, if there is one. DEADLINE: when this run of the program is killed, as an ISO time.

With \`--debug\` it goes through all its parts on a small scale: about 100 training rows that keep every class, one epoch or a few rounds, real predictions for about 100 test rows and a default for the rest. Even then it writes a complete, valid \`final_submission.csv\`. It has ${formatSeconds(stage.debugSeconds)} for that. Without \`--debug\` it does the real work: plan for ${formatSeconds(seconds)} at most.

It holds out part of the training data, fits nothing on it, measures the task's metric there, and writes the result as \`{"score": NUMBER}\` to \`result.json\` in OUTPUT_DIR. It prints short lines that help to improve it: sizes and types of the data, what each part does and how long it takes, the score of each model, and at the end where it is most wrong. No progress bars, no warnings. An error ends it with a traceback and a non-zero exit code; it does not hide errors.`;
}
