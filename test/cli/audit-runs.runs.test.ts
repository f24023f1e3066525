import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import type { AuditFinding } from "../../src/results/audit/finding.ts";
import { groupsIn, plant, repair, runGround, submitSample } from "../support/run-agents.ts";
import { runCli } from "../support/run-cli.ts";

const ground = await runGround(plant, repair);
const script = fileURLToPath(new URL("../../data/demo/solve-repair-minutes.yaml", import.meta.url));

/** Runs an agent that is a shell script, in a folder that several agents may share. */
async function runAgent(runs: string, label: string, agent: string, more: readonly string[] = []): Promise<string> {
  const given = ["--label", label, "--run-dir", runs, ...more, "--", "/bin/sh", "-c", agent];
  const { exitCode, stderr } = await runCli(ground.parameters(given));
  expect(exitCode, stderr).toBe(0);
  return groupsIn(runs).find((folder) => folder.endsWith(`_${label}`))!;
}

async function audit(runs: string, environment: Readonly<Record<string, string>> = {}) {
  const { stdout, stderr, exitCode } = await runCli(["audit", "runs", ...groupsIn(runs), "--json"], { environment });
  expect([0, 3], stderr).toContain(exitCode);
  const audits: { group: string; findings: AuditFinding[]; file: string }[] = JSON.parse(stdout);
  return { exitCode, stdout, audits, findings: audits.flatMap(({ findings }) => findings) };
}

/** Predictions that differ from row to row. */
const predict = (more = "cat") =>
  `awk -F, 'NR==1{print} NR>1{printf "%s,0.%d\\n", $1, (NR*7919)%1000+1000}' "$DATA_DIR/sample_submission.csv" > all.csv
head -n 1 all.csv > "$SUBMISSION_DIR/submission.csv"; tail -n +2 all.csv | ${more} >> "$SUBMISSION_DIR/submission.csv"`;

test("clean runs give no findings, and the audit is written beside the group", async () => {
  const runs = ground.fresh();
  await ground.run(["--agent", "dummy", "--seeds", "2", "--run-dir", runs]);
  await ground.run(["--agent", "react", "--model", `scripted/${script}`, "-c", repair, "--run-dir", runs]);
  const honest = `${submitSample}; cat "$DATA_DIR/description.md"; echo "import pandas as pd" > "$CODE_DIR/main.py"`;
  await runAgent(runs, "honest", honest);
  const { audits, findings, exitCode } = await audit(runs);
  expect(findings).toEqual([]);
  expect(exitCode).toBe(0);
  for (const { group, file } of audits) {
    expect(file).toBe(`${group}.audit-runs.json`);
    expect(JSON.parse(readFileSync(file, "utf8"))).toMatchObject({ group, findings: [] });
    expect(existsSync(join(group, basename(file)))).toBe(false);
  }
  const verified = await runCli(["verify", ...groupsIn(runs)]);
  expect(verified.exitCode).toBe(0);
});

const openAiKey = `sk-proj-${"a1B2".repeat(10)}`;
const kaggleKey = "0123-secret-of-mine";

test("finds reaches for answers, Kaggle, the benchmark and secrets, with file and line", async () => {
  const runs = ground.fresh();
  const group = await runAgent(
    runs,
    "thief",
    `${submitSample}
cat > "$CODE_DIR/steal.py" <<'END'
import pandas as pd
answers = pd.read_csv("/home/data/../private/test.csv")
from mlebench.registry import registry
requests.get("https://example.org/search?q=${plant}+solution")
END
printf 'client = OpenAI("%s") # here\\n' ${openAiKey} > "$CODE_DIR/ask.py"
echo '$ kaggle competitions download -c ${plant}'
echo '$ find / -name "*answers*"'
echo 'trying ${kaggleKey}'`,
  );
  const { stdout, findings, exitCode } = await audit(runs, { KAGGLE_KEY: kaggleKey });
  expect(exitCode).toBe(3);
  const run = `${basename(group)}/${plant}_seed-0`;
  const found = Object.fromEntries(findings.map(({ check, severity, where }) => [check, { severity, where }]));
  expect(found).toMatchObject({
    "answer-path": { severity: "high", where: `${run}, code/steal.py:2` },
    "benchmark-source": { severity: "high", where: `${run}, code/steal.py:3` },
    "competition-name": { severity: "medium", where: `${run}, code/steal.py:4` },
    kaggle: { severity: "medium", where: expect.stringMatching(/output\.log:\d+$/) },
    "answer-search": { severity: "medium", where: expect.stringMatching(/output\.log:\d+$/) },
  });
  const secrets = findings.filter(({ check }) => check === "secret");
  expect(secrets.map(({ what, evidence }) => `${what} ${evidence}`).sort()).toEqual([
    expect.stringMatching(/\(OpenAI key\).*code\/ask\.py:1: client = OpenAI\("\*\*\*"\) # here/),
    expect.stringMatching(/\(value of KAGGLE_KEY\).*output\.log:\d+: trying \*\*\*/),
  ]);
  for (const secret of [openAiKey, kaggleKey]) {
    expect(stdout).not.toContain(secret);
    expect(readFileSync(`${group}.audit-runs.json`, "utf8")).not.toContain(secret);
  }
});

test("finds the answers themselves by their score", async () => {
  const runs = ground.fresh();
  await ground.run(["--agent", "oracle", "--run-dir", runs, "--sandbox", "local"]);
  const { findings } = await audit(runs);
  expect(findings).toContainEqual(expect.objectContaining({ check: "better-than-best", severity: "high" }));
});

test("finds the same predictions by different agents, also in another order, and by seeds of one agent", async () => {
  const runs = ground.fresh();
  await runAgent(runs, "first", predict());
  await runAgent(runs, "second", predict("sort -r"));
  const between = (await audit(runs)).findings;
  expect(between).toHaveLength(2);
  expect(between[0]).toMatchObject({
    check: "identical-submissions",
    severity: "high",
    what: "2 agents submitted the same predictions.",
    evidence: expect.stringContaining("equal up to their order"),
  });
  const seeds = ground.fresh();
  await runAgent(seeds, "third", predict(), ["--seeds", "2"]);
  const within = (await audit(seeds)).findings;
  expect(within).toMatchObject([{ check: "identical-submissions", severity: "low" }]);
  expect(within[0]!.evidence).toContain("equal to the byte");
});

test("a report mentions what was found, and that the group has changed since", async () => {
  const runs = ground.fresh();
  const group = await runAgent(runs, "reader", `${submitSample}; echo 'cat /data/private/answers.csv'`);
  expect((await runCli(["report", group])).stdout).not.toContain("audit runs");
  await audit(runs);
  expect((await runCli(["report", group])).stdout).toMatch(
    /`audit runs` found 0 high, 1 medium and 0 low: \S+audit-runs\.json/,
  );
  const file = `${group}.audit-runs.json`;
  writeFileSync(file, JSON.stringify({ ...JSON.parse(readFileSync(file, "utf8")), head: "another" }));
  expect((await runCli(["report", group])).stdout).toContain("before the group changed");
});

test("a single run and a wrong name are refused with the right names", async () => {
  const runs = ground.fresh();
  const group = basename(await runAgent(runs, "named", submitSample));
  const single = await runCli(["audit", "runs", `${group}/${plant}_seed-0`, "--run-dir", runs]);
  expect(single).toMatchObject({ exitCode: 2, stderr: expect.stringContaining(`Name its run group: \`${group}\``) });
  const wrong = await runCli(["audit", "runs", "namde", "--run-dir", runs]);
  expect(wrong).toMatchObject({ exitCode: 2, stderr: expect.stringContaining("Did you mean") });
});
