// The first command of the README: grades submissions of three imaginary agents on small synthetic answers of four real
// competitions, without data from Kaggle. Everything is made from a seed in a temporary folder.
import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

let state = 20_240;
/** A small deterministic generator of numbers in [0, 1): the demo must look the same on every machine. */
const random = () => {
  state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
  return state / 2_147_483_648;
};
const rows = 400;
const ids = Array.from({ length: rows }, (_, row) => `item-${String(row).padStart(4, "0")}`);
const clamp = (value) => Math.min(0.999, Math.max(0.001, value));

/** Per competition: the truth, and what an agent of a given skill (0 guesses, 1 knows) would submit. */
const competitions = {
  "aerial-cactus-identification": () => {
    const truth = ids.map(() => (random() < 0.75 ? 1 : 0));
    return table(["id", "has_cactus"], truth, (label, skill) => [clamp(skill * label + (1 - skill) * random())]);
  },
  "spaceship-titanic": () => {
    const truth = ids.map(() => (random() < 0.5 ? "True" : "False"));
    return table(["PassengerId", "Transported"], truth, (label, skill) => [
      random() < 0.5 + skill / 2 ? label : label === "True" ? "False" : "True",
    ]);
  },
  "petfinder-pawpularity-score": () => {
    const truth = ids.map(() => Math.round(1 + 99 * random()));
    return table(["Id", "Pawpularity"], truth, (value, skill) => [
      Math.min(100, Math.max(1, skill * value + (1 - skill) * 38)).toFixed(3),
    ]);
  },
  "tweet-sentiment-extraction": () => {
    const words = ["so", "happy", "today", "what", "a", "lovely", "sunny", "day", "feeling", "great"];
    const truth = ids.map(() => words.filter(() => random() < 0.5).join(" ") || "happy");
    return table(["textID", "selected_text"], truth, (text, skill) => [random() < skill ? text : "a day"]);
  },
};

function table(header, truth, predict) {
  const csv = (cells) =>
    [header, ...ids.map((id, row) => [id, ...cells(row)])].map((line) => line.join(",")).join("\n");
  return { answers: csv((row) => [truth[row]]), submission: (skill) => csv((row) => predict(truth[row], skill)) };
}

const agents = { careless: 0, fair: 0.8, excellent: 1 };
const folder = mkdtempSync(join(tmpdir(), "mlebench-demo-"));
try {
  const lines = [];
  for (const [id, make] of Object.entries(competitions)) {
    const { answers, submission } = make();
    mkdirSync(join(folder, id));
    writeFileSync(join(folder, id, "answers.csv"), `${answers}\n`);
    for (const [agent, skill] of Object.entries(agents)) {
      const submissionPath = join(folder, id, `${agent}.csv`);
      writeFileSync(submissionPath, `${submission(skill)}\n`);
      const answersPath = join(folder, id, "answers.csv");
      lines.push(JSON.stringify({ competition_id: id, submission_path: submissionPath, answers_path: answersPath }));
    }
  }
  writeFileSync(join(folder, "submissions.jsonl"), lines.join("\n"));
  console.log(
    `Three agents (${Object.keys(agents).join(", ")}) on four competitions, synthetic answers of ${rows} rows:\n`,
  );
  const command = fileURLToPath(new URL("../dist/cli/main.js", import.meta.url));
  const { status } = spawnSync(
    process.execPath,
    [command, "grade", "--submission", join(folder, "submissions.jsonl"), "--output-dir", join(folder, "report")],
    { stdio: ["ignore", "inherit", "ignore"] },
  );
  console.log(`
Next:
  npx mlebench list --split lite                 the 22 competitions of the low-complexity split
  npx mlebench show spaceship-titanic            metric, thresholds, submission format, known problems
  npx mlebench grade-sample FILE ID --answers F  grade one file
  npx mlebench validate FILE ID --sample F       check its format only`);
  process.exitCode = status ?? 1;
} finally {
  rmSync(folder, { recursive: true });
}
