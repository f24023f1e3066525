import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import { agentFor, chooseAgent, describeAgents } from "../../src/agents/index.ts";
import { getCompetition } from "../../src/competitions/get-competition.ts";
import { gradeSubmission } from "../../src/grade/grade-submission.ts";
import { MissingData, UsageError } from "../../src/lib/errors.ts";
import { bubblewrapSandboxes } from "../../src/sandboxes/bubblewrap/bubblewrap.ts";
import { localSandboxes } from "../../src/sandboxes/local/local.ts";
import { hasBubblewrap } from "../support/bubblewrap.ts";
import { temporaryDirectory } from "../support/temporary-directory.ts";
import { actIn, prepareDemo } from "./act-in.ts";

const place = temporaryDirectory();
const competitionId = "demo-plant-flowering";
let publicData: string;
beforeAll(async () => {
  publicData = await prepareDemo(competitionId, place("data"));
});

describe("the oracle", () => {
  test.skipIf(!hasBubblewrap)("submits the prepared answers, which win gold, and mounts nothing", async () => {
    const oracle = await agentFor(chooseAgent("oracle"));
    const acted = await actIn(bubblewrapSandboxes(), oracle, { competitionId, publicData });
    expect(acted.end).toEqual({ exitCode: 0, timedOut: false, cancelled: false, exceeded: null });
    expect(acted.needs).toEqual({});
    expect(acted.output).toContain("oracle, for tests only");
    const competition = await getCompetition(competitionId);
    const submissionPath = place("submission.csv");
    writeFileSync(submissionPath, acted.submission!);
    const answers = join(dirname(publicData), competition.facts.files.answers);
    expect(gradeSubmission(competition, { submissionPath, answers }).gold_medal).toBe(true);
  });

  test("submits the named file, or the competition's file in the named folder", async () => {
    mkdirSync(place("answers"));
    writeFileSync(place("answers", `${competitionId}.csv`), "id,flowering\n1,1\n");
    for (const answers of [place("answers"), place("answers", `${competitionId}.csv`)]) {
      const oracle = await agentFor(chooseAgent("oracle", { label: "perfect", settings: { answers } }));
      expect(oracle.name).toBe("perfect");
      const { submission } = await actIn(localSandboxes(), oracle, { competitionId, publicData });
      expect(submission).toBe("id,flowering\n1,1\n");
    }
  });

  test("reports that there is nothing to submit before the sandbox opens", async () => {
    const ask = async (answers?: string, data = publicData) => {
      const oracle = await agentFor(chooseAgent("oracle", { settings: answers === undefined ? {} : { answers } }));
      return oracle.needs({ competitionId, publicData: data, scratch: place() });
    };
    await expect(ask(place("nowhere"))).rejects.toThrow(UsageError);
    await expect(ask(place())).rejects.toThrow(MissingData);
    await expect(ask(undefined, place("elsewhere", "public"))).rejects.toThrow(/mlebench prepare/);
  });

  test("is the only agent listed as test only", () => {
    expect(describeAgents().filter(({ testOnly }) => testOnly)).toMatchObject([{ name: "oracle" }]);
  });

  test("does not read the prepared answers when others are named", async () => {
    const elsewhere = place("elsewhere", "public");
    mkdirSync(elsewhere, { recursive: true });
    writeFileSync(place("one.csv"), "id\n1\n");
    const oracle = await agentFor(chooseAgent("oracle", { settings: { answers: place("one.csv") } }));
    const { submission } = await actIn(localSandboxes(), oracle, { competitionId, publicData: elsewhere });
    expect(submission).toBe(readFileSync(place("one.csv"), "utf8"));
  });
});
