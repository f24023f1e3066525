import { describe, expect, test } from "vitest";
import { coder } from "../../../../src/agents/search/coders/index.ts";
import type { CodingResult } from "../../../../src/agents/search/parts.ts";
import { localSandboxes } from "../../../../src/sandboxes/local/local.ts";
import { type CodingFolder, withCodingFolder } from "./coding-folder.ts";
import { defaultSettings } from "./default-settings.ts";
import { providers } from "./providers.ts";
import { nothingRecorded, scripted } from "./recording-ask.ts";

const react = async ({ task }: CodingFolder, turns = 30) =>
  await coder("react").open(task, { ...defaultSettings, coder_turns: turns });
const code = async (folder: CodingFolder, options: Parameters<CodingFolder["work"]>[0] = {}): Promise<CodingResult> =>
  await (await react(folder)).code(folder.work(options));

const script = `
turns:
  - { text: I look., tools: [{ bash: { command: "cat main.py; echo x >>log.txt" } }, { view_file: { path: main.py } }] }
  - { tools: [{ write_file: { path: src/model.py, content: "x = 1\\n" } }, { replace_in_file: { path: main.py, old: old, new: new } }] }
  - { tools: [{ bash: { command: "echo y >>log.txt; cat main.py" } }] }
  - { tools: [{ done: { summary: The program is new. } }] }
`;

describe.each(providers)("a conversation with tools, in the sandbox %s", (_, provider) => {
  test("changes files until it is done", async () => {
    const model = await scripted(script);
    await withCodingFolder(provider, model, async (folder) => {
      expect(await code(folder, { mode: "fix" })).toEqual({ summary: "The program is new.", failure: null });
      expect(await folder.read("main.py")).toBe('print("new")\n');
      expect(await folder.read("src/model.py")).toBe("x = 1\n");
      expect(folder.log()).toMatch(/I look\.\n> bash[\s\S]*print\("old"\)[\s\S]*> done/);
      expect(model.requests.at(-1)!.messages.at(-1)!.text).toMatch(/print\("new"\)[\s\S]*\[.* and 27 answers left\]/);
    });
  });
});

describe("a conversation with tools", () => {
  test("is continued at the same turn, whenever the host was killed: no answer is paid for twice, no command repeated", async () => {
    // The commit, four answers and six results.
    const records = 11;
    for (let dieAt = 1; dieAt <= records; dieAt += 1) {
      const model = await scripted(script);
      const recorded = nothingRecorded();
      await withCodingFolder(localSandboxes(), model, async (folder) => {
        let count = 0;
        const onRecord = (): void => {
          count += 1;
          if (count === dieAt) throw new Error("The host was killed.");
        };
        const first = await code(folder, { mode: "fix", recorded, onRecord }).catch((error: Error) => error.message);
        expect(first).toBe("The host was killed.");
        const result = await code(folder, { mode: "fix", recorded });
        expect(result, `killed at record ${dieAt}`).toEqual({ summary: "The program is new.", failure: null });
        expect(await folder.read("log.txt")).toBe("x\ny\n");
        // An answer that died with its host was not recorded: the harness hands it out again.
        const asked = model.requests.map(({ messages }) => messages.length);
        expect(new Set(asked).size).toBe(4);
        expect(asked.length).toBeLessThanOrEqual(5);
      });
    }
  });

  test("a repeated conversation asks the same to the letter", async () => {
    const model = await scripted(script);
    const recorded = nothingRecorded();
    await withCodingFolder(localSandboxes(), model, async (folder) => {
      await code(folder, { recorded });
      const last = model.requests.at(-1)!;
      recorded.answers.delete("experiment_1/v1/turn-4");
      await code(folder, { recorded });
      expect(model.requests.at(-1)).toEqual(last);
    });
  });

  test("cannot be done without a program, or with an unchanged one that must be repaired", async () => {
    const model = await scripted(`
rules:
  - { when: { last: was not changed }, tools: [{ bash: { command: rm main.py } }] }
  - { when: { last: There is no file }, tools: [{ write_file: { path: main.py, content: x } }] }
  - { when: { last: has 1 lines }, tools: [{ done: { summary: At last. } }] }
otherwise: { tools: [{ done: { summary: Nothing. } }] }`);
    await withCodingFolder(localSandboxes(), model, async (folder) => {
      expect(await code(folder, { mode: "fix" })).toEqual({ summary: "At last.", failure: null });
      expect(model.requests).toHaveLength(5);
    });
  });

  test("ends after its turns, and after three answers without a tool call", async () => {
    const busy = await scripted("otherwise: { text: Still looking., tools: [{ bash: { command: ls } }] }");
    await withCodingFolder(localSandboxes(), busy, async (folder) => {
      const result = await (await react(folder, 3)).code(folder.work({ mode: "fix" }));
      expect(result).toEqual({ summary: "Still looking.", failure: "The program was not changed." });
      expect(busy.requests).toHaveLength(3);
    });
    const silent = await scripted('otherwise: ""');
    await withCodingFolder(localSandboxes(), silent, async (folder) => {
      expect(await code(folder)).toEqual({ summary: "It stopped without calling a tool.", failure: null });
      expect(silent.requests).toHaveLength(3);
    });
  });

  test("ends when its time is up, whatever it waits for", async () => {
    for (const otherwise of ["{ hang: true }", "{ tools: [{ bash: { command: sleep 600 } }] }"]) {
      const model = await scripted(`otherwise: ${otherwise}`);
      await withCodingFolder(localSandboxes(), model, async (folder) => {
        const result = await code(folder, { mode: "fix", timeoutMs: 1500 });
        expect(result).toEqual({ summary: "It ran out of time.", failure: "The program was not changed." });
      });
    }
  });

  test("ends with the run", async () => {
    const model = await scripted("otherwise: { hang: true }");
    await withCodingFolder(localSandboxes(), model, async (folder) => {
      const stop = new AbortController();
      const coding = code(folder, { signal: stop.signal });
      await expect.poll(() => model.requests.length).toBe(1);
      stop.abort("stopped");
      await expect(coding).rejects.toBe("stopped");
    });
  });

  test("what the model commits itself becomes part of the harness's commit", async () => {
    const commit = "echo z >main.py; git add -A; git -c user.name=a -c user.email=b commit -qm mine";
    const model = await scripted(
      `turns: [{ tools: [{ bash: { command: "${commit}" } }] }, { tools: [{ done: { summary: Ok. } }] }]`,
    );
    await withCodingFolder(localSandboxes(), model, async (folder) => {
      expect(await code(folder, { mode: "fix" })).toEqual({ summary: "Ok.", failure: null });
      expect(await folder.shell("git log --oneline | wc -l")).toBe("1\n");
      expect(await folder.shell("git status --porcelain")).toBe("M  main.py\n");
    });
  });

  test("its commands see what programs see", async () => {
    const model = await scripted(
      'turns: [{ tools: [{ bash: { command: "echo $MLE_STAGE" } }] }, { tools: [{ done: { summary: Ok. } }] }]',
    );
    await withCodingFolder(localSandboxes(), model, async (folder) => {
      await code(folder, { environment: { MLE_STAGE: "mini" } });
      expect(model.requests[1]!.messages.at(-1)!.text).toMatch(/^mini\n/);
    });
  });

  test("files beyond the folder are refused, and wrong arguments explained", async () => {
    const model = await scripted(`
turns:
  - { tools: [{ write_file: { path: ../../evil.py, content: x } }, { write_file: { path: 3 } }, { fly: {} }] }
  - { tools: [{ done: { summary: Ok. } }] }`);
    await withCodingFolder(localSandboxes(), model, async (folder) => {
      await code(folder);
      const results = model.requests[1]!.messages.filter(({ role }) => role === "tool").map(({ text }) => text);
      expect(results[0]).toContain("use bash for files elsewhere");
      expect(results[1]).toContain("write_file was not used");
      expect(results[2]).toContain("There is no tool fly. There are bash, view_file");
    });
  });
});
