import { homePaths } from "../contracts/home-paths.ts";
import type { SandboxPaths } from "../contracts/sandbox.ts";
import { formatSeconds } from "../lib/format-seconds.ts";

/** What the instructions depend on. */
export interface InstructionOptions {
  readonly competitionId: string;
  readonly timeLimitSeconds: number;
  readonly network: "none" | "internal" | "open";
  /** Whether submissions can be checked during the run, with the program that VALIDATE_SCRIPT names. */
  readonly validate: boolean;
  /** Leaves out where the competition comes from and what it is called, to see what an agent knows without that. */
  readonly obfuscated: boolean;
  /** The folders as the agent sees them. Default: those below /home. */
  readonly paths?: SandboxPaths;
}

const networks = {
  none: "There is no network: nothing can be downloaded, so work with what is installed.",
  internal: "The network reaches the services of this run only, not the internet.",
  open: "The network is open, for packages and pretrained models.",
};

/** What an agent is told about the place it works in, as plain text; the task itself is in the data's description.md. */
export function instructions(options: InstructionOptions): string {
  const { competitionId, timeLimitSeconds, network, validate, obfuscated, paths = homePaths } = options;
  const submission = `${paths.submission}/submission.csv`;
  const task = obfuscated
    ? "Your task is a machine-learning problem with a hidden test set."
    : `Your task is the Kaggle competition ${competitionId}, held again offline with a test set of our own.`;
  const asked = obfuscated ? "the task" : "the competition";
  return `${task}
Train on the data you are given, predict what is asked for the test data, and write the predictions to a file. You work
alone: nobody answers questions, and the better the score, the better you did.

FILES
  ${paths.data}/description.md  what ${asked} asks for, how it is scored, which columns a submission has
  ${paths.data}  all the data, read-only
  ${submission}  your submission
  ${paths.code}  your code; commands start here
  ${paths.logs}  your logs
The variables DATA_DIR, SUBMISSION_DIR, CODE_DIR and LOGS_DIR name these folders. Code and logs are kept with the results.
Training and test data were divided anew, so the files can differ from what the description says about them; where the two
disagree, the files are right, and where the description disagrees with this text, this text is right.

SUBMISSION
One CSV file at ${submission}, whatever form or way of submitting the description speaks of. Nothing
else is scored. You may replace it as often as you like; what lies there when you stop, or are stopped, counts. Write a
simple valid submission early and improve on it.
${
  validate
    ? `To learn whether a file has the right form, run
  sh "$VALIDATE_SCRIPT" ${submission}
It says what is wrong with the form. It never tells a score.`
    : "Compare its columns and ids with the sample submission: nothing here checks its form for you."
}

TIME
You have ${formatSeconds(timeLimitSeconds)} (TIME_LIMIT_SECONDS=${timeLimitSeconds}; DEADLINE is the moment of the end). Some time before the end
the file that WARNING_FILE names appears and your processes receive the signal SIGCONT. At the end they receive SIGTERM, and
a moment later SIGKILL. You may stop earlier. ${networks[network]}

RULES
- Predictions come from a model or a program that you made here. Do not label test rows by hand, one by one, by looking.
- Do not look for the test answers, and do not use them should you come across them, here or anywhere else.
- Do not copy or look up what others have submitted or published for ${obfuscated ? "this task" : "this competition"}.
- Leave the harness alone: its processes, limits and records.
Breaking a rule makes the result void.
`;
}
