// Measures what a search costs besides its model and its programs: milliseconds per experiment. No pass or fail.
import { spawnSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const command = fileURLToPath(new URL("../dist/cli/main.js", import.meta.url));
const folder = mkdtempSync(join(tmpdir(), "mlebench-bench-search-"));
const data = join(folder, "data");
const id = "demo-plant-flowering";
const experiments = 20;

const program = `import { readFileSync, writeFileSync } from "node:fs";
const rows = readFileSync(process.env.DATA_DIR + "/sample_submission.csv", "utf8");
writeFileSync(process.env.OUTPUT_DIR + "/final_submission.csv", rows);
writeFileSync(process.env.OUTPUT_DIR + "/result.json", '{"score": 0.5}');
`;
const script = join(folder, "script.yaml");
writeFileSync(script, JSON.stringify({ otherwise: `The sample.\n\n\`\`\`js main.mjs\n${program}\`\`\`\n` }));

function mlebench(...parameters) {
  const { status, stderr } = spawnSync(process.execPath, [command, ...parameters], { encoding: "utf8" });
  if (status !== 0) throw new Error(`mlebench ${parameters[0]} ended with ${status}: ${stderr}`);
}

const linesOf = (path) =>
  readFileSync(path, "utf8")
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line));

function measure(sandbox, evaluator) {
  const runs = join(folder, `${sandbox}-${evaluator}`);
  const settings = ["program=main.mjs", `steps=${experiments}`, `num_drafts=${experiments}`, "knowledge=false"];
  const set = [...settings, `evaluator=${evaluator}`].flatMap((each) => ["--set", each]);
  const places = ["--run-dir", runs, "--data-dir", data, "--sandbox", sandbox, "--allow-unsafe"];
  mlebench("run", "-c", id, "--agent", "search", "--model", `scripted/${script}`, ...places, ...set);
  const run = join(runs, readdirSync(runs)[0], `${id}_seed-0`);
  const lines = linesOf(join(run, "events.jsonl"));
  const events = lines.filter(({ type }) => type === "agent");
  const timeOf = (type) => Date.parse(events.find(({ event }) => event.type === type).time);
  const programs = events.reduce((sum, { event }) => sum + (event.type === "ran" ? 1000 * event.run.seconds : 0), 0);
  const calls = linesOf(join(run, "calls.jsonl")).reduce((sum, { durationMs }) => sum + durationMs, 0);
  // A file is judged right before the line that says so.
  const judged = lines.map(({ type, time }, index) =>
    type === "validation" || type === "rehearsal" ? Date.parse(time) - Date.parse(lines[index - 1].time) : 0,
  );
  const judging = judged.reduce((sum, ms) => sum + ms, 0);
  const own = timeOf("finished") - timeOf("step") - programs - calls - judging;
  const each = (ms) => `${(ms / experiments).toFixed(0)} ms`;
  console.log(
    `${sandbox}, ${evaluator}: the core takes ${each(own)} per experiment, the harness ${each(judging)} to judge its files, its programs ${each(programs)} (mean of ${experiments})`,
  );
}

mlebench("prepare", "-c", id, "--data-dir", data);
for (const sandbox of ["bubblewrap", "local"])
  for (const evaluator of ["self-reported", "rehearsal"]) measure(sandbox, evaluator);
rmSync(folder, { recursive: true });
