import { writeFileSync } from "node:fs";
import { getCompetition } from "../../competitions/get-competition.ts";
import { validateSubmission } from "../../grade/validate-submission.ts";
import type { CheckReply, CheckTask } from "./check-submission.ts";

/** When the machine runs out of memory, this process goes first. Linux only. */
function volunteer(): void {
  try {
    writeFileSync("/proc/self/oom_score_adj", "1000");
  } catch {
    // Elsewhere the limit on this process must do.
  }
}

async function check({ competitionId, edition, submissionPath, samplePath }: CheckTask): Promise<CheckReply> {
  try {
    const competition = await getCompetition(competitionId, { edition });
    return { verdict: validateSubmission(competition, submissionPath, { samplePath }) };
  } catch (error) {
    return { error: error instanceof Error ? error.message : String(error) };
  }
}

volunteer();
process.once("message", async (task: CheckTask) => {
  // It stays until it is ended: whoever hears of an end first may never see what was sent before it.
  process.send!(await check(task));
});
process.once("disconnect", () => process.exit());
