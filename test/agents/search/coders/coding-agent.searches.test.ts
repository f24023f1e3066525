import { chmodSync, mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { coder, coders } from "../../../../src/agents/search/coders/index.ts";
import type { CodingResult } from "../../../../src/agents/search/parts.ts";
import type { SandboxProvider } from "../../../../src/contracts/sandbox-kind.ts";
import { localSandboxes } from "../../../../src/sandboxes/local/local.ts";
import { temporaryDirectory } from "../../../support/temporary-directory.ts";
import { writeInstalledAgent } from "../../coding/write-installed-agent.ts";
import { type CodingFolder, withCodingFolder } from "./coding-folder.ts";
import { defaultSettings } from "./default-settings.ts";
import { providers } from "./providers.ts";
import { nothingRecorded, scripted } from "./recording-ask.ts";

/** Takes the place of Claude Code: does what the task says after `SCRIPT`, and prints what Claude Code prints. */
const fake = `#!/bin/sh
say() { printf '{"type":"assistant","message":{"content":[{"type":"text","text":"%s"}]}}\\n' "$1"; }
case $2 in *"is in the file "*) file=\${2#*file }; task=$(cat "\${file%. Read*}");; *) task=$2;; esac
script=\${task#*SCRIPT }
eval "\${script%% END*}"
`;

const place = temporaryDirectory();
const before = process.env.MLEBENCH_AGENTS_DIR;
beforeAll(() => {
  process.env.MLEBENCH_AGENTS_DIR = place("agents");
  writeInstalledAgent(place("agents"), "claude-code");
  const { version } = coder("claude-code").package!;
  const program = join(place("agents", "claude-code", version), "files/node_modules/.bin/claude");
  mkdirSync(dirname(program), { recursive: true });
  writeFileSync(program, fake);
  chmodSync(program, 0o755);
});
afterAll(() => {
  if (before === undefined) delete process.env.MLEBENCH_AGENTS_DIR;
  else process.env.MLEBENCH_AGENTS_DIR = before;
});

interface Coded extends CodingResult {
  readonly log: string;
}

/** Lets the fake agent run a script in the folder, and looks at the folder afterwards. */
async function code(
  provider: SandboxProvider,
  script: string,
  options: Parameters<CodingFolder["work"]>[0] & { use?: (folder: CodingFolder) => Promise<unknown> } = {},
): Promise<Coded> {
  const kind = coder("claude-code");
  const needs = { ...kind.sandbox(defaultSettings), environment: { MODEL_BASE_URL: "http://127.0.0.1:9" } };
  const { use, ...rest } = options;
  const model = await scripted("otherwise: unused");
  return await withCodingFolder(
    provider,
    model,
    async (folder) => {
      const prompt = { system: "Write.", sections: [{ title: "Task", text: `SCRIPT ${script} END` }] };
      const result = await (await kind.open(folder.task, defaultSettings)).code(folder.work({ prompt, ...rest }));
      await use?.(folder);
      return { ...result, log: folder.log() };
    },
    needs,
  );
}

describe.each(providers)("a coding agent as coder, in the sandbox %s", (_, provider) => {
  test("works in the folder of the program, with a home of its own, and its events are in the log", async () => {
    const script = 'echo "x = 1" >main.py; say "in $PWD with $HOME"; say "I wrote it."';
    const coded = await code(provider, script, {
      mode: "fix",
      use: async (folder) => {
        expect(await folder.read("main.py")).toBe("x = 1\n");
        expect(await folder.shell('ls "$LOGS_DIR/coder-homes"')).toBe("");
      },
    });
    expect(coded).toMatchObject({ summary: "I wrote it.", failure: null });
    expect(coded.log).toMatch(/^in .*\/sessions\/experiment_1 with .*\/coder-homes\/experiment_1-v1\nI wrote it\.$/m);
  });
});

describe("a coding agent as coder", () => {
  test("gets a task of any length", async () => {
    const coded = await code(localSandboxes(), `: ${"x".repeat(300_000)}; echo y >main.py; say "Read it."`);
    expect(coded).toMatchObject({ summary: "Read it.", failure: null });
  });

  test("that fails is a failure with its own words; one that wrote a program all the same is not", async () => {
    const error = `printf '{"type":"result","is_error":true,"result":"no credit","usage":{}}\\n'; exit 7`;
    const broken = await code(localSandboxes(), error, { mode: "fix" });
    expect(broken.failure).toBe("The program was not changed. claude-code ended with exit code 7. no credit");
    expect((await code(localSandboxes(), `echo z >main.py; ${error}`, { mode: "fix" })).failure).toBeNull();
    expect((await code(localSandboxes(), "rm main.py")).failure).toBe("There is no file main.py.");
  });

  test("is ended when its time is up", async () => {
    const coded = await code(localSandboxes(), "sleep 600", { mode: "fix", timeoutMs: 1500 });
    expect(coded.failure).toBe("The program was not changed. claude-code ran out of time.");
  });

  test("starts over from the same files when the host was killed", async () => {
    const recorded = nothingRecorded();
    const coded = await code(localSandboxes(), "cat main.py extra.py; echo a >main.py; touch extra.py; say Done.", {
      mode: "fix",
      recorded,
      use: async (folder) => {
        await folder.shell("git -c user.name=a -c user.email=b commit -qam half");
        const again = await coder("claude-code").open(folder.task, defaultSettings);
        const prompt = {
          system: "",
          sections: [{ title: "", text: "SCRIPT say $(cat main.py | tr -d '\"'); ls; echo b >main.py END" }],
        };
        const result = await again.code(folder.work({ mode: "fix", recorded, prompt }));
        expect(result).toEqual({ summary: "print(old)", failure: null });
        expect(await folder.read("extra.py")).toBeNull();
      },
    });
    expect(coded.failure).toBeNull();
  });

  test("leaves a repository around the folder alone when the folder's own is gone", async () => {
    const kind = coder("claude-code");
    const model = await scripted("otherwise: unused");
    const settings = { ...kind.sandbox(defaultSettings), environment: { MODEL_BASE_URL: "http://127.0.0.1:9" } };
    await withCodingFolder(
      localSandboxes(),
      model,
      async (folder) => {
        await folder.shell(
          "mv .git .. && echo precious >../notes.txt && cd .. && git add notes.txt && echo new >notes.txt",
        );
        const prompt = { system: "", sections: [{ title: "", text: "SCRIPT echo c >main.py END" }] };
        const coded = await (await kind.open(folder.task, defaultSettings)).code(folder.work({ prompt, mode: "fix" }));
        expect(coded.failure).toBeNull();
        expect(await folder.shell("cat ../notes.txt")).toBe("new\n");
        expect(await folder.shell("git -C .. diff --cached --name-only | grep notes")).toBe("notes.txt\n");
      },
      settings,
    );
  });

  test("belongs to the agent's identity with its version, and must be installed", () => {
    expect(coder("claude-code").versions(defaultSettings)).toEqual({
      coder: "@anthropic-ai/claude-code",
      "coder version": coder("claude-code").package!.version,
      "coder sha256": "0".repeat(64),
    });
    expect(() => coder("codex").versions(defaultSettings)).toThrow("Run `mlebench agents install codex@");
    const other = { ...defaultSettings, coder_version: "9.9.9" };
    expect(() => coder("claude-code").sandbox(other)).toThrow("The agent claude-code 9.9.9 is not installed.");
  });

  test("is offered under the names of all coding agents, and under Kapso's", () => {
    const names = coders.map(({ name }) => name);
    expect(names).toEqual(expect.arrayContaining(["claude-code", "codex", "gemini-cli", "opencode", "aider", "pi"]));
    expect(coder("claude_code").name).toBe("claude-code");
    expect(coder("gemini").name).toBe("gemini-cli");
  });
});
