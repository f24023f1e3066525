import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { AgentEvent } from "../../../src/contracts/agent.ts";
import { plainSandboxes } from "../../support/bubblewrap.ts";
import { plant, type RanGroup, runGround } from "../../support/run-agents.ts";
import { runCli } from "../../support/run-cli.ts";
import { temporaryDirectory } from "../../support/temporary-directory.ts";
import { startRegistry } from "./npm-registry.ts";

/** Takes the place of Claude Code: reports what it sees, submits, and prints what Claude Code prints. */
const script = `#!/bin/sh
if [ "$1" = --version ]; then echo 9.9.9; exit; fi
say() { printf '{"type":"assistant","message":{"content":[{"type":"text","text":"%s"}]}}\\n' "$1"; }
echo "not an event"
say "settings $(cat "$HOME/.claude/settings.json" 2>/dev/null || echo none)"
say "own folder $(touch "$0" 2>/dev/null && echo writable || echo read-only)"
say "model $(printf '%s\\n' "$@" | tail -n 1) at $ANTHROPIC_BASE_URL"
say "task $(printf '%s' "$2" | head -n 1)"
cp "$DATA_DIR/sample_submission.csv" "$SUBMISSION_DIR/submission.csv"
printf '{"type":"result","is_error":false,"total_cost_usd":0.5,"usage":{"input_tokens":10,"output_tokens":2}}\\n'
`;
const agent = { name: "@anthropic-ai/claude-code", version: "9.9.9", program: "claude", script };

const place = temporaryDirectory();
const ground = await runGround(plant);
let registry: Awaited<ReturnType<typeof startRegistry>>;
const environment = (agents: string) => ({
  MLEBENCH_AGENTS_DIR: place(agents),
  npm_config_registry: registry.url,
  npm_config_cache: place("npm-cache"),
  HOME: place("home"),
});
const install = (agents: string, ...parameters: string[]) =>
  runCli(["agents", "install", ...parameters], { environment: environment(agents) });

beforeAll(async () => {
  registry = await startRegistry(place("registry"), agent);
  mkdirSync(place("home", ".claude"), { recursive: true });
  writeFileSync(place("home", ".claude", "settings.json"), '{"hooks":"of the user"}');
  writeFileSync(place("script.yaml"), "turns: [Hello]");
});
afterAll(() => registry.close());

describe("agents install", () => {
  test("puts an exact version into the cache once, and agents lists it", async () => {
    const first = await install("cache", "claude-code@9.9.9", "--json");
    expect(first.exitCode, first.stderr).toBe(0);
    const installed = JSON.parse(first.stdout);
    expect(installed).toMatchObject({ agent: "claude-code", version: "9.9.9", was_there: false });
    expect(first.stderr).toContain("Downloading @anthropic-ai/claude-code 9.9.9 from the npm registry");
    expect(existsSync(join(installed.folder, "node_modules/.bin/claude"))).toBe(true);
    const again = JSON.parse((await install("cache", "claude-code@9.9.9", "--json")).stdout);
    expect(again).toEqual({ ...installed, was_there: true });
    const elsewhere = JSON.parse((await install("other-cache", "claude-code@9.9.9", "--json")).stdout);
    expect(elsewhere.sha256).toBe(installed.sha256);
    const listed = await runCli(["agents"], { environment: environment("cache") });
    expect(listed.stdout).toMatch(/^claude-code +9\.9\.9 /m);
    expect(listed.stdout).toMatch(/^codex +no /m);
  });

  test.each<[string, string, string, number]>([
    ["a version that does not exist", "claude-code@9.9.8", "There is no @anthropic-ai/claude-code 9.9.8", 2],
    ["a version that can change", "claude-code@latest", "Expected an exact version, such as claude-code@2.", 2],
    ["an unknown agent", "claude-cod", "Did you mean `claude-code`?", 2],
    ["an agent of ours", "dummy", "The agent dummy need not be installed", 2],
  ])("%s is refused", async (_, asked, message, exitCode) => {
    expect(await install("refused", asked)).toMatchObject({ exitCode, stderr: expect.stringContaining(message) });
  });

  test("a machine without network is told what to do, and nothing half is left", async () => {
    const ran = await runCli(["agents", "install", "codex@1.2.3"], {
      environment: { ...environment("offline"), npm_config_registry: "http://127.0.0.1:9" },
    });
    expect(ran.exitCode).toBe(1);
    expect(ran.stderr).toContain("the npm registry cannot be reached. Installing needs the network once");
    expect(existsSync(place("offline", "codex")) ? readdirSync(place("offline", "codex")) : []).toEqual([]);
  });

  test("a download that breaks leaves nothing, and works the next time", async () => {
    registry.state.breakDownloads = true;
    const options = { environment: { ...environment("broken"), npm_config_cache: place("second-npm-cache") } };
    const broken = await runCli(["agents", "install", "claude-code@9.9.9"], options);
    registry.state.breakDownloads = false;
    expect(broken.exitCode, broken.stderr).toBe(1);
    const folder = place("broken", "claude-code");
    expect(existsSync(folder) ? readdirSync(folder) : []).toEqual([]);
    expect((await runCli(["agents", "install", "claude-code@9.9.9"], options)).exitCode).toBe(0);
  });
});

describe("a run with a coding agent", () => {
  const start = (agents: string, ...parameters: string[]): Promise<RanGroup> =>
    ground.run(["--agent", "claude-code", "--set", "version=9.9.9", "--time-limit", "300", ...parameters], {
      environment: environment(agents),
    });
  const model = () => ["--model", `scripted/${place("script.yaml")}`];

  test("says how to install what is missing, and that it needs a model", async () => {
    const missing = await start("empty", ...model());
    expect(missing.exitCode).toBe(1);
    expect(missing.stderr).toContain(
      "The agent claude-code 9.9.9 is not installed. Run `mlebench agents install claude-code@9.9.9`.",
    );
    await install("cache", "claude-code@9.9.9");
    const mute = await start("cache");
    expect(mute.exitCode).toBe(2);
    expect(mute.stderr).toContain("The agent `claude-code` needs a model: name one with --model PROVIDER/MODEL");
  });

  test.each(plainSandboxes)(
    "in %s records its events as ours, and none of the user's settings is seen",
    async (box) => {
      await install("cache", "claude-code@9.9.9");
      const ran = await start("cache", "--sandbox", box, ...model());
      expect(ran.exitCode, ran.stderr).toBe(0);
      const run = ran.group.run();
      expect(run.end.end).toBe("finished");
      const events = run.events.flatMap((event) => (event.type === "agent" ? [event.event as AgentEvent] : []));
      const texts = events.flatMap(({ type, text }) => (type === "answer" ? [text as string] : []));
      expect(events[0]).toMatchObject({ type: "message", role: "user" });
      expect(texts[0]).toBe("settings none");
      if (box === "bubblewrap") expect(texts[1]).toBe("own folder read-only");
      expect(texts[2]).toMatch(/^model script at http:\/\/127\.0\.0\.1:\d+$/);
      expect(texts[3]).toContain(plant);
      expect(events).toContainEqual({ type: "totals", inputTokens: 10, outputTokens: 2, cost: 0.5 });
      // It made no calls.
      expect(events.at(-1)).toEqual({
        type: "note",
        text: "The agent puts the cost of its model calls at $0.50; the ledger has $0.00 for 0 calls.",
      });
      expect(run.output).toContain("not an event");
      const sha256 = JSON.parse(readFileSync(place("cache", "claude-code", "9.9.9", "installed.json"), "utf8")).sha256;
      expect(readFileSync(join(ran.group.folder, "group.json"), "utf8")).toContain(sha256);
    },
  );
});
