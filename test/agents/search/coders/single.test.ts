import { describe, expect, test } from "vitest";
import { coder } from "../../../../src/agents/search/coders/index.ts";
import { localSandboxes } from "../../../../src/sandboxes/local/local.ts";
import { type CodingFolder, withCodingFolder } from "./coding-folder.ts";
import { defaultSettings } from "./default-settings.ts";
import { providers } from "./providers.ts";
import { nothingRecorded, scripted } from "./recording-ask.ts";

const single = async ({ task }: CodingFolder) => await coder("single").open(task, defaultSettings);
const answers = (...texts: string[]): string => `turns: ${JSON.stringify(texts)}`;
const rules = (first: string, second: string): string =>
  JSON.stringify({ rules: [{ when: { any: "What was wrong with it" }, text: second }], otherwise: first });

describe.each(providers)("one answer, in the sandbox %s", (_, provider) => {
  test("becomes files, in folders of their own too", async () => {
    const text =
      "Two files.\n```python main.py\nimport src.model\n```\n```python src/model.py\nx = 1\n```\nDELETE gone.py\n";
    await withCodingFolder(provider, await scripted(answers(text)), async (folder) => {
      await folder.shell("touch gone.py");
      const result = await (await single(folder)).code(folder.work());
      expect(result).toEqual({ summary: "Two files.", failure: null });
      expect(await folder.read("main.py")).toBe("import src.model\n");
      expect(await folder.read("src/model.py")).toBe("x = 1\n");
      expect(await folder.read("gone.py")).toBeNull();
    });
  });

  test("with a link on the way writes nothing beyond the folder", async () => {
    const text = "```python main.py\nx = 1\n```\n```python out/evil.py\nx = 1\n```\n";
    await withCodingFolder(provider, await scripted(answers(text, text, text)), async (folder) => {
      await folder.shell("mkdir ../elsewhere && ln -s ../elsewhere out && ln -sf ../elsewhere/target.py main.py");
      const result = await (await single(folder)).code(folder.work());
      expect(result.failure).toContain("out is a symbolic link");
      expect(await folder.shell("ls ../elsewhere")).toBe("");
    });
  });

  test("replaces a link by a file", async () => {
    await withCodingFolder(provider, await scripted(answers("```python main.py\nx = 1\n```\n")), async (folder) => {
      await folder.shell("mkdir ../elsewhere && echo kept >../elsewhere/a && ln -sf ../elsewhere/a main.py");
      expect((await (await single(folder)).code(folder.work())).failure).toBeNull();
      expect(await folder.read("main.py")).toBe("x = 1\n");
      expect(await folder.shell("cat ../elsewhere/a")).toBe("kept\n");
    });
  });
});

describe("one answer", () => {
  test("that cannot be used is asked for again, with the reason", async () => {
    const model = await scripted(rules("No.", "```python\nx = 2\n```"));
    await withCodingFolder(localSandboxes(), model, async (folder) => {
      const result = await (await single(folder)).code(folder.work());
      expect(result.failure).toBeNull();
      expect(await folder.read("main.py")).toBe("x = 2\n");
      expect(model.requests).toHaveLength(2);
      expect(model.requests[1]!.messages.at(-1)!.text).toContain("no fenced block");
    });
  });

  test("is asked for three times at most", async () => {
    const model = await scripted("otherwise: I would rather not.");
    await withCodingFolder(localSandboxes(), model, async (folder) => {
      const result = await (await single(folder)).code(folder.work());
      expect(result.failure).toContain("None of 3 answers");
      expect(model.requests).toHaveLength(3);
      expect(await folder.read("main.py")).toBe('print("old")\n');
    });
  });

  test("that repairs nothing is a failure; one that leaves a parent as it is, is not", async () => {
    const model = await scripted('otherwise: "```python main.py\\nprint(\\"old\\")\\n```"');
    await withCodingFolder(localSandboxes(), model, async (folder) => {
      const coding = await single(folder);
      expect((await coding.code(folder.work({ mode: "fix" }))).failure).toBe("The program was not changed.");
      expect((await coding.code(folder.work())).failure).toBeNull();
    });
  });

  test("is not asked for again when the folder is gone", async () => {
    const model = await scripted('otherwise: "```python main.py\\nx = 1\\n```"');
    await withCodingFolder(localSandboxes(), model, async (folder) => {
      await folder.shell('rm -rf "$CODE_DIR"');
      const result = await (await single(folder)).code(folder.work());
      expect(result.failure).toContain("could not be written");
      expect(model.requests).toHaveLength(1);
    });
  });

  test("without the entry point is a failure", async () => {
    const model = await scripted('otherwise: "Gone.\\nDELETE main.py"');
    await withCodingFolder(localSandboxes(), model, async (folder) => {
      const result = await (await single(folder)).code(folder.work());
      expect(result).toEqual({ summary: "Gone.\nDELETE main.py", failure: "There is no file main.py." });
    });
  });

  test("that was recorded before the host died is not paid for again, and its files count as changed", async () => {
    const model = await scripted('otherwise: "```python main.py\\nx = 3\\n```"');
    const recorded = nothingRecorded();
    await withCodingFolder(localSandboxes(), model, async (folder) => {
      const coding = await single(folder);
      for (let host = 0; host < 2; host += 1)
        expect((await coding.code(folder.work({ mode: "fix", recorded }))).failure).toBeNull();
      expect(model.requests).toHaveLength(1);
    });
  });
});
