import { describe, expect, test } from "vitest";
import { Workspace } from "../../../../src/agents/search/workspace/workspace.ts";
import type { Sandbox } from "../../../../src/contracts/sandbox.ts";
import type { SandboxProvider } from "../../../../src/contracts/sandbox-kind.ts";
import { hasPods } from "../../../sandboxes/remote/has-pods.ts";
import { remoteSandboxes } from "../../../sandboxes/remote/remote.ts";
import { withSandbox } from "../../../support/sandbox-folders.ts";
import { providers as onThisMachine } from "../coders/providers.ts";

const providers = [...onThisMachine, ...(hasPods ? [["remote", remoteSandboxes()] as const] : [])];

interface Place {
  readonly sandbox: Sandbox;
  readonly workspace: Workspace;
  /** Runs a line of shell in the code folder, as a program could. */
  shell(line: string): Promise<string>;
}

async function inWorkspace(provider: SandboxProvider, use: (place: Place) => Promise<void>): Promise<void> {
  await withSandbox(provider, { limits: { wallClockMs: 600_000 } }, async (sandbox) => {
    const { signal } = new AbortController();
    const workspace = new Workspace({ sandbox, signal, graceMs: 500 }, "main.py");
    await workspace.open();
    const shell = async (line: string): Promise<string> =>
      (await sandbox.run(["/bin/sh", "-c", `cd "$1" && ${line}`, "sh", sandbox.paths.code], { directory: "/" })).output;
    await use({ sandbox, workspace, shell });
  });
}

const first = { experiment: "experiment_1", version: 1 };
const second = { experiment: "experiment_1", version: 2 };
const writing = (files: Readonly<Record<string, string>>, deleted: readonly string[] = []) => ({
  changes: { written: new Map(Object.entries(files)), deleted },
  message: "Some words",
});
const git = (line: string): string => `git -c safe.directory='*' -C sessions/experiment_1 ${line}`;

describe.each(providers)("a version that is saved, in the sandbox %s", (_, provider) => {
  test("is a commit and a clean folder", async () => {
    await inWorkspace(provider, async ({ workspace, shell }) => {
      const files = { "main.py": "x = 'ü'\n", 'src/a "b".py': "", "data.txt": "\n\nfrom refs/heads/main^0\n" };
      const made = await workspace.save(first, null, writing(files));
      expect(made).toEqual({ commit: expect.stringMatching(/^[0-9a-f]{40}$/), files, isWhole: true });
      expect(await shell(git("status --porcelain"))).toBe("");
      expect(await shell(git("log --format=%s%d"))).toContain("Some words (HEAD -> experiment_1)");
      expect(await shell(git("rev-parse HEAD"))).toBe(`${made.commit}\n`);
    });
  });

  test("builds on the one before, whatever programs have done to the folder", async () => {
    await inWorkspace(provider, async ({ workspace, shell }) => {
      const base = await workspace.save(first, null, writing({ "main.py": "x = 1\n", "a.py": "", "b.py": "" }));
      await shell(
        "mkdir elsewhere && echo kept > elsewhere/c.py && cd sessions/experiment_1 && touch junk && rm main.py a.py",
      );
      await shell("cd sessions/experiment_1 && ln -s ../../elsewhere out && ln -s ../../elsewhere/c.py main.py");
      const made = await workspace.save(second, base, writing({ "out/c.py": "x = 2\n" }, ["b.py"]));
      expect(made.files).toEqual({ "main.py": "x = 1\n", "a.py": "", "out/c.py": "x = 2\n" });
      expect(await shell("cat elsewhere/c.py; ls sessions/experiment_1")).toBe("kept\na.py\nmain.py\nout\n");
    });
  });

  test.for([
    ["deleted", "rm -rf .git sessions"],
    ["closed", "chmod 0 .git sessions && chmod 500 ."],
    ["replaced by a file", "rm -rf .git sessions && echo > .git && echo > sessions"],
    ["blocked", "mkdir -p .git/refs/heads/experiment_2/x && mkfifo .git/fifo"],
  ] as const)("is made again from what is known when the repository was %s", async ([, damage]) => {
    await inWorkspace(provider, async ({ workspace, shell }) => {
      const base = await workspace.save(first, null, writing({ "main.py": "x = 1\n", "a.py": "a = 1\n" }));
      await shell(damage);
      const made = await workspace.save({ experiment: "experiment_2", version: 1 }, base, writing({ "a.py": "" }));
      expect(made.files).toEqual({ "main.py": "x = 1\n", "a.py": "" });
    });
  });
});

describe.each(providers)("the folder of a version, in the sandbox %s", (_, provider) => {
  test("stays as its coder left it, and is made from scratch for the next version", async () => {
    await inWorkspace(provider, async ({ workspace, shell }) => {
      await workspace.begin(first, null);
      await shell("echo 'x = 1' > sessions/experiment_1/main.py");
      await workspace.begin(first, null);
      const base = await workspace.commit(first, "Some words");
      expect(base.files).toEqual({ "main.py": "x = 1\n" });
      await shell("cd sessions/experiment_1 && echo 'x = 2' > main.py && touch junk");
      await workspace.begin(second, base);
      expect(await shell("cd sessions/experiment_1 && cat main.py && ls")).toBe("x = 1\nmain.py\n");
    });
  });

  test("is tidied up by the next command when its programs run no more", async () => {
    await inWorkspace(provider, async ({ workspace, shell }) => {
      await workspace.save(first, null, writing({ "main.py": "x = 1\n" }));
      await workspace.save({ experiment: "experiment_2", version: 1 }, null, writing({ "main.py": "x = 2\n" }));
      await shell(
        "cd sessions && echo > experiment_1/main.py && mkfifo experiment_1/.gitignore && rm -rf experiment_2",
      );
      workspace.commands.leave("experiment_1");
      workspace.commands.leave("experiment_2");
      await workspace.save({ experiment: "experiment_3", version: 1 }, null, writing({ "main.py": "x = 3\n" }));
      expect(await shell("cd sessions/experiment_1 && cat main.py && ls -A")).toBe("x = 1\n.git\nmain.py\n");
      expect(await workspace.commands.tidy()).toEqual(["experiment_2"]);
      expect(await workspace.commands.tidy()).toEqual([]);
    });
  });
});
