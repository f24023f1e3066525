import { execFile } from "node:child_process";
import { mkdirSync, readFileSync, renameSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { beforeAll, expect, test } from "vitest";
import { extractArchive } from "../src/lib/archive/extract-archive.ts";
import { temporaryDirectory } from "./support/temporary-directory.ts";

const run = promisify(execFile);
const project = fileURLToPath(new URL("..", import.meta.url));
const place = temporaryDirectory();
const { version, dependencies, exports } = JSON.parse(readFileSync(join(project, "package.json"), "utf8"));
const installed = (...components: string[]) => place("node_modules", "mlebench", ...components);
const node = (...parameters: string[]) => run(process.execPath, parameters, { cwd: place() });

/** Packs the build and installs it with the packages that it declares, and no others. */
beforeAll(async () => {
  await run("npm", ["pack", "--ignore-scripts", "--pack-destination", place()], { cwd: project });
  await extractArchive(place(`mlebench-${version}.tgz`), place("packed"));
  mkdirSync(place("node_modules", "@types"), { recursive: true });
  renameSync(place("packed", "package"), installed());
  writeFileSync(place("package.json"), "{}");
  for (const name of [...Object.keys(dependencies), "@types/node"]) {
    mkdirSync(join(place("node_modules", name), ".."), { recursive: true });
    symlinkSync(join(project, "node_modules", name), place("node_modules", name));
  }
});

test("the packed command prepares a competition and runs an agent on it", async () => {
  const mlebench = (...parameters: string[]) => node(installed("dist/cli/main.js"), ...parameters);
  expect((await mlebench("--version")).stdout).toBe(`${version}\n`);
  const competition = ["-c", "demo-plant-flowering", "--data-dir", place("data")];
  await mlebench("prepare", ...competition);
  const options = ["--agent", "dummy", "--sandbox", "local", "--allow-unsafe", "--run-dir", place("runs"), "--json"];
  expect(JSON.parse((await mlebench("run", ...competition, ...options)).stdout)).toMatchObject({ runs: 1, settled: 1 });
});

test("the packed library is imported with its types", async () => {
  const names = Object.keys(exports).map((name) => join("mlebench", name));
  const imports = names.map(
    (name, index) => `import * as part${index} from "${name}";\nconsole.log(Object.keys(part${index}).length > 0);\n`,
  );
  writeFileSync(place("use.mts"), imports.join(""));
  const compiler = join(project, "node_modules", "typescript", "bin", "tsc");
  await node(compiler, "--strict", "--module", "nodenext", "--target", "es2023", "--types", "node", "use.mts");
  expect((await node("use.mjs")).stdout).toBe("true\n".repeat(names.length));
});

test("every link of the README works from the package's page", () => {
  const readme = readFileSync(installed("README.md"), "utf8");
  const targets = [...readme.matchAll(/\]\(([^)\s]+)\)/g)].map((match) => match[1]!);
  expect(targets.filter((target) => !/^(https:\/\/|#)/.test(target))).toEqual([]);
});
