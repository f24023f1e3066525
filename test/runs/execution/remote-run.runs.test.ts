import { existsSync, mkdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import type { Agent, AgentTask } from "../../../src/contracts/agent.ts";
import type { SandboxProvider } from "../../../src/contracts/sandbox-kind.ts";
import { SandboxUnavailable } from "../../../src/lib/errors.ts";
import { Journal } from "../../../src/lib/journal/journal.ts";
import { readJournal } from "../../../src/lib/journal/read-journal.ts";
import { AttemptFailure } from "../../../src/runs/execution/attempt-failure.ts";
import type * as attempt from "../../../src/runs/execution/attempt-run.ts";
import type * as execute from "../../../src/runs/execution/execute-run.ts";
import type * as setUp from "../../../src/runs/execution/set-up-sandbox.ts";
import type * as grading from "../../../src/runs/grading/grading-process.ts";
import { type GroupPlan, plannedRuns } from "../../../src/runs/record/group-plan.ts";
import type { RunEvent } from "../../../src/runs/record/run-events.ts";
import { verifyRun } from "../../../src/runs/verification/verify-run.ts";
import { hasPods } from "../../sandboxes/remote/has-pods.ts";
import { remoteSandboxes } from "../../sandboxes/remote/remote.ts";
import { prepareDemo } from "../../support/demo-data.ts";
import { makePlan } from "../../support/make-run-group.ts";
import { plant, until } from "../../support/run-agents.ts";
import { shell } from "../../support/sandbox-folders.ts";
import { temporaryDirectory } from "../../support/temporary-directory.ts";

/** The built code: processes cannot be started from TypeScript. */
const built = async (name: string): Promise<unknown> =>
  await import(new URL(`../../../dist/runs/${name}.js`, import.meta.url).href);
const { executeRun } = (await built("execution/execute-run")) as typeof execute;
const { attemptRun } = (await built("execution/attempt-run")) as typeof attempt;
const { setUpSandbox } = (await built("execution/set-up-sandbox")) as typeof setUp;
const { GradingProcess } = (await built("grading/grading-process")) as typeof grading;

describe.skipIf(!hasPods)("a run in a sandbox whose files are not in a folder of the host", async () => {
  const place = temporaryDirectory();
  const data = hasPods ? await prepareDemo(plant) : "";
  const grader = new GradingProcess({ dataDirectory: data, edition: "v1" });
  afterAll(async () => {
    await grader.close();
    rmSync(data, { recursive: true, force: true });
  });
  const plan: GroupPlan = {
    ...makePlan({ competitions: [plant], seeds: [0], wallClockMs: 120_000 }),
    sandbox: { name: "remote", network: "none" },
    dataDirectory: data,
  };
  const [run] = plannedRuns(plan) as [ReturnType<typeof plannedRuns>[number]];

  /** Submits something invalid, waits until it was noticed, then submits the sample and leaves more files. */
  const agentIn = (folder: string): Agent => ({
    name: "busy",
    needs: async () => ({}),
    act: async ({ sandbox, signal, graceMs, onOutput }: AgentTask) => {
      await sandbox.writeFile(`${sandbox.paths.submission}/submission.csv`, "id\n1\n");
      const isKept = (): boolean => {
        const types = eventsIn(folder).map(({ type }) => type);
        return types.lastIndexOf("candidate") > types.lastIndexOf("opened");
      };
      await until("the first candidate is kept", isKept, 60);
      expect(existsSync(join(folder, "workspace"))).toBe(false);
      const script = [
        'head -n 1 "$INSTRUCTIONS_FILE"',
        'cp "$DATA_DIR/sample_submission.csv" "$SUBMISSION_DIR/submission.csv"',
        'sh "$VALIDATE_SCRIPT" "$SUBMISSION_DIR/submission.csv"',
        "mkdir model && echo weights > model/weights && ln -s /etc/passwd link",
        'echo trained > "$LOGS_DIR/train.log"',
      ].join(" && ");
      return await sandbox.run(shell(script), { signal, graceMs, onOutput });
    },
  });
  const eventsIn = (folder: string) => readJournal<RunEvent>(join(folder, "events.jsonl"));
  const execution = (folder: string, provider: SandboxProvider) =>
    [
      { run, folder, gpus: [], signal: new AbortController().signal },
      {
        plan,
        agent: agentIn(folder),
        sandboxFor: async () => provider,
        retries: 1,
        grade: (task) => grader.grade(task),
      },
    ] as const satisfies Parameters<typeof executeRun>;

  const expectWholeRun = async (folder: string): Promise<void> => {
    const events = eventsIn(folder);
    expect(events.filter(({ type }) => type !== "usage").map(({ type }) => type)).toEqual(
      expect.arrayContaining([
        "opened",
        "candidate",
        "validation",
        "candidate",
        "stopped",
        "sealed",
        "graded",
        "ended",
      ]),
    );
    expect(events.find(({ type }) => type === "opened")).toMatchObject({ sandbox: { sandbox: "remote" } });
    expect(events.find(({ type }) => type === "validation")).toMatchObject({ valid: true });
    expect(events.find(({ type }) => type === "sealed")).toMatchObject({ dropped: 1 });
    expect(events.find(({ type }) => type === "graded")).toMatchObject({ valid: true, score: 0.5 });
    const read = (...names: string[]): string => readFileSync(join(folder, ...names), "utf8");
    expect(read("output.log")).toMatch(/^Your task is .*\n.*"valid":true/);
    const sample = readFileSync(join(data, plant, "prepared", "public", "sample_submission.csv"), "utf8");
    expect([read("candidates", "1.csv"), read("candidates", "2.csv")]).toEqual(["id\n1\n", sample]);
    expect([read("submission.csv"), read("code", "model", "weights"), read("logs", "train.log")]).toEqual([
      sample,
      "weights\n",
      "trained\n",
    ]);
    expect(existsSync(join(folder, "workspace"))).toBe(false);
    expect(await verifyRun(folder)).toMatchObject({ problems: [], unfinished: 0 });
  };

  test("is watched, handed over, sealed and graded like any other", async () => {
    const folder = place("whole", run.id);
    expect(await executeRun(...execution(folder, remoteSandboxes()))).toMatchObject({ end: "finished" });
    await expectWholeRun(folder);
  });

  test("is sealed by the next process when the first was killed after the agent had stopped", async () => {
    const folder = place("killed", run.id);
    mkdirSync(folder, { recursive: true });
    const journal = Journal.open<RunEvent>(join(folder, "events.jsonl"));
    const [{ gpus, signal }, { agent, sandboxFor }] = execution(folder, remoteSandboxes());
    const scratch = place("killed", "scratch");
    mkdirSync(scratch);
    const failure = new AttemptFailure();
    const setup = await setUpSandbox({ run, folder, plan, agent, sandboxFor, scratch, gpus, journal, failure });
    const record = "";
    const common = { run, plan, folder, record, agent, signal, journal, failure };
    const stopped = await attemptRun({ ...setup, ...common, number: 1 });
    journal.append(stopped);
    await setup.close();
    journal.close();
    const [where, tools] = execution(folder, remoteSandboxes());
    const noSandbox = async () => await Promise.reject(new Error("No sandbox is needed any more."));
    expect(await executeRun(where, { ...tools, sandboxFor: noSandbox })).toMatchObject({ end: "finished" });
    const types = eventsIn(folder).map(({ type }) => type);
    expect(types.slice(-4)).toEqual(["stopped", "sealed", "graded", "ended"]);
    expect(readFileSync(join(folder, "code", "model", "weights"), "utf8")).toBe("weights\n");
    expect(eventsIn(folder).find(({ type }) => type === "sealed")).toMatchObject({ dropped: 1 });
  });

  test("is tried again when its files are lost with their machine", async () => {
    const folder = place("lost", run.id);
    const provider = remoteSandboxes();
    let opened = 0;
    const failing: SandboxProvider = {
      ...provider,
      open: async (spec) => {
        const sandbox = await provider.open(spec);
        opened += 1;
        if (opened > 1) return sandbox;
        const handOver = async () => await Promise.reject(new SandboxUnavailable("The machine is gone."));
        return { ...sandbox, handOver };
      },
    };
    expect(await executeRun(...execution(folder, failing))).toMatchObject({ end: "finished" });
    expect(eventsIn(folder).find(({ type }) => type === "interrupted")).toMatchObject({
      attempt: 1,
      reason: "The machine is gone.",
    });
    expect(existsSync(join(folder, "attempts", "1", "candidates", "1.csv"))).toBe(true);
    await expectWholeRun(folder);
  });
});
