// Compiles src/ to dist/ from scratch, so that a deleted source never lingers, and makes the command executable.
import { execFileSync } from "node:child_process";
import { chmodSync, rmSync } from "node:fs";

rmSync("dist", { recursive: true, force: true });
execFileSync("npx", ["tsc", "-p", "tsconfig.build.json"], { stdio: "inherit" });
chmodSync("dist/cli/main.js", 0o755);
