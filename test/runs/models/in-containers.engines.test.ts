import { existsSync, realpathSync } from "node:fs";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { dockerSandboxes } from "../../../src/sandboxes/docker/docker.ts";
import { startEngine, testImage } from "../../support/docker-engine.ts";
import { startPodman } from "../../support/podman-service.ts";
import { withSandbox } from "../../support/sandbox-folders.ts";
import { temporaryDirectory } from "../../support/temporary-directory.ts";
import { preparePublicData } from "../validation/fixture.ts";
import { askingProgram, connectModel } from "./fixture.ts";

const place = temporaryDirectory();
const samplePath = join(await preparePublicData(place("data")), "sample_submission.csv");
const engines = [
  { name: "docker", engine: await startEngine() },
  { name: "podman", engine: await startPodman() },
];
afterAll(async () => {
  for (const { engine } of engines) await engine?.stop();
});

/** What the host's Node needs to start; the image has no such files. */
const libraries = Object.fromEntries(
  ["/lib/x86_64-linux-gnu", "/lib/aarch64-linux-gnu", "/lib64", "/lib"]
    .filter((folder) => existsSync(folder) && (folder !== "/lib" || process.arch === "arm64"))
    .map((folder) => [folder, realpathSync(folder)]),
);

describe.each(engines)("$name", ({ engine }) => {
  test.skipIf(engine === null)(
    "programs in a container without network reach their models in every protocol",
    async () => {
      const provider = dockerSandboxes({ image: testImage, socket: engine?.socket ?? "" });
      await using its = await connectModel(provider, samplePath, [{ text: "hello" }]);
      const readOnly = { ...its.readOnly, ...libraries };
      await withSandbox(provider, { readOnly, environment: its.environment }, async (sandbox) => {
        await sandbox.writeFile("/home/code/ask.mjs", askingProgram);
        const { output } = await sandbox.run(its.wrap(["/opt/mlebench/node", "ask.mjs"]));
        expect(output).toBe("200 hello\n".repeat(4));
      });
    },
  );
});
