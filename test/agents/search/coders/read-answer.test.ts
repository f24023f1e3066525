import { describe, expect, test } from "vitest";
import { readAnswer } from "../../../../src/agents/search/coders/answer/read-answer.ts";

const filesIn = (text: string, program = "main.py"): Record<string, string> | string => {
  const answer = readAnswer(text, program);
  return answer instanceof Error ? answer.message : Object.fromEntries(answer.written);
};
const block = (info: string, content: string, fence = "```"): string => `${fence}${info}\n${content}\n${fence}\n`;

describe("files in an answer", () => {
  test("the only block is the entry point, and the text before it the summary", () => {
    const answer = readAnswer(`I use a forest.\n\n${block("python", "print(1)")}\nThat is all.`, "main.py");
    expect(answer).toEqual({ written: new Map([["main.py", "print(1)\n"]]), deleted: [], summary: "I use a forest." });
    expect(filesIn(block("", "x = 1"))).toEqual({ "main.py": "x = 1\n" });
    expect(filesIn(block("js", "x = 1"), "main.mjs")).toEqual({ "main.mjs": "x = 1\n" });
  });

  test.each([
    "python src/model.py",
    "src/model.py",
    "python:src/model.py",
    'py title="src/model.py"',
    "python path=src/model.py",
    "python ./src/model.py",
  ])("the fence names the path: %s", (info) => {
    expect(filesIn(block(info, "x = 1"))).toEqual({ "src/model.py": "x = 1\n" });
  });

  test.each(["### `model.py`", "**model.py**:", "File: model.py", "Here is `model.py`:", "2. model.py", "model.py"])(
    "the line above names the path: %s",
    (line) => {
      expect(filesIn(`Plan.\n\n${line}\n\n${block("python", "x = 1")}`)).toEqual({ "model.py": "x = 1\n" });
    },
  );

  test("a comment in the first line names the path", () => {
    expect(filesIn(`${block("python", "# model.py\nx = 1")}${block("python", "# file: main.py\ny = 2")}`)).toEqual({
      "model.py": "# model.py\nx = 1\n",
      "main.py": "# file: main.py\ny = 2\n",
    });
    expect(filesIn(block("python", "#!/usr/bin/env python3\nx = 1"))).toHaveProperty("main.py");
  });

  test("a command to try it is not the program", () => {
    expect(filesIn(`${block("bash", "pip list")}${block("python", "x = 1")}`)).toEqual({ "main.py": "x = 1\n" });
    expect(filesIn(`Run \`main.py\`:\n${block("bash", "python3 main.py")}${block("python main.py", "x = 1")}`)).toEqual(
      {
        "main.py": "x = 1\n",
      },
    );
  });

  test("of several versions of a file, the last counts", () => {
    const text = `${block("python main.py", "x = 1")}Better:\n${block("python ./main.py", "x = 2")}`;
    expect(filesIn(text)).toEqual({ "main.py": "x = 2\n" });
  });

  test("fences inside of a file stay in it", () => {
    const readme = `# Use\n${block("bash", "python3 main.py")}Done.`;
    expect(filesIn(block("markdown README.md", readme))).toEqual({ "README.md": `${readme}\n` });
    const bare = "```\nx\n```";
    expect(filesIn(block("markdown README.md", bare, "````"))).toEqual({ "README.md": `${bare}\n` });
    expect(filesIn(block("python main.py", '"""\n~~~\n"""', "```"))).toEqual({ "main.py": '"""\n~~~\n"""\n' });
  });

  test("a block without an end is ended by the next one", () => {
    expect(filesIn("```python main.py\nx = 1\n```python model.py\ny = 2\n```\n")).toEqual({
      "main.py": "x = 1\n",
      "model.py": "y = 2\n",
    });
  });

  test("line ends of Windows become plain ones", () => {
    expect(filesIn("Plan.\r\n```python main.py\r\nx = 1\r\ny = 2\r\n```\r\n")).toEqual({ "main.py": "x = 1\ny = 2\n" });
  });

  test("files can be deleted, but not those that the answer writes", () => {
    const answer = readAnswer(
      `Tidy up.\nDELETE old.py\nDELETE \`main.py\`\n${block("python main.py", "x = 1")}`,
      "main.py",
    );
    expect(answer).toMatchObject({ deleted: ["old.py"] });
    expect(readAnswer("DELETE old.py", "main.py")).toMatchObject({ deleted: ["old.py"] });
  });
});

describe("what cannot be used is refused with a reason", () => {
  test.each([
    ["", "The answer is empty."],
    ["I would rather not.", "no fenced block"],
    ["```python main.py\nx = 1", "not closed"],
    [`${block("python", "a")}${block("python", "b")}`, "none says which file"],
    [block("python", "  "), "main.py is empty"],
    [block("python main.py", "x = '\0'"), "NUL"],
    ["x".repeat(1_000_001), "longer than 1,000,000"],
    [Array.from({ length: 51 }, (_, index) => block(`python file${index}.py`, "x")).join(""), "51 files"],
  ])("%.40s", (text, reason) => {
    expect(filesIn(text)).toContain(reason);
  });

  test.each([
    ["../main.py", "leads out"],
    ["src/../../main.py", "leads out"],
    ["/etc/cron.d/evil", "not relative"],
    ["~/.ssh/config", "not relative"],
    [".git/hooks/pre-commit", "git's own"],
    ["sub/.GIT/config", "git's own"],
    ["src\\main.py", "backslash"],
    ["a/".repeat(9).concat("x.py"), "folders deep"],
    [`${"a".repeat(250)}.py`, "longer than 200"],
    ["src/", "folder"],
  ])("the path %.40s", (path, reason) => {
    expect(filesIn(block(`python ${path}`, "x = 1"))).toContain(reason);
    expect(filesIn(`DELETE ${path}`)).toContain(reason);
  });

  test("a megabyte of anything is read at once", () => {
    const megabyte = 999_000;
    const started = performance.now();
    for (const piece of [
      "`",
      "```",
      "```\n",
      "```python x.py\n",
      " ",
      "~~~ a\n",
      "# ",
      "DELETE ",
      "\u001b[",
      "`a.py`:",
      "*",
      "\n",
    ])
      readAnswer(piece.repeat(megabyte / piece.length), "main.py");
    expect(performance.now() - started).toBeLessThan(20_000);
  });
});
