import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { groupMeans } from "../agents/search/scripted-search.ts";
import { hasBubblewrap } from "../support/bubblewrap.ts";
import { plant, runGround } from "../support/run-agents.ts";
import { runCli } from "../support/run-cli.ts";
import { callsOf, eventsOf } from "../support/search-runs.ts";

const ground = await runGround(plant);
const good = (column: string) => [
  { write_file: { path: "main.mjs", content: groupMeans([column]) } },
  { done: { summary: `The means by ${column}.` } },
];
const bash = (command: string) => ({ bash: { command } });

/**
 * The first experiment is good; the coder of the second does this, then writes a program if it can; the third is good, too.
 * Which one is asked for shows in what the prompt says of earlier ones.
 */
async function searchWith(hostile: readonly unknown[], seconds = 60) {
  const file = join(ground.fresh(), "script.yaml");
  // A conversation is hostile in its first turn.
  const isSecond = { any: "The means by window", last: "complete solution" };
  const rules = [
    { when: { any: "means by fertilizer" }, tools: good("species") },
    { when: isSecond, tools: hostile },
    { when: { any: "The means by window" }, tools: good("fertilizer") },
  ];
  writeFileSync(file, JSON.stringify({ rules, otherwise: { tools: good("window") } }));
  const settings = [
    ...[
      "policy=sequence",
      "sequence=draft,draft,draft",
      "steps=3",
      "coder=react",
      "program=main.mjs",
      "knowledge=false",
    ],
    ...[`coder_seconds=${seconds}`, "coder_turns=4", "code_debug_tries=0"],
  ].flatMap((each) => ["--set", each]);
  const ran = await ground.run([
    "--agent",
    "search",
    "--model",
    `scripted/${file}`,
    "--time-limit",
    "600",
    ...settings,
  ]);
  expect(ran.exitCode, ran.stderr).toBe(0);
  const run = ran.group.run();
  const results = readFileSync(run.place("events.jsonl"), "utf8");
  const tools = results.split("\n").filter((line) => line.includes('"used-tool"') && line.includes("experiment_2/"));
  const verified = await runCli(["verify", ran.group.folder]);
  expect(verified.exitCode, verified.stdout).toBe(0);
  expect(run.end.end).toBe("finished");
  expect(run.events).toContainEqual(expect.objectContaining({ type: "graded", valid: true }));
  expect(eventsOf(run, "ended").map(({ state }) => state)).toEqual(["good", expect.any(String), "good"]);
  // It did what it was told to.
  const turns = eventsOf(run, "asked").filter(({ key }) => key.startsWith("experiment_2/v1/turn-"));
  expect(turns[0]!.toolCalls).toHaveLength(hostile.length);
  return { run, tools: tools.join("\n") };
}

describe
  .skipIf(!hasBubblewrap)
  .concurrent("a search with tools goes on, and its best is graded, when its model", () => {
    test.for([
      ["deletes the workspace", [bash('rm -rf "$CODE_DIR"/* "$CODE_DIR"/.git; ls -A "$CODE_DIR"')]],
      ["deletes the repository", [bash('rm -rf "$CODE_DIR/.git" .git')]],
      ["deletes its own folder", [bash('rm -rf "$PWD"')]],
      [
        "puts a link to the data in the place of its program",
        [bash('rm -f main.mjs; ln -s "$DATA_DIR/train.csv" main.mjs')],
      ],
      [
        "puts a link to a folder above in the place of its program",
        [bash("rm -f main.mjs; ln -s ../experiment_1 main.mjs")],
      ],
      [
        "leaves processes that go on writing",
        [
          bash(
            '(while :; do echo evil > main.mjs; echo evil > "$SUBMISSION_DIR/submission.csv"; done) >/dev/null 2>&1 &',
          ),
          bash(
            "setsid sh -c 'while :; do echo evil > \"$CODE_DIR/sessions/experiment_2/main.mjs\"; done' >/dev/null 2>&1 &",
          ),
        ],
      ],
    ] as const)("%s", async ([, calls]) => {
      await searchWith(calls);
    });

    test("never ends a command: its time ends it", async () => {
      const started = performance.now();
      await searchWith([bash("echo begun; sleep 100000")], 10);
      // A command alone may take ten minutes.
      expect(performance.now() - started).toBeLessThan(300_000);
    });

    test("prints 100 MB, of which it sees a part", async () => {
      const { run, tools } = await searchWith([bash("head -c 100000000 /dev/zero | tr '\\\\0' x; echo; echo the end")]);
      expect(tools.length).toBeLessThan(100_000);
      expect(tools).toContain("the end");
      expect(callsOf(run).every(({ usage }) => usage.inputTokens! < 50_000)).toBe(true);
    });

    test("reads and writes outside its folder, or with arguments that make no sense", async () => {
      const { run, tools } = await searchWith([
        { write_file: { path: "../../best_solution/main.mjs", content: "evil" } },
        { write_file: { path: "/etc/passwd", content: "evil" } },
        { write_file: { path: "../experiment_1/main.mjs", content: "evil" } },
        { replace_in_file: { path: "../../output_data_experiment_1/final_submission.csv", old: "0", new: "1" } },
        { write_file: { path: 7, content: ["evil"] } },
        { write_file: {} },
        { launch_missiles: { at: "dawn" } },
        { bash: { command: "x".repeat(1_000_000) } },
        { write_file: { path: "y".repeat(1_000_000), content: "evil" } },
        { bash: "not an object" },
      ]);
      expect(tools.match(/"isError":true/g)!.length).toBeGreaterThanOrEqual(8);
      expect(tools).toContain("There is no tool launch_missiles");
      expect(run.read("code", "output_data_experiment_1", "final_submission.csv")).toMatch(/^plant_id,flowers\n/);
      expect(run.read("code", "best_solution", "main.mjs")).not.toContain("evil");
    });
  });
