import { join } from "node:path";
import { expect, test } from "vitest";
import type { SandboxProvider } from "../../../src/contracts/sandbox-kind.ts";
import { bubblewrapSandboxes } from "../../../src/sandboxes/bubblewrap/bubblewrap.ts";
import { localSandboxes } from "../../../src/sandboxes/local/local.ts";
import { hasBubblewrap } from "../../support/bubblewrap.ts";
import { shell, withSandbox } from "../../support/sandbox-folders.ts";
import { temporaryDirectory } from "../../support/temporary-directory.ts";
import { preparePublicData } from "../validation/fixture.ts";
import { askingProgram, connectModel } from "./fixture.ts";

const place = temporaryDirectory();
const samplePath = join(await preparePublicData(place("data")), "sample_submission.csv");

const sandboxes: { provider: SandboxProvider; node: string }[] = [
  ...(hasBubblewrap ? [{ provider: bubblewrapSandboxes(), node: "/opt/mlebench/node" }] : []),
  { provider: localSandboxes(), node: process.execPath },
];

test.each(sandboxes)("programs in $provider.name reach their models in every protocol", async ({ provider, node }) => {
  await using its = await connectModel(provider, samplePath, [{ text: "hello" }]);
  await withSandbox(provider, its, async (sandbox) => {
    await sandbox.writeFile(`${sandbox.paths.code}/ask.mjs`, askingProgram);
    const { output } = await sandbox.run(its.wrap([node, "ask.mjs"]));
    expect(output).toBe("200 hello\n".repeat(4));
    expect(its.server.calls.map(({ protocol }) => protocol)).toEqual([
      "openai-chat",
      "openai-responses",
      "anthropic-messages",
      "gemini",
    ]);
    // The validation is still where it was.
    const health = `fetch(process.env.VALIDATE_URL.replace("validate", "health")).then((r) => console.log(r.status))`;
    expect((await sandbox.run(its.wrap([node, "-e", health]))).output).toBe("200\n");
  });
});

test.skipIf(!hasBubblewrap)("the model is the only thing that a program without network reaches", async () => {
  await using its = await connectModel(bubblewrapSandboxes(), samplePath, [{ text: "hello" }]);
  await withSandbox(bubblewrapSandboxes(), its, async (sandbox) => {
    const port = new URL(its.server.url).port;
    const direct = `fetch("http://127.0.0.1:${port}/").then(() => console.log("reached"), () => console.log("nothing"))`;
    expect((await sandbox.run(its.wrap(["/opt/mlebench/node", "-e", direct]))).output).toBe("nothing\n");
    const { output } = await sandbox.run(its.wrap(shell("echo $MODEL_BASE_URL $MODEL_NAME $OPENAI_BASE_URL")));
    expect(output).toBe("http://127.0.0.1:18080 gpt-1 http://127.0.0.1:18080/v1\n");
  });
});
