import { writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import { baselineAgent } from "../../src/agents/baseline/baseline-agent.ts";
import { getCompetition } from "../../src/competitions/get-competition.ts";
import type { Agent } from "../../src/contracts/agent.ts";
import { gradeSubmission } from "../../src/grade/grade-submission.ts";
import { bubblewrapSandboxes } from "../../src/sandboxes/bubblewrap/bubblewrap.ts";
import { localSandboxes } from "../../src/sandboxes/local/local.ts";
import { hasBubblewrap } from "../support/bubblewrap.ts";
import { temporaryDirectory } from "../support/temporary-directory.ts";
import { actIn, prepareDemo } from "./act-in.ts";
import { bundleSolver } from "./bundled-solver.ts";

const place = temporaryDirectory();
const competitionId = "demo-repair-minutes";
const bundle = place("baseline.mjs");
const agent = baselineAgent("baseline", bundle);
const settings = { environment: { TIME_LIMIT_SECONDS: "600" }, limits: { wallClockMs: 600_000, memoryMb: 2048 } };
let publicData: string;
beforeAll(async () => {
  await bundleSolver(bundle);
  publicData = await prepareDemo(competitionId, place("data"));
});

describe("the baseline", () => {
  const sandboxes = { local: localSandboxes(), ...(hasBubblewrap ? { bubblewrap: bubblewrapSandboxes() } : {}) };
  test.each(Object.entries(sandboxes))("solves a competition inside %s", async (name, provider) => {
    const { end, output, submission } = await actIn(provider, agent, { competitionId, publicData, settings });
    expect(output).toContain("minutes (number): loss");
    expect(end).toMatchObject({ exitCode: 0, timedOut: false, exceeded: null });
    const competition = await getCompetition(competitionId);
    const submissionPath = place(`${name}.csv`);
    writeFileSync(submissionPath, submission!);
    const answers = join(dirname(publicData), competition.facts.files.answers);
    expect(gradeSubmission(competition, { submissionPath, answers }).above_median).toBe(true);
  });

  test("does not start with a Node that is too old for it", async () => {
    const { sandbox, ...task } = { sandbox: localSandboxes(), competitionId, publicData };
    for (const [version, expected] of [
      ["v18.20.4", 127],
      ["v9.1.0", 127],
      ["v22.1.0", 0],
    ] as const) {
      writeFileSync(place("node"), `#!/bin/sh\necho ${version}\n`, { mode: 0o755 });
      const replaced: Agent = {
        ...agent,
        needs: async (run) => ({
          readOnly: { ...(await agent.needs(run)).readOnly, "/opt/mlebench/node": place("node") },
        }),
      };
      // Nor is there another one on the path.
      const acted = await actIn(sandbox, replaced, { ...task, settings: { environment: { PATH: "/bin/nothing" } } });
      expect(acted.end.exitCode).toBe(expected);
      expect(acted.output).toContain(version);
    }
  });

  test("ends when the run is stopped", async () => {
    const controller = new AbortController();
    setTimeout(() => controller.abort(), 50);
    const acted = await actIn(localSandboxes(), agent, { competitionId, publicData, signal: controller.signal });
    expect(acted.end).toMatchObject({ exitCode: null, cancelled: true });
  });
});
