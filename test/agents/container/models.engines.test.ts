import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { readJournal } from "../../../src/lib/journal/read-journal.ts";
import type { CallRecord } from "../../../src/models/ledger/call-record.ts";
import { startScriptedServer } from "../../../src/models/scripted/scripted-server.ts";
import { environmentFor, realKey } from "../../models/proxy/with-proxy.ts";
import { startEngine } from "../../support/docker-engine.ts";
import { filesWith } from "../../support/files-with.ts";
import { plant, runGround, submitSample } from "../../support/run-agents.ts";
import { importGlibcImage } from "../glibc-image.ts";

const engine = await startEngine();
const socket = engine?.socket ?? "";
const ground = await runGround(plant);
afterAll(async () => await engine?.stop());

const config = `
asking:
  start: asking/start.sh
  dockerfile: asking/Dockerfile
  env_vars:
    OPENAI_API_KEY: \${{ secrets.OPENAI_API_KEY }}
`;

/** An agent that knows nothing of the harness: it asks OpenAI with the key that its config.yaml names. */
const start = `#!/bin/bash
ask() {
  wget -q -O - --header "Authorization: Bearer $OPENAI_API_KEY" --header "Content-Type: application/json" \\
    --post-data '{"model":"'$1'","messages":[{"role":"user","content":"Hi"}]}' "$OPENAI_BASE_URL/chat/completions"
}
ask gpt-5-mini
ask gpt-5 || echo "no other model"
${submitSample}
`;

describe.skipIf(engine === null)("upstream's agent folders", () => {
  test.each([
    ["--model", "openai/gpt-5-mini"],
    ["--allow-model", "openai/gpt-5-m*"],
  ])("with %s, reach their model without network, and every call is recorded", async (...option) => {
    const folder = join(ground.fresh(), "asking");
    mkdirSync(folder);
    for (const [name, text] of Object.entries({ "config.yaml": config, Dockerfile: "FROM x\n", "start.sh": start })) {
      writeFileSync(join(folder, name), text);
    }
    const files = { "/home/agent/start.sh": start };
    importGlibcImage({ socket, name: "mlebench-agent-asking", folder: ground.fresh(), files });
    await using server = await startScriptedServer([{ text: "hello from the provider" }]);
    const place = ["--sandbox", "docker", "--socket", socket, "--network", "none", "--time-limit", "600"];
    const ran = await ground.run([...place, "--agent-dir", folder, ...option], {
      environment: environmentFor(server.url),
    });
    expect(ran.exitCode, ran.stderr).toBe(0);
    const run = ran.group.run();
    expect(run.output).toContain("hello from the provider");
    expect(run.output).toContain("no other model");
    expect(run.events).toContainEqual(expect.objectContaining({ type: "graded", valid: true }));
    expect(run.events[0]).toMatchObject({ sandbox: { sandbox: "docker", network: "none" } });
    const calls = readJournal<CallRecord>(run.place("calls.jsonl"));
    expect(calls.map(({ model, protocol, failure }) => ({ model, protocol, failure }))).toEqual([
      { model: "openai/gpt-5-mini", protocol: "openai-chat", failure: null },
    ]);
    expect(server.calls[0]!.headers.authorization).toBe(`Bearer ${realKey}`);
    expect(await filesWith(realKey, ran.group.folder)).toEqual([]);
  });
});
