import { execFileSync } from "node:child_process";
import path from "node:path";
import { expect, test } from "vitest";
import { plainSandboxes } from "../support/bubblewrap.ts";
import { makeFolders } from "../support/sandbox-folders.ts";
import { requireProgram } from "../support/system-programs.ts";

const registry = new URL("../../dist/sandboxes/index.js", import.meta.url).href;

/** Opens a sandbox in a process that a shell started with descriptors of its own, and prints what a command there sees. */
const program = `
  const [, name, root] = process.argv;
  const { sandboxKind } = await import(${JSON.stringify(registry)});
  const provider = await sandboxKind(name).create();
  const sandbox = await provider.open({
    name: "test", publicData: root + "/public", workspace: root + "/workspace", network: "none", limits: {},
  });
  const look = "exec 2>&1; ls -l /proc/self/fd; cat /proc/self/fd/100 /proc/self/fd/57 /dev/fd/8; echo done";
  process.stdout.write((await sandbox.run(["/bin/sh", "-c", look])).output);
  await sandbox.dispose();
`;

test.skipIf(process.platform !== "linux" || requireProgram("bash", "bash") === null).each(plainSandboxes)(
  "in %s, commands get none of the files that the operator's shell has open",
  (name) => {
    const { root, remove } = makeFolders();
    const answers = path.join(root, "private", "answers.csv");
    try {
      // Through bash, because other shells know only descriptors of one digit.
      const script = `exec 8<"$1" 57<"$1" 100<"$1"; exec "$0" --input-type=module --eval "$2" "$3" "$4"`;
      const parameters = ["-c", script, process.execPath, answers, program, name, root];
      const output = execFileSync("bash", parameters, { encoding: "utf8" });
      expect(output).toMatch(/done\n$/);
      expect(output).not.toMatch(/SECRET|answers\.csv/);
    } finally {
      remove();
    }
  },
);
