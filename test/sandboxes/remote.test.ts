import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { rolldown } from "rolldown";
import { afterAll, describe } from "vitest";
import { describeSandbox } from "../contracts/sandbox.ts";
import { hasPods } from "./remote/has-pods.ts";
import { remoteSandboxes } from "./remote/remote.ts";

const folder = mkdtempSync(join(tmpdir(), "remote-"));
afterAll(() => rmSync(folder, { recursive: true }));
const module = join(folder, "remote.mjs");
if (hasPods) {
  const input = fileURLToPath(new URL("./remote/remote.ts", import.meta.url));
  await using bundle = await rolldown({ input, platform: "node", logLevel: "warn" });
  await bundle.write({ file: module, format: "esm" });
}

describe.skipIf(!hasPods)("a sandbox whose files are not in a folder of the host", () => {
  describeSandbox(remoteSandboxes(), { module, seesDeletedFiles: false });
});
