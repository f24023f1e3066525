import { chmodSync, chownSync, cpSync, mkdirSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { hasBubblewrap } from "../support/bubblewrap.ts";
import { plant, runGround } from "../support/run-agents.ts";
import { runCli } from "../support/run-cli.ts";
import { attack, expectOneEnd } from "./attack.ts";

const ground = await runGround(plant);

/** Root reads everything, so an ordinary user runs the agents, if this one can read our files. */
const user = 12_345;
const asUser = process.getuid?.() === 0 ? { user } : {};
const canRun = hasBubblewrap && (await runCli(["--version"], asUser)).exitCode === 0;

/** A folder of that user's with prepared data. */
function home(): string {
  const folder = ground.fresh();
  cpSync(ground.data, join(folder, "data"), { recursive: true });
  mkdirSync(join(folder, "runs"));
  if (process.getuid?.() !== 0) return folder;
  for (const name of ["", ...readdirSync(folder, { recursive: true, encoding: "utf8" })]) {
    chownSync(join(folder, name), user, user);
  }
  chmodSync(folder, 0o755);
  return folder;
}

test.skipIf(!canRun).each([
  ["its submission", 'chmod 0 "$SUBMISSION_DIR/submission.csv"'],
  ["its submission and its folder", 'chmod 0 "$SUBMISSION_DIR/submission.csv" "$SUBMISSION_DIR"'],
  ["its code and logs", 'chmod 0 "$CODE_DIR" "$LOGS_DIR"'],
  [
    "folders in folders",
    'mkdir -p a/b "$LOGS_DIR/c/d" /tmp/e/f; echo x > a/b/g; chmod 0 a/b/g a/b a "$LOGS_DIR/c/d" "$LOGS_DIR/c" /tmp/e/f /tmp/e',
  ],
  [
    "a folder that is nested too deeply to be kept",
    "i=0; while [ $i -lt 200 ]; do mkdir dddddddddddddddddddd && cd dddddddddddddddddddd; i=$((i+1)); done; mkdir x; chmod 0 x; cd ..; chmod 0 dddddddddddddddddddd",
  ],
])("an agent that closes %s to us earns neither another attempt nor an excuse", async (_, script) => {
  const folder = home();
  const ran = await attack(ground, {
    script: `sleep 0.5; ${script}; exit 0`,
    options: ["--data-dir", join(folder, "data"), "--run-dir", join(folder, "runs"), "--disk", "unlimited"],
    environment: { HOME: folder },
    ...asUser,
  });
  const events = await expectOneEnd(ran);
  expect(events.find(({ type }) => type === "graded")).toMatchObject({ valid: true });
});
