// The README's first command: prepares the demo competitions, runs two agents on each with three seeds in the best sandbox
// that this machine has, and an agent with a scripted model on one of them, grades what they submitted and prints a table.
// Everything goes into the folder `demo`.
import { spawnSync } from "node:child_process";
import { availableParallelism } from "node:os";
import { fileURLToPath } from "node:url";

const command = fileURLToPath(new URL("../dist/cli/main.js", import.meta.url));
const script = fileURLToPath(new URL("../data/demo/solve-repair-minutes.yaml", import.meta.url));
const [data, runs] = ["demo/data", "demo/runs"];
const places = ["--data-dir", data, "--run-dir", runs];

/** Runs a command of mlebench, shows its messages as they come and returns its standard output. */
function mlebench(...parameters) {
  const { status, stdout, error } = spawnSync(process.execPath, [command, ...parameters], {
    stdio: ["inherit", "pipe", "inherit"],
    encoding: "utf8",
  });
  if (error) throw error;
  if (status !== 0) process.exit(status ?? 1);
  return stdout;
}

/** Nothing for the default, which isolates; where nothing isolates, our own agents may do without. */
function sandbox() {
  const parameters = ["run", "--agent", "dummy", "--split", "demo", "--dry-run", ...places];
  const { status } = spawnSync(process.execPath, [command, ...parameters]);
  return status === 0 ? [] : ["--sandbox", "local", "--allow-unsafe"];
}

const started = performance.now();
process.stderr.write("Preparing the demo competitions ...\n");
mlebench("prepare", "--split", "demo", "--data-dir", data);
const chosen = sandbox();
const groupOf = (...parameters) => {
  const options = [...places, ...chosen, "--time-limit", "60s", "--new", "--json"];
  return JSON.parse(mlebench("run", ...parameters, ...options)).group;
};
const everything = ["--split", "demo", "--seeds", "3", "--jobs", String(availableParallelism())];
const names = ["dummy", "baseline"].map((agent) => groupOf("--agent", agent, ...everything));
names.push(groupOf("--agent", "react", "--model", `scripted/${script}`, "-c", "demo-repair-minutes"));
const remark = `
These agents ran without isolation, because this machine has no sandbox; \`npx mlebench doctor\` says how to get one.
`;
console.log(`\n${mlebench("runs", "show", ...names, "--run-dir", runs).trimEnd()}
${chosen.length > 0 ? remark : ""}
Done in ${Math.round((performance.now() - started) / 1000)} s. Next, with MLEBENCH_RUN_DIR=${runs} and MLEBENCH_DATA_DIR=${data}:
  npx mlebench runs show ${names[1]}   every run of a group
  npx mlebench verify ${names[1]}      that nothing was changed since
  npx mlebench logs ${names[2]}           an agent with a (scripted) model at work
  npx mlebench agents                      who else can be run
  npx mlebench run -c demo-plant-flowering -- sh -c 'cp $DATA_DIR/sample_submission.csv $SUBMISSION_DIR/submission.csv'
  npx mlebench prepare -c leaf-classification   a real competition (asks for Kaggle credentials)`);
