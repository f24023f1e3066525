import { mkdirSync, writeFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import type { AgentTask } from "../../../src/contracts/agent.ts";
import { bubblewrapSandboxes } from "../../../src/sandboxes/bubblewrap/bubblewrap.ts";
import { localSandboxes } from "../../../src/sandboxes/local/local.ts";
import { hasBubblewrap } from "../../support/bubblewrap.ts";
import { temporaryDirectory } from "../../support/temporary-directory.ts";
import { anythingIsValid } from "../act-in.ts";
import { answers, drafts, oneByOne, program, searchIn, testAgent } from "./core-ground.ts";

const place = temporaryDirectory();
const publicData = place("public");
mkdirSync(publicData);
writeFileSync(place("public", "description.md"), "# Flowers\n");
const sandboxes = hasBubblewrap ? bubblewrapSandboxes() : localSandboxes();

/** A program that runs a shell script, then does what it should. */
const after = (score: number, shell: string): string =>
  program(
    score,
    `import { execFileSync } from "node:child_process";
execFileSync("/bin/sh", ["-c", ${JSON.stringify(shell)}], { stdio: "inherit" });`,
  );

/** The first experiment is good, the second does this; the third, which has git read its file again, is good, but not as good. */
async function searchWith(bad: string, more: Partial<Parameters<typeof searchIn>[1]> = {}) {
  const model = answers((title) =>
    title.includes("experiment_2 ") ? bad : title.includes("_1 ") ? program(0.5) : after(0.25, "touch main.mjs"),
  );
  const agent = testAgent(oneByOne(3), { debugTries: 0 });
  const acted = await searchIn(publicData, { agent, model, sandboxes, ...more });
  return { ...acted, states: acted.of("ended").map(({ state }) => state) };
}

describe.concurrent("a search goes on, with its best submission in place, after a program", () => {
  const evil = 'echo evil > "$SUBMISSION_DIR/submission.csv"';
  test.for([
    [
      "plants hooks and filters for git",
      `cd "$CODE_DIR/.git"; mkdir -p hooks info
      for name in post-checkout pre-commit post-commit reference-transaction post-index-change; do
        printf '#!/bin/sh\n%s\n' '${evil}' > hooks/$name; chmod +x hooks/$name; done
      printf '%s\ncat\n' '${evil}' > evil.sh
      printf '[filter "x"]\nclean = sh %s\nsmudge = sh %s\n[core]\nfsmonitor = sh %s\n' $PWD/evil.sh $PWD/evil.sh $PWD/evil.sh >> config
      printf '* filter=x\n' > info/attributes
      for each in worktrees/*; do mkdir -p /tmp/evil; cp -R . /tmp/evil/; echo /tmp/evil > $each/commondir; done
      echo changed > "$CODE_DIR/sessions/experiment_2/main.mjs"`,
    ],
    [
      "closes the folders",
      'chmod 500 "$SUBMISSION_DIR"; chmod 0 "$CODE_DIR/.git" "$CODE_DIR/sessions"; chmod 500 "$CODE_DIR"',
    ],
    [
      "puts pipes into the repository",
      'cd "$CODE_DIR/.git"; rm HEAD config; mkfifo HEAD config index.lock ../sessions/experiment_2/.gitignore',
    ],
    [
      "replaces folders by links",
      'cd "$CODE_DIR"; rm -rf sessions; ln -s "$DATA_DIR" sessions; ln -s "$CODE_DIR/output_data_experiment_1" output_data_experiment_3',
    ],
    ["replaces its folder by a link", 'cd "$CODE_DIR/sessions"; rm -rf experiment_2; ln -s /etc experiment_2'],
    [
      "rewrites branches",
      `cd "$CODE_DIR/.git/refs/heads"; echo nonsense > main; echo nonsense > experiment_1; mkdir experiment_3
      echo nonsense > experiment_3/x; rm -rf ../../objects/*`,
    ],
    [
      "plants the folder of a later experiment",
      `cd "$CODE_DIR"; mkdir -p .git/worktrees/experiment_3 sessions/experiment_3/.git
      : > .git/worktrees/experiment_3/ready; echo 'throw new Error()' > sessions/experiment_3/main.mjs`,
    ],
    ["replaces the repository by a file", 'cd "$CODE_DIR"; rm -rf .git sessions; echo > .git; echo > sessions'],
    [
      "replaces the submission by a folder",
      'cd "$SUBMISSION_DIR"; rm submission.csv; mkdir -p submission.csv/a; chmod 0 submission.csv',
    ],
    [
      "replaces the submission by a pipe",
      'cd "$SUBMISSION_DIR"; rm submission.csv; mkfifo submission.csv .submission.csv.next',
    ],
    [
      "replaces the submission by an endless file",
      'cd "$SUBMISSION_DIR"; rm submission.csv; truncate -s 4T submission.csv',
    ],
    [
      "overwrites what others wrote",
      'cd "$CODE_DIR"; for each in output_data_*; do echo evil > $each/final_submission.csv; done',
    ],
  ] as const)("%s", { timeout: 120_000 }, async ([, shell]) => {
    const { states, submission, end, of } = await searchWith(after(0.1, shell));
    expect(states, JSON.stringify(of("ended"))).toEqual(["good", expect.any(String), "good"]);
    expect(submission).toBe("id,score\n1,0.5\n");
    expect(end.exitCode).toBe(0);
  });
});

describe.concurrent("there is no submission when a program writes", () => {
  test.for([
    ["a pipe", 'mkfifo "$OUTPUT_DIR/final_submission.csv"; exit 1'],
    ["a folder", 'mkdir "$OUTPUT_DIR/final_submission.csv"; exit 1'],
    ["a link to the data", 'ln -s "$DATA_DIR/description.md" "$OUTPUT_DIR/final_submission.csv"; exit 1'],
  ] as const)("%s", async ([, shell]) => {
    const bad = `import { spawnSync } from "node:child_process";
spawnSync("/bin/sh", ["-c", ${JSON.stringify(shell)}]);`;
    const { states, submission } = await searchWith(bad);
    expect(states).toEqual(["good", "failed", "good"]);
    expect(submission).toBe("id,score\n1,0.5\n");
  });
});

describe("bytes that were not checked are never submitted", () => {
  /** Judges other bytes than those that are there before and after, as programs that run side by side could arrange it. */
  const swapping: (task: AgentTask) => AgentTask = (task) => ({
    ...task,
    check: async (file) => {
      const before = await task.sandbox.readFile(file);
      await task.sandbox.writeFile(file, "id,score\n1,0\n");
      const found = await anythingIsValid(task.sandbox, file);
      await task.sandbox.writeFile(file, before!);
      return found;
    },
  });

  test("when a file is exchanged around its check", async () => {
    const agent = testAgent(drafts(2), { debugTries: 0 });
    const swapped = { ...agent, act: (task: AgentTask) => agent.act(swapping(task)) };
    const { of, submission } = await searchIn(publicData, { agent: swapped, model: answers(() => program(0.5)) });
    expect(of("ended").map(({ state }) => state)).toEqual(["good", "good"]);
    expect(of("banked")).toEqual([]);
    expect(submission).toBeNull();
  });

  test("when a file cannot be checked", async () => {
    const check: AgentTask["check"] = async () => ({
      valid: null,
      message: "It took too long.",
      sha256: "0".repeat(64),
    });
    const agent = testAgent(drafts(1), { debugTries: 0 });
    const { of, submission } = await searchIn(publicData, {
      agent,
      model: answers(() => program(0.5)),
      task: { check },
    });
    expect(of("ended")).toMatchObject([{ state: "failed", failure: "It took too long." }]);
    expect(submission).toBeNull();
  });
});

test("escape sequences and invalid characters of a program stay out of the record", async () => {
  const bad = `process.stdout.write(Buffer.from([27, 93, 48, 59, 104, 105, 7, 255, 254, 0]));
console.error("\\x1b[2J\\x1b[31mTraceback (most recent call last):\\x1b]8;;http://example.org\\x07" + "\\u202e".repeat(9));
process.exit(3);`;
  const { of } = await searchWith(bad);
  const { excerpt } = of("ran").find(({ experiment }) => experiment === "experiment_2")!.run;
  expect(excerpt).toContain("Traceback");
  expect(excerpt).not.toMatch(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/);
});
