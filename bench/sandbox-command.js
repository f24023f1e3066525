// Measures what a command costs in each sandbox, and opening one, against a bare process. No pass or fail.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { bubblewrapSandboxes } from "../dist/sandboxes/bubblewrap/bubblewrap.js";
import { localSandboxes } from "../dist/sandboxes/local/local.js";

const command = "/bin/true";
const repetitions = 50;
const openings = 10;
/** Commands in quick succession are cheaper than those of an agent: the kernel need not wait for anything twice. */
const pauseMs = 30;
const limits = { memoryMb: 4096, processes: 500, diskMb: 1000, wallClockMs: 3_600_000 };

const folder = mkdtempSync(join(tmpdir(), "mlebench-bench-command-"));
const publicData = join(folder, "data");
mkdirSync(publicData);

/** The median time of an action in milliseconds, and how long it took the first time. */
async function measure(times, action) {
  const taken = [];
  for (let index = 0; index < times; index += 1) {
    await sleep(pauseMs);
    const begun = performance.now();
    await action(index);
    taken.push(performance.now() - begun);
  }
  const [first] = taken;
  return { first, median: taken.sort((a, b) => a - b)[times >> 1] };
}

const ms = (value) => `${value.toFixed(1)} ms`;

const bare = await measure(repetitions, async () => {
  await once(spawn(command, { stdio: ["ignore", "pipe", "pipe"] }), "close");
});
console.log(`a bare process: ${ms(bare.median)} (median of ${repetitions})`);

for (const provider of [bubblewrapSandboxes(), localSandboxes()]) {
  const reason = await provider.unavailable();
  if (reason !== null) {
    console.log(`${provider.name}: not measured. ${reason}`);
    continue;
  }
  const open = async (name) =>
    await provider.open({ name, publicData, workspace: join(folder, name), network: "none", limits });
  const opened = [];
  const opening = await measure(openings, async (index) => {
    opened.push(await open(`${provider.name}-${index}`));
  });
  const commands = await measure(repetitions, async () => {
    const { exitCode } = await opened[0].run([command], { directory: "/" });
    if (exitCode !== 0) throw new Error(`${command} ended with ${exitCode} in ${provider.name}`);
  });
  for (const sandbox of opened) await sandbox.dispose();
  console.log(
    `${provider.name}: a command takes ${ms(commands.median)} (${(commands.median / bare.median).toFixed(1)} x a bare process), the first one of a sandbox ${ms(commands.first)}; opening takes ${ms(opening.median)}, the first time ${ms(opening.first)}`,
  );
}
rmSync(folder, { recursive: true });
