// Compiles src/ into a new folder that then replaces dist/: nothing of a deleted source stays, and a command that starts
// meanwhile finds either the old build or the new one.
import { spawnSync } from "node:child_process";
import { chmodSync, copyFileSync, existsSync, renameSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { bundleBaseline } from "./bundle-baseline.js";
import { bundleCommand } from "./bundle-command.js";

const fresh = `dist-${process.pid}`;
const compiled = spawnSync("npx", ["tsc", "-p", "tsconfig.build.json", "--outDir", fresh], { stdio: "inherit" });
if (compiled.status === 0) {
  await bundleBaseline(`${fresh}/agents/baseline/main.js`, `${fresh}/agents/baseline.mjs`);
  await bundleCommand(fresh);
  // Shipped, because installing the package it comes from would compile native code on some systems.
  const grammar = createRequire(import.meta.url).resolve("tree-sitter-python/tree-sitter-python.wasm");
  copyFileSync(grammar, `${fresh}/agents/python-grammar.wasm`);
  copyFileSync(join(dirname(grammar), "LICENSE"), `${fresh}/agents/python-grammar.LICENSE`);
  chmodSync(`${fresh}/cli/main.js`, 0o755);
  const old = `${fresh}-old`;
  if (existsSync("dist")) renameSync("dist", old);
  renameSync(fresh, "dist");
  rmSync(old, { recursive: true, force: true });
} else {
  rmSync(fresh, { recursive: true, force: true });
  process.exitCode = compiled.status ?? 1;
}
