import { describe, expect, test } from "vitest";
import { groupsIn, plant, runGround, submitSample } from "../support/run-agents.ts";

const ground = await runGround(plant);
const askForScore = 'sh "$REHEARSE_SCRIPT" "$REHEARSAL_DIR/sample_submission.csv"; echo "exit $?"';

describe("run --rehearsals", () => {
  test("gives an agent the public part of a rehearsal and so many scores, which its journal records", async () => {
    const agent = [
      submitSample,
      'ls "$REHEARSAL_DIR" "$REHEARSAL_DIR/.." | sed "s/^/seen /"',
      'sh "$REHEARSE_SCRIPT" "$DATA_DIR/sample_submission.csv"; echo "exit $?"',
      ...[askForScore, askForScore, askForScore],
      'cat "$INSTRUCTIONS_FILE"',
    ].join("; ");
    const { exitCode, group } = await ground.run(["--rehearsals", "2", "--", "sh", "-c", agent]);
    expect(exitCode).toBe(0);
    const output = group.run().output;
    expect(output).toContain("seen train.csv");
    expect(output).not.toContain("seen private");
    expect(output.match(/^exit \d$/gm)).toEqual(["exit 1", "exit 0", "exit 0", "exit 2"]);
    expect(output).toContain("Score: 0.5 (higher is better). 1 of 2 left.");
    expect(output).toContain("No score is left: all 2 have been given.");
    expect(output).toMatch(/REHEARSAL\n[\s\S]*2 times at most/);
    const recorded = group.run().events.flatMap((event) => (event.type === "rehearsal" ? [event.score] : []));
    expect(recorded).toEqual([null, 0.5, 0.5]);
  });

  test("the same command finds its group again", async () => {
    const runs = ground.fresh();
    const command = ["--rehearsals", "2", "--time-limit", "60", "--run-dir", runs, "--", "sh", "-c", submitSample];
    const [first, second] = [await ground.run(command), await ground.run(command)];
    expect([first.exitCode, second.exitCode]).toEqual([0, 0]);
    expect(groupsIn(runs)).toHaveLength(1);
  });

  test("without it there is no rehearsal", async () => {
    const agent = `${submitSample}; echo "folder [$REHEARSAL_DIR] script [$REHEARSE_SCRIPT]"`;
    const { group } = await ground.run(["--rehearsals", "0", "--", "sh", "-c", agent]);
    expect(group.run().output).toContain("folder [] script []");
  });
});
