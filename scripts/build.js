// Compiles src/ into a new folder that then replaces dist/: nothing of a deleted source stays, and a command that starts
// meanwhile finds either the old build or the new one.
import { spawnSync } from "node:child_process";
import { chmodSync, existsSync, renameSync, rmSync } from "node:fs";
import { bundleBaseline } from "./bundle-baseline.js";
import { bundleCommand } from "./bundle-command.js";

const fresh = `dist-${process.pid}`;
const compiled = spawnSync("npx", ["tsc", "-p", "tsconfig.build.json", "--outDir", fresh], { stdio: "inherit" });
if (compiled.status === 0) {
  await bundleBaseline(`${fresh}/agents/baseline/main.js`, `${fresh}/agents/baseline.mjs`);
  await bundleCommand(fresh);
  chmodSync(`${fresh}/cli/main.js`, 0o755);
  const old = `${fresh}-old`;
  if (existsSync("dist")) renameSync("dist", old);
  renameSync(fresh, "dist");
  rmSync(old, { recursive: true, force: true });
} else {
  rmSync(fresh, { recursive: true, force: true });
  process.exitCode = compiled.status ?? 1;
}
