import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import type { Sandbox, SandboxSpec } from "../../src/contracts/sandbox.ts";
import type { SandboxProvider } from "../../src/contracts/sandbox-kind.ts";

/** A folder that is closed to other users, as a home is, with public data, answers beside it and a workspace to be. */
export function makeFolders() {
  const root = mkdtempSync(path.join(tmpdir(), "sandbox-"));
  mkdirSync(path.join(root, "public"));
  mkdirSync(path.join(root, "private"));
  writeFileSync(path.join(root, "public", "train.csv"), "id,target\n1,0\n");
  writeFileSync(path.join(root, "private", "answers.csv"), "id,target\n2,SECRET-ANSWER\n");
  // Not with Node, which cannot remove folders nested deeper than a path may be long: some tests make them.
  return { root, remove: () => execFileSync("rm", ["-rf", root]) };
}

/** Opens a sandbox in fresh folders, hands it over and tidies up whatever happens. */
export async function withSandbox<T>(
  provider: SandboxProvider,
  settings: Partial<SandboxSpec>,
  use: (sandbox: Sandbox, root: string) => Promise<T>,
): Promise<T> {
  const { root, remove } = makeFolders();
  try {
    const sandbox = await provider.open({
      name: "test",
      publicData: path.join(root, "public"),
      workspace: path.join(root, "workspace"),
      network: "none",
      limits: {},
      ...settings,
    });
    try {
      return await use(sandbox, root);
    } finally {
      await sandbox.dispose();
    }
  } finally {
    remove();
  }
}

/** A line of shell that waits until we write a file of this name into the folder for code. */
export const waitForFile = (name: string): string => `until [ -e "$CODE_DIR/${name}" ]; do sleep 0.1; done`;

/** A command for the shell inside. */
export const shell = (script: string): string[] => ["/bin/sh", "-c", script];
