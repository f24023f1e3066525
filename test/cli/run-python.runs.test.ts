import { execFileSync } from "node:child_process";
import { chmodSync, mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { plainSandboxes } from "../support/bubblewrap.ts";
import { makeEnvironment, pyenvPython, systemPython } from "../support/pythons.ts";
import { plant, runGround } from "../support/run-agents.ts";

const ground = await runGround(plant);
/** Modules with shared libraries of the system's, and where the interpreter is. */
const agent = `
import bz2, ctypes, hashlib, json, os, shutil, sqlite3, ssl, sys
print(json.dumps([sys.prefix, sys.base_prefix, sys.version.split()[0]]))
shutil.copy(os.environ["DATA_DIR"] + "/sample_submission.csv", os.environ["SUBMISSION_DIR"] + "/submission.csv")`;
const withPackage = `import own_package\nassert own_package.name == 7\n${agent}`;

function askHost(python: string): unknown {
  const script = "import json, sys; print(json.dumps([sys.prefix, sys.base_prefix, sys.version.split()[0]]))";
  return JSON.parse(execFileSync(python, ["-I", "-c", script], { encoding: "utf8" }));
}

const runIn = (sandbox: string, python: string, script: string, name = "python") =>
  ground.run(["--sandbox", sandbox, "--python", python, "--time-limit", "600", "--", name, "-c", script]);

describe(`in ${plainSandboxes[0]}`, () => {
  const run = runIn.bind(null, plainSandboxes[0]!);

  test.runIf(pyenvPython !== null)("a Python in the user's home works", async () => {
    const ran = await run(pyenvPython!, agent, "python3");
    expect(ran.exitCode, ran.stderr).toBe(0);
    expect(JSON.parse(ran.group.run().output)).toEqual(askHost(pyenvPython!));
  });

  test.runIf(systemPython !== null)("folders that an environment's .pth files add are there", async () => {
    const project = ground.fresh();
    chmodSync(project, 0o755);
    const folder = makeEnvironment(systemPython!, join(project, ".venv"));
    mkdirSync(join(project, "src"));
    writeFileSync(join(project, "src", "beside.py"), "name = 8");
    const script = "import sysconfig; print(sysconfig.get_paths()['purelib'])";
    const packages = execFileSync(join(folder, "bin", "python"), ["-c", script], { encoding: "utf8" }).trim();
    writeFileSync(join(packages, "beside.pth"), `${join(project, "src")}\n`);
    const ran = await run(folder, `import beside\n${agent}`);
    expect(ran.exitCode, ran.stderr).toBe(0);
  });

  test.runIf(pyenvPython !== null)("a link to a Python works", async () => {
    const link = join(ground.fresh(), "python");
    symlinkSync(pyenvPython!, link);
    const ran = await run(link, agent, "python3");
    expect(ran.exitCode, ran.stderr).toBe(0);
  });
});

describe.each(plainSandboxes)("in %s", (sandbox) => {
  const run = runIn.bind(null, sandbox);

  test.runIf(pyenvPython !== null)("an environment made from it works, with its packages", async () => {
    const folder = makeEnvironment(pyenvPython!, join(ground.fresh(), "my project", ".venv"));
    const ran = await run(folder, withPackage);
    expect(ran.exitCode, ran.stderr).toBe(0);
    expect(JSON.parse(ran.group.run().output)).toEqual(askHost(join(folder, "bin", "python")));
  });

  test.runIf(systemPython !== null)("an environment of the system's Python works, with its packages", async () => {
    const folder = makeEnvironment(systemPython!, join(ground.fresh(), ".venv"));
    const ran = await run(folder, withPackage);
    expect(ran.exitCode, ran.stderr).toBe(0);
    expect(JSON.parse(ran.group.run().output)).toEqual(askHost(join(folder, "bin", "python")));
  });

  test.runIf(pyenvPython !== null)("the plan names the interpreter and what it needs", async () => {
    const words = ["--sandbox", sandbox, "--python", pyenvPython!, "--agent", "dummy", "--dry-run", "--json"];
    const { python, python_version, python_places } = JSON.parse((await ground.run(words)).stdout).plan.sandbox;
    const [prefix, , version] = askHost(pyenvPython!) as string[];
    expect(python).toMatch(new RegExp(`^${prefix}/bin/python3`));
    expect(python_version).toBe(version);
    expect(python_places).toEqual(sandbox === "local" ? [] : [prefix]);
  });
});

describe("what is not a Python", () => {
  test.each([
    ["/not/there", /--python \/not\/there: There is no such file/],
    ["not-a-program", /--python not-a-program: There is no such file/],
    ["/proc", /--python \/proc: The folder holds no bin\/python/],
    ["/bin/false", /--python \/bin\/false: \/bin\/false does not work as a Python 3/],
  ])("is refused: %s", async (python, reason) => {
    const ran = await ground.run(["--python", python, "--agent", "dummy"]);
    expect(ran.exitCode).toBe(2);
    expect(ran.stderr).toMatch(reason);
  });
});
