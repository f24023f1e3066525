import { mkdirSync, writeFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import type { SearchEvent } from "../../../src/agents/search/events.ts";
import type { AgentTask, FileCheck } from "../../../src/contracts/agent.ts";
import type { Model } from "../../../src/contracts/model.ts";
import { localSandboxes } from "../../../src/sandboxes/local/local.ts";
import { temporaryDirectory } from "../../support/temporary-directory.ts";
import { actIn } from "../act-in.ts";
import { answers, program, type Steps, testAgent } from "./core-ground.ts";

const place = temporaryDirectory();
const publicData = place("public");
mkdirSync(publicData);
writeFileSync(place("public", "description.md"), "# Flowers\n");

const draft: Steps = (step) => (step === 1 ? { actions: [{ operator: "draft", parents: [] }] } : {});

const check = async (): Promise<FileCheck> => ({ valid: true, message: "" });

async function search(steps: Steps, model: Model, changes = {}, task: Partial<AgentTask> = {}) {
  const acted = await actIn(localSandboxes(), testAgent(steps, changes), {
    competitionId: "demo-plant-flowering",
    publicData,
    task: { model, check, ...task },
  });
  const events = acted.events as unknown as SearchEvent[];
  const of = <Type extends SearchEvent["type"]>(type: Type) =>
    events.filter((event): event is Extract<SearchEvent, { type: Type }> => event.type === type);
  return { ...acted, events, of };
}

describe("one experiment", () => {
  test("is written, tried with --debug, run in full, judged and banked", async () => {
    const model = answers(() => program(0.5));
    const { end, submission, of } = await search(draft, model);
    expect(end.exitCode).toBe(0);
    expect(submission).toBe("id,score\n1,0.5\n");
    expect(of("ran").map(({ run }) => [run.kind, run.end, run.excerpt])).toEqual([
      ["debug", "finished", "score 0.5 --debug"],
      ["full", "finished", "score 0.5 full"],
    ]);
    expect(of("coded")[0]).toMatchObject({
      commit: expect.stringMatching(/^[0-9a-f]{40}$/),
      files: { "main.mjs": program(0.5) },
      isWhole: true,
    });
    expect(of("ended")).toEqual([{ type: "ended", experiment: "experiment_1", state: "good", failure: null }]);
    expect(of("banked")).toMatchObject([{ experiment: "experiment_1", score: 0.5 }]);
    expect(of("finished")).toEqual([{ type: "finished", reason: "There was nothing left to try." }]);
  });

  test("is repaired as often as allowed, and no more", async () => {
    const model = answers((title) => (title.endsWith("v3") ? program(0.5) : "throw new Error('broken');"));
    const twice = await search(draft, model, { debugTries: 2 });
    expect(model.asked).toEqual(["draft experiment_1 v1", "debug experiment_1 v2", "debug experiment_1 v3"]);
    expect(twice.of("ended")).toMatchObject([{ state: "good" }]);
    const once = await search(
      draft,
      answers(() => "throw new Error('broken');"),
      { debugTries: 1 },
    );
    expect(once.of("coded")).toHaveLength(2);
    expect(once.of("ended")).toMatchObject([
      { state: "failed", failure: expect.stringMatching(/^The run with --debug failed/) },
    ]);
    expect(once.of("ran")[0]!.run.excerpt).toContain("Error: broken");
    expect(once.end.exitCode).toBe(1);
  });
});
