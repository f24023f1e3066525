import { describe, expect, test } from "vitest";
import { singleCoder } from "../../../../src/agents/search/coders/single-coder.ts";
import type { CodingResult, CodingWork } from "../../../../src/agents/search/parts.ts";
import type { Model } from "../../../../src/contracts/model.ts";
import { nothingRecorded, recordingAsk, scripted } from "./recording-ask.ts";

const answers = (...texts: string[]): string => `turns: ${JSON.stringify(texts)}`;
const rules = (first: string, second: string): string =>
  JSON.stringify({ rules: [{ when: { any: "What was wrong with it" }, text: second }], otherwise: first });

const old = { files: { "main.py": 'print("old")\n', "lib.py/a.py": "a = 1\n" }, isWhole: true };

async function code(model: Model, changes: Partial<CodingWork> = {}): Promise<CodingResult> {
  return await singleCoder.code({
    ...{ key: "experiment_1/v1", directory: "/none", program: "main.py", base: old, mode: "write", timeoutMs: 60_000 },
    prompt: { system: "You write programs.", sections: [{ title: "Task", text: "Predict the flowers." }] },
    ask: recordingAsk(model),
    signal: new AbortController().signal,
    ...changes,
  });
}

describe("one answer", () => {
  test("becomes changes to files", async () => {
    const text =
      "Two files.\n```python main.py\nimport src.model\n```\n```python src/model.py\nx = 1\n```\nDELETE gone.py\n";
    const { changes, ...said } = await code(await scripted(answers(text)));
    expect(said).toEqual({ summary: "Two files.", failure: null });
    expect(Object.fromEntries(changes!.written)).toEqual({
      "main.py": "import src.model\n",
      "src/model.py": "x = 1\n",
    });
    expect(changes!.deleted).toEqual(["gone.py"]);
  });

  test("that cannot be used is asked for again, with the reason", async () => {
    const model = await scripted(rules("No.", "```python\nx = 2\n```"));
    const { failure, changes } = await code(model);
    expect(failure).toBeNull();
    expect(changes!.written.get("main.py")).toBe("x = 2\n");
    expect(model.requests).toHaveLength(2);
    expect(model.requests[1]!.messages.at(-1)!.text).toContain("no fenced block");
  });

  test.for([
    ["a file where a folder is", "```python lib.py\nx = 1\n```", "lib.py cannot be both a file and a folder"],
    ["a folder where a file is", "```python main.py/x.py\nx = 1\n```", "main.py cannot be both a file and a folder"],
    [
      "both at once",
      "```python a.py\nx = 1\n```\n```python a.py/b.py\nx = 1\n```",
      "a.py cannot be both a file and a folder",
    ],
    ["a folder to be deleted", "DELETE lib.py", "lib.py is a folder"],
  ] as const)("with %s is asked for again", async ([, text, reason]) => {
    const model = await scripted(rules(text, "```python\nx = 2\n```"));
    expect((await code(model)).failure).toBeNull();
    expect(model.requests[1]!.messages.at(-1)!.text).toContain(reason);
  });

  test("may replace a folder whose files it deletes", async () => {
    const model = await scripted(answers("DELETE lib.py/a.py\n```python lib.py\nx = 1\n```"));
    expect((await code(model)).failure).toBeNull();
  });

  test("is asked for three times at most", async () => {
    const model = await scripted("otherwise: I would rather not.");
    const { failure, changes } = await code(model);
    expect(failure).toContain("None of 3 answers");
    expect(changes).toBeUndefined();
    expect(model.requests).toHaveLength(3);
  });

  test("that repairs nothing is a failure; one that leaves a parent as it is, is not", async () => {
    const model = await scripted('otherwise: "```python main.py\\nprint(\\"old\\")\\n```\\nDELETE gone.py"');
    expect((await code(model, { mode: "fix" })).failure).toBe("The program was not changed.");
    expect((await code(model)).failure).toBeNull();
  });

  test("repairs something when it deletes a file, or changes one that is not recorded", async () => {
    const deleted = await scripted("otherwise: DELETE lib.py/a.py");
    expect((await code(deleted, { mode: "fix" })).failure).toBeNull();
    const unknown = await scripted("otherwise: DELETE large.py");
    expect((await code(unknown, { mode: "fix", base: { ...old, isWhole: false } })).failure).toBeNull();
  });

  test("without the entry point is a failure", async () => {
    const model = await scripted('otherwise: "Gone.\\nDELETE main.py"');
    expect(await code(model)).toMatchObject({
      summary: "Gone.\nDELETE main.py",
      failure: "There is no file main.py.",
    });
    const other = await scripted('otherwise: "```python other.py\\nx = 1\\n```"');
    expect((await code(other, { base: { files: {}, isWhole: true } })).failure).toBe("There is no file main.py.");
    expect((await code(other, { base: { files: {}, isWhole: false } })).failure).toBeNull();
  });

  test("that was recorded before the host died is not paid for again, and its files count as changed", async () => {
    const model = await scripted('otherwise: "```python main.py\\nx = 3\\n```"');
    const recorded = nothingRecorded();
    for (let host = 0; host < 2; host += 1)
      expect((await code(model, { mode: "fix", ask: recordingAsk(model, recorded) })).failure).toBeNull();
    expect(model.requests).toHaveLength(1);
  });
});
