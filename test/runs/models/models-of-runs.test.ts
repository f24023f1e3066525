import { readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { startScriptedServer } from "../../../src/models/scripted/scripted-server.ts";
import { environmentFor, realKey } from "../../models/proxy/with-proxy.ts";
import { hasBubblewrap } from "../../support/bubblewrap.ts";
import { plant, runGround, submitSample } from "../../support/run-agents.ts";
import { runCli } from "../../support/run-cli.ts";
import { temporaryDirectory } from "../../support/temporary-directory.ts";
import { askingProgram } from "./fixture.ts";

const ground = await runGround(plant);
const place = temporaryDirectory();

/** A command for the shell that makes every call, then everything an agent could look for keys in, into its logs. */
const curious = (node: string): string[] => {
  const given = `echo given: $MY_KEY`;
  const calls = `${submitSample}; cat > ask.mjs <<'END'\n${askingProgram}\nEND\n${node} ask.mjs; ${given}`;
  const search = `env > "$LOGS_DIR/env.txt"; cat /proc/*/environ /proc/*/cmdline > "$LOGS_DIR/proc.txt" 2>/dev/null`;
  return ["--", "/bin/sh", "-c", `${calls}; ${search}; cat /run/mlebench/* /opt/mlebench/tools/*.* 2>/dev/null; true`];
};

const sandboxes = [
  ...(hasBubblewrap ? [{ sandbox: "bubblewrap", node: "/opt/mlebench/node" }] : []),
  { sandbox: "local", node: process.execPath },
];

describe.each(sandboxes)("$sandbox", ({ sandbox, node }) => {
  test("a program reaches the models of its run, and the host's key is found nowhere", async () => {
    await using provider = await startScriptedServer(({ number }) =>
      number === 1 ? { error: { status: 400, message: `Wrong key ${realKey}.` } } : { text: `hello ${realKey}` },
    );
    const environment = environmentFor(provider.url);
    const models = ["--model", "openai/gpt-1", "--allow-model", "anthropic/sonnet-*", "google/flash-1"];
    const ran = await ground.run(["--sandbox", sandbox, ...models, "--pass-env", "MY_KEY", ...curious(node)], {
      environment: { ...environment, MY_KEY: realKey },
    });
    expect(ran.exitCode, ran.stderr).toBe(0);
    const { folder } = ran.group.run();
    expect(provider.calls.map(({ protocol }) => protocol)).toEqual([
      "openai-chat",
      "openai-responses",
      "anthropic-messages",
      "gemini",
    ]);
    for (const { headers } of provider.calls) expect(JSON.stringify(headers)).toContain(realKey);
    const output = readFileSync(join(folder, "output.log"), "utf8");
    expect(output).toMatch(/^200 hello\n400 .*Wrong key \*+\.[^\n]*\n200 hello\n200 hello\n/);
    const shown = await runCli(["runs", "show", folder, "--json"]);
    expect(findKey([ran.stdout, ran.stderr, shown.stdout], ran.runs, sandbox)).toEqual([]);
    const records = readFileSync(join(folder, "calls.jsonl"), "utf8").trim().split("\n");
    expect(records.map((line) => JSON.parse(line).protocol)).toEqual(provider.calls.map(({ protocol }) => protocol));
    expect((await runCli(["verify", ran.group.folder])).exitCode).toBe(0);
  });
});

/** Texts and files with the host's key. A process without isolation may read what its user's other processes were given. */
function findKey(texts: readonly string[], runs: string, sandbox: string): string[] {
  const files = readdirSync(runs, { recursive: true, encoding: "utf8" })
    .map((name) => join(runs, name))
    .filter((path) => statSync(path, { throwIfNoEntry: false })?.isFile() === true)
    .filter((path) => sandbox !== "local" || !path.endsWith("proc.txt"));
  expect(files.length).toBeGreaterThan(5);
  return [
    ...texts.filter((text) => text.includes(realKey)),
    ...files.filter((path) => readFileSync(path).includes(realKey)),
  ];
}

test.skipIf(!hasBubblewrap)("a limit ends the run as such, and what was submitted is graded", async () => {
  await using provider = await startScriptedServer([
    { error: { status: 529 } },
    { text: "hello", usage: { inputTokens: 10, outputTokens: 10 } },
  ]);
  const models = ["--model", "openai/gpt-1", "--allow-model", "anthropic/sonnet-1"];
  const options = [...models, "--max-calls", "2", "--time-limit", "60"];
  const ran = await ground.run([...options, ...curious("/opt/mlebench/node")], {
    environment: environmentFor(provider.url),
  });
  const { folder, events } = ran.group.run();
  const output = readFileSync(join(folder, "output.log"), "utf8");
  expect(output).toMatch(/^(?:200 hello\n){2}402 .*billing_error.*2 model calls/);
  expect(provider.calls).toHaveLength(3);
  expect(events.find(({ type }) => type === "stopped")).toMatchObject({ end: "limit" });
  expect(events.find(({ type }) => type === "graded")).toBeDefined();
});

test.skipIf(!hasBubblewrap)("a scripted model answers programs in every protocol", async () => {
  const script = place("demo.yaml");
  writeFileSync(script, "turns:\n  - text: hello\n");
  const aliases = ["sonnet-*", "flash-*"].map((name) => `${name}=scripted/${script}`);
  const options = ["--model", `scripted/${script}`, "--model-alias", ...aliases];
  const ran = await ground.run([...options, ...curious("/opt/mlebench/node")]);
  expect(ran.exitCode, ran.stderr).toBe(0);
  const output = readFileSync(join(ran.group.run().folder, "output.log"), "utf8");
  expect(output).toMatch(/^(?:200 hello\n){4}/);
});
