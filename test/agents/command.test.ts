import { chmodSync, mkdirSync, writeFileSync } from "node:fs";
import { beforeAll, describe, expect, test } from "vitest";
import { agentFor, chooseAgent } from "../../src/agents/index.ts";
import { bubblewrapSandboxes } from "../../src/sandboxes/bubblewrap/bubblewrap.ts";
import { localSandboxes } from "../../src/sandboxes/local/local.ts";
import { hasBubblewrap } from "../support/bubblewrap.ts";
import { temporaryDirectory } from "../support/temporary-directory.ts";
import { actIn } from "./act-in.ts";

const place = temporaryDirectory();
const sandboxes = Object.entries({
  local: localSandboxes(),
  ...(hasBubblewrap ? { bubblewrap: bubblewrapSandboxes() } : {}),
});
const directory = place("my agent");
beforeAll(() => {
  mkdirSync(place("public"));
  mkdirSync(place("my agent", "lib"), { recursive: true });
  writeFileSync(
    place("my agent", "lib", "solve.sh"),
    'echo "solve in $PWD with $1 of $AGENT_DIR"; cp "$0" "$SUBMISSION_DIR/submission.csv"\n',
  );
  writeFileSync(
    place("my agent", "run"),
    '#!/bin/sh\necho "run $*"; touch "$AGENT_DIR/x" 2>/dev/null && echo wrote; exit 5\n',
  );
  chmodSync(place("my agent", "run"), 0o755);
  writeFileSync(place("my agent", "plain.txt"), "x");
});
type Settings = Record<string, unknown>;
const create = async (settings: Settings) => agentFor(chooseAgent("command", { settings }));
const act = async (provider: (typeof sandboxes)[number][1], settings: Settings) =>
  actIn(provider, await create(settings), { competitionId: "any", publicData: place("public") });

describe.each(sandboxes)("a command in %s", (name, provider) => {
  test("finds the files of its folder by their names, works in the code folder and knows AGENT_DIR", async () => {
    const { end, output, submission } = await act(provider, {
      directory,
      command: ["sh", "lib/solve.sh", "plain.txt"],
    });
    expect(end.exitCode).toBe(0);
    const inside = name === "local" ? directory : "/home/agent";
    expect(output).toMatch(new RegExp(`solve in .*/code with ${inside}/plain.txt of ${inside}\n`));
    expect(submission).toContain("solve in");
  });

  test("can be a program of its folder: its exit code counts, and an isolated one cannot change the folder", async () => {
    const { end, output } = await act(provider, { directory, command: ["./run", "--a", "two words"] });
    expect(output).toMatch(/^run --a two words\n/);
    expect(end.exitCode).toBe(5);
    if (name !== "local") expect(output).not.toContain("wrote");
  });

  test("gets the variables that are given and passed on, and names the passed ones as secrets", async () => {
    process.env.COMMAND_TEST_KEY = "the key";
    const settings = {
      command: ["sh", "-c", 'echo "$COMMAND_TEST_KEY, $MODE"'],
      environment: { MODE: "fast" },
      pass_environment: ["COMMAND_TEST_KEY"],
    };
    const { output } = await act(provider, settings);
    expect(output).toBe("the key, fast\n");
    expect((await create(settings)).secrets).toEqual(["COMMAND_TEST_KEY"]);
    delete process.env.COMMAND_TEST_KEY;
    await expect(create(settings)).rejects.toThrow(/are not set: COMMAND_TEST_KEY/);
  });

  test("that does not exist ends with 127 and an explanation", async () => {
    const { end, output } = await act(provider, { command: ["no-such-program"] });
    expect(end.exitCode).toBe(127);
    expect(output).toContain("`no-such-program`, or a program it calls, was not found in the sandbox");
  });
});

describe("a command that cannot work is refused before anything runs", () => {
  test.each<[string, Settings, RegExp]>([
    ["no command", {}, /needs the setting `command`: the command line/],
    [
      "an empty command",
      { command: [] },
      /`command` of the agent `command`: expected a non-empty list of texts, found \[\]/,
    ],
    ["a folder that is not there", { command: ["x"], directory: "/no/such/folder" }, /does not exist/],
    ["a file for a folder", { command: ["x"], directory: `${place()}/my agent/run` }, /is not a folder/],
    [
      "a relative program without a folder",
      { command: ["./run"] },
      /is a relative path: name the agent's folder with --agent-dir/,
    ],
    ["a relative program that is not in the folder", { command: ["./walk"], directory }, /no such file in/],
    ["a program that cannot be executed", { command: ["plain.txt"], directory }, /is not executable: `chmod a\+x`/],
    ["a setting of another agent", { command: ["x"], answers: "a.csv" }, /no setting `answers`. It belongs to oracle/],
  ])("%s", async (_, settings, message) => {
    await expect(create(settings)).rejects.toThrow(message);
  });

  test("leaves paths outside the folder alone, and a script that is not a path", async () => {
    const script = `echo ${"long ".repeat(2000)}`;
    const { output } = await act(localSandboxes(), {
      directory,
      command: ["sh", "-c", `${script} $1`, "sh", "../public"],
    });
    expect(output).toContain("../public");
  });

  test("a folder that is closed to the agent's user", async ({ skip }) => {
    skip(process.getuid?.() !== 0, "only root runs agents as another user");
    mkdirSync(place("closed"), { mode: 0o700 });
    const agent = await create({ command: ["true"], directory: place("closed") });
    const run = { competitionId: "any", publicData: place("public"), scratch: place() };
    await expect(agent.needs(run)).rejects.toThrow(/chmod -R a\+rX/);
  });

  test("an unknown agent is refused with the nearest name", async () => {
    expect(() => chooseAgent("comand")).toThrow(/Did you mean `command`\? There are dummy, oracle/);
  });
});
