import { homePaths } from "../contracts/home-paths.ts";
import type { SandboxPaths } from "../contracts/sandbox.ts";
import { formatSeconds } from "../lib/format-seconds.ts";

/** What the instructions depend on. */
export interface InstructionOptions {
  readonly competitionId: string;
  readonly timeLimitSeconds: number;
  readonly network: "none" | "internal" | "open";
  /** Whether the agent can check submissions during the run, with the program that VALIDATE_SCRIPT names. */
  readonly validate: boolean;
  /** How many scores of a rehearsal the agent may ask for. Default: it has none. */
  readonly rehearsals?: number | undefined;
  /** Leaves out the competition's name and origin, to see how an agent does without that knowledge. */
  readonly obfuscated: boolean;
  /** The folders as the agent sees them. Default: those below /home. */
  readonly paths?: SandboxPaths;
}

const networks = {
  none: "There is no network and nothing can be downloaded: work with what is installed.",
  internal: "The network reaches only the services of this run, not the internet.",
  open: "The network is open, for packages and pretrained models.",
};

/** What an agent reads about its environment, as plain text. The task itself is in the data's description.md. */
export function instructions(options: InstructionOptions): string {
  const { competitionId, timeLimitSeconds, network, validate, rehearsals, obfuscated, paths = homePaths } = options;
  const submission = `${paths.submission}/submission.csv`;
  const task = obfuscated
    ? "Your task is a machine-learning problem with a hidden test set."
    : `Your task is the Kaggle competition ${competitionId}, held again offline with a new test set.`;
  const asked = obfuscated ? "the task" : "the competition";
  return `${task}
Train on the data you are given, predict what is asked for on the test data, and write the predictions to a file. You work
alone: no one will answer questions. The better the score, the better you did.

FILES
  ${paths.data}/description.md  what ${asked} asks for, how it is scored, which columns a submission has
  ${paths.data}  all the data, read-only
  ${submission}  your submission
  ${paths.code}  your code; commands start here
  ${paths.logs}  your logs
The variables DATA_DIR, SUBMISSION_DIR, CODE_DIR and LOGS_DIR name these folders. Code and logs are kept with the results.
The data was split again into training and test data, so the files may differ from what the description says about them. Where
the two disagree, trust the files; where the description disagrees with this text, follow this text.

SUBMISSION
One CSV file at ${submission}, even if the description asks for another format or way to submit. Nothing
else is scored. You may replace the file as often as you like; the version that is there when you stop, or are stopped, counts.
Write a simple valid submission early and improve on it.
${
  validate
    ? `To check a file's format, run
  sh "$VALIDATE_SCRIPT" ${submission}
It reports what is wrong with the format. It never reports a score.`
    : "Compare its columns and ids with the sample submission: there is no tool here to check the format for you."
}
${rehearsals === undefined ? "" : rehearsalText(rehearsals)}
TIME
You have ${formatSeconds(timeLimitSeconds)} (TIME_LIMIT_SECONDS=${timeLimitSeconds}; DEADLINE is when the time is up). Shortly before the end,
the file that WARNING_FILE names appears and your processes receive the signal SIGCONT. At the end they receive SIGTERM, and a
moment later SIGKILL. You may stop earlier. ${networks[network]}

RULES
- Predictions must come from a model or a program that you made here. Do not label test rows by hand.
- Do not look for the test answers, and do not use them if you come across them, here or anywhere else.
- Do not copy or look up what others have submitted or published for ${obfuscated ? "this task" : "this competition"}.
- Leave the harness alone: its processes, limits and records.
Breaking a rule makes the result void.
`;
}

function rehearsalText(scores: number): string {
  return `
REHEARSAL
REHEARSAL_DIR names a folder with a smaller task of the same form, whose test rows were cut from the training data. To score
predictions for them, run
  sh "$REHEARSE_SCRIPT" predictions.csv
It prints the score by the real metric, ${scores} time${scores === 1 ? "" : "s"} at most. These scores do not count for your result.
`;
}
