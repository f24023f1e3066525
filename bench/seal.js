// Measures how long it takes to seal what an agent leaves behind: many small files, and a deep tree. No pass or fail.
import { mkdirSync, mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { removeLargeTree } from "../dist/lib/files/remove-tree.js";
import { sealRun } from "../dist/runs/execution/seal-run.js";

const root = mkdtempSync(join(tmpdir(), "mlebench-bench-seal-"));

/** A run's folder after the hand-over. */
function handedOver(name) {
  const folder = join(root, name);
  for (const part of ["submission", "code", "logs"]) mkdirSync(join(folder, "workspace", part), { recursive: true });
  writeFileSync(join(folder, "output.log"), "");
  return folder;
}

async function measure(what, folder) {
  const started = performance.now();
  await sealRun(folder, { retain: false });
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  const memory = Math.round(process.resourceUsage().maxRSS / 1024);
  console.log(`${what}: sealed in ${seconds} s, peak memory ${memory} MiB`);
}

try {
  const wide = handedOver("wide");
  for (let index = 0; index < 200_000; index += 1) {
    const parent = join(wide, "workspace", "code", String(index % 200));
    if (index < 200) mkdirSync(parent);
    writeFileSync(join(parent, `${index}.txt`), `file ${index}\n`);
  }
  await measure("200,000 files", wide);
  const deep = handedOver("deep");
  let folder = join(deep, "workspace", "code");
  for (let depth = 0; depth < 1500; depth += 1) {
    folder = join(folder, "d");
    mkdirSync(folder);
    for (let index = 0; index < 5; index += 1) writeFileSync(join(folder, String(index)), "x");
  }
  await measure("a tree of 1500 levels with 5 files each", deep);
} finally {
  await removeLargeTree(root);
}
