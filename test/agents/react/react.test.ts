import { mkdirSync, writeFileSync } from "node:fs";
import { expect, test } from "vitest";
import { localSandboxes } from "../../../src/sandboxes/local/local.ts";
import { requireProgram } from "../../support/system-programs.ts";
import { temporaryDirectory } from "../../support/temporary-directory.ts";
import { actScripted, lastText } from "./act-scripted.ts";

const hasPython = requireProgram("/usr/bin/python3", "python3") !== null;
const place = temporaryDirectory();
const publicData = place("public");
mkdirSync(publicData);
writeFileSync(place("public", "description.md"), "# Flowers\nPredict flowering.\n");
const submit = "{ tools: [{ submit: { anyway: true } }] }";
const act = (script: string, more: Omit<Parameters<typeof actScripted>[0], "script" | "publicData"> = {}) =>
  actScripted({ script, publicData, ...more });

test("a model writes a program, runs it, edits it, and submits", async () => {
  const { end, submission, requests, results } = await act(`
turns:
  - { text: First a program., tools: [{ write_file: { path: src/solve.sh, content: "echo id,x > $SUBMISSION_DIR/submission.csv\\n" } }] }
  - { tools: [{ replace_in_file: { path: src/solve.sh, old: "id,x", new: "id,y" } }, { bash: { command: sh src/solve.sh; echo ran } }] }
  - { tools: [{ view_file: { path: src/solve.sh } }] }
  - ${submit}`);
  expect(end.exitCode).toBe(0);
  expect(submission).toBe("id,y\n");
  expect(results[2]).toMatch(/^ran\n\[exit code 0, \d+ s\]/);
  expect(results[3]).toContain("1\techo id,y > $SUBMISSION_DIR/submission.csv");
  expect(results[4]).toMatch(/^Submitted\. The format could not be checked/);
  const [first] = requests;
  expect(first!.messages.map(({ role }) => role)).toEqual(["system", "user"]);
  expect(lastText(first!)).toContain("Predict flowering.");
  expect(first!.tools!.map(({ name }) => name)).toContain("job_start");
});

test("the model is told what is left of time, cost, tokens, answers and messages", async () => {
  const limits = { wallClockMs: 3_600_000, maxCost: 2, maxTokens: 1000, maxCalls: 5, maxMessages: 30 };
  const usage = "usage: { input: 100, output: 20 }";
  const { requests } = await act(`turns: [{ tools: [{ bash: { command: "true" } }], ${usage} }, ${submit}]`, {
    task: { limits },
  });
  expect(lastText(requests[0]!)).toMatch(
    /\[(1 h 0 min|59 min \d+ s) left; \$2.00 left; 1,000 tokens left; 5 answers left; 28 messages left\]$/,
  );
  expect(lastText(requests[1]!)).toMatch(
    /(1 h 0 min|59 min \d+ s) left; \$1.75 left; 880 tokens left; 4 answers left; 26 messages left\]$/,
  );
});

test("a command that runs out of time keeps what it printed", async () => {
  const { results } = await act(
    `turns: [{ tools: [{ bash: { command: "echo begun; sleep 60", seconds: 1 } }] }, ${submit}]`,
  );
  expect(results[0]).toMatch(/^begun\n\[ended after \d s: its time was up; above is what it printed until then\]/);
});

test("long output is shortened in the middle, and a file holds all of it", async () => {
  const { results } = await act(
    `turns: [{ tools: [{ bash: { command: "seq 1 20000" } }] }, { tools: [{ bash: { command: "wc -l < $LOGS_DIR/react-output-1.txt" } }] }, ${submit}]`,
    { settings: { output_characters: 400 } },
  );
  expect(results[0]).toMatch(
    /^1\n2\n[\s\S]*characters left out; the full text is in .*react-output-1.txt[\s\S]*\n20000\n/,
  );
  expect(results[0]!.length).toBeLessThan(800);
  expect(results[1]).toMatch(/^20000\n/);
});

test("colours, control characters and overwritten lines do not reach the model", async () => {
  const command = JSON.stringify("printf '\\033[31mred\\033[0m\\r\\n10%%\\r50%%\\rdone\\000\\n'");
  const { results } = await act(`turns: [{ tools: [{ bash: { command: ${command} } }] }, ${submit}]`);
  expect(results[0]).toMatch(/^red\ndone\n\[exit code 0/);
});

test("background jobs are started, looked at and stopped, and end with the agent", async () => {
  const { results, requests } = await act(`
turns:
  - { tools: [{ job_start: { command: "echo one; exec sleep 600" } }, { job_start: { command: "echo two; exit 3" } }] }
  - { tools: [{ job_output: { job: 2, wait_seconds: 30 } }, { bash: { command: "sleep 0.5" } }] }
  - { tools: [{ job_output: { job: 1 } }, { job_stop: { job: 1 } }, { job_output: { job: 9 } }] }
  - { tools: [{ job_start: { command: "sleep 601" } }] }
  - ${submit}`);
  expect(results[2]).toMatch(/^two\n\[job 2: exit code 3, \d+ s\]/);
  expect(lastText(requests[2]!)).toContain("running jobs: 1]");
  expect(results[4]).toMatch(/^one\n\[job 1: running for \d+ s\]/);
  expect(results[5]).toMatch(/^one\n\[job 1: stopped after \d+ s\]/);
  expect(results[6]).toContain("There is no job 9");
});

test.skipIf(!hasPython)(
  "Python keeps its variables, shows errors, is interrupted in time, and starts again after it died",
  async () => {
    const call = (code: string, seconds = 60): string =>
      `{ python: { code: ${JSON.stringify(code)}, seconds: ${seconds} } }`;
    const { results, requests, output } = await act(`
turns:
  - { tools: [${call("import os\nx = 20\nprint('set')")}, ${call("x + 1")}, ${call("x / 0")}, ${call("if x\n  pass")}] }
  - { tools: [${call("print('begun', flush=True)\nwhile True: pass", 1)}, ${call("x")}] }
  - { tools: [${call("os.system('echo from a child')\nNone")}, ${call("os._exit(4)")}, ${call("x")}] }
  - ${submit}`);
    expect(requests[0]!.tools!.map(({ name }) => name)).toContain("python");
    const [set, value, error, syntax, slow, still, child, died, lost] = results;
    expect(set).toBe("set");
    expect(value).toBe("21");
    expect(error).toMatch(/^Traceback[\s\S]*<call 3>", line 1[\s\S]*x \/ 0[\s\S]*ZeroDivisionError: division by zero$/);
    expect(error).not.toContain("<string>");
    expect(syntax).toContain("SyntaxError");
    expect(slow).toMatch(/^begun\n[\s\S]*KeyboardInterrupt[\s\S]*\[interrupted: its time was up/);
    expect(still).toMatch(/^20\n/);
    expect(child).toBe("from a child");
    expect(died).toMatch(/^\[the interpreter has ended \(exit code 4, \d+ s\): its variables are lost\]$/);
    expect(lost).toContain("NameError: name 'x' is not defined");
    expect(output).toContain("> python\n  code: x + 1\n  seconds: 60\n21\n> python");
  },
);

test("Python is not offered where there is none", async () => {
  const { requests } = await act(`turns: [${submit}]`, { provider: withoutPython() });
  expect(requests[0]!.tools!.map(({ name }) => name)).not.toContain("python");
  expect(lastText(requests[0]!)).toContain("There is no Python in this sandbox.");
});

function withoutPython() {
  const provider = localSandboxes();
  return {
    ...provider,
    open: async (spec: Parameters<typeof provider.open>[0]) => {
      const sandbox = await provider.open(spec);
      const hide = "python3() { return 127; }\n";
      return {
        ...sandbox,
        run: (command: readonly string[], options: Parameters<typeof sandbox.run>[1]) =>
          sandbox.run(
            command.map((word) => (word.includes("python3 --version") ? hide + word : word)),
            options,
          ),
      };
    },
  };
}

test("a model that stops without submitting is asked to go on, and left alone in the end", async () => {
  const once = await act(`turns: [I am done., ${submit}]`);
  expect(lastText(once.requests[1]!)).toContain("You stopped without calling a tool");
  expect(once.end.exitCode).toBe(0);
  const cut = await act(`turns: [{ text: A long, finish: length }, ${submit}]`);
  expect(lastText(cut.requests[1]!)).toContain("Your answer was cut off");
  const never = await act("otherwise: ''", { settings: { nudges: 2 } });
  expect(never.requests).toHaveLength(3);
  expect(never.end.exitCode).toBe(0);
  expect(never.output).toContain("the model stopped 3 times in a row without calling a tool");
});

test("three answers in a row that a content filter stopped end the run", async () => {
  const filtered = "{ finish: content-filter }";
  const three = await act(`otherwise: ${filtered}`);
  expect(three.requests).toHaveLength(3);
  expect(three.end.exitCode).toBe(1);
  expect(three.output).toContain("the content filter stopped 3 answers in a row");
  const ok = "{ tools: [{ bash: { command: 'true' } }] }";
  const apart = await act(`turns: [${filtered}, ${filtered}, ${ok}, ${filtered}, ${submit}]`);
  expect(apart.end.exitCode).toBe(0);
  expect(lastText(apart.requests[1]!)).toContain("content filter");
});

test("wrong tools and arguments are explained to the model", async () => {
  const { results } = await act(`
turns:
  - { tools: [{ shel: { command: ls } }, { bash: { cmd: ls } }, { bash: "ls" }] }
  - { tools: [{ write_file: { path: /etc/x, content: x } }, { replace_in_file: { path: none, old: a, new: b } }, { view_file: { path: none } }] }
  - { tools: [{ submit: {} }] }
  - { tools: [{ bash: { command: "echo x > $SUBMISSION_DIR/submission.csv" } }] }
  - ${submit}`);
  expect(results[0]).toMatch(/^There is no tool shel\. There are bash,/);
  expect(results[1]).toMatch(/^bash was not used: command: /);
  expect(results[2]).toMatch(/^bash was not used: the arguments: /);
  expect(results[3]).toContain("/etc/x is not in");
  expect(results[4]).toContain("There is no file");
  expect(results[5]).toContain("none cannot be read");
  expect(results[6]).toContain("Not submitted. There is no file");
});

test("commands that the system cannot take, and a logs folder that is gone, are the model's to deal with", async () => {
  const command = (text: string): string => `{ bash: { command: ${JSON.stringify(text)} } }`;
  const { results, end } = await act(`
turns:
  - { tools: [${command("echo a\0b")}, ${command(`: ${"x".repeat(200_000)}`)}, { view_file: { path: "a\0b" } }] }
  - { tools: [{ bash: { command: rm -r "$LOGS_DIR" } }, { python: { code: print(1) } }, { bash: { command: seq 1 9999 } }] }
  - ${submit}`);
  expect(results[0]).toContain("must not contain a NUL character");
  expect(results[1]).toContain("is too long: write it to a file with write_file first");
  expect(results[2]).toContain("NUL");
  if (hasPython) expect(results[4]).toContain("The code was not run");
  expect(results[5]).toContain("the full text could not be written to a file");
  expect(end.exitCode).toBe(0);
});

test("a full window is replaced by a summary of the model's own", async () => {
  const script = `
rules:
  - { when: { last: will be replaced by a summary }, text: "SUMMARY: x.txt holds the best.", usage: { input: 900, output: 9 } }
  - { when: { any: "SUMMARY: x.txt" }, tools: [{ submit: { anyway: true } }] }
turns:
  - { tools: [{ bash: { command: echo early } }], usage: { input: 100, output: 10 } }
  - { tools: [{ bash: { command: echo late; echo x > $SUBMISSION_DIR/submission.csv } }], usage: { input: 900, output: 10 } }`;
  const { requests, events } = await act(script, { settings: { window_tokens: 1000 } });
  const texts = requests.at(-1)!.messages.map(({ role, text }) => `${role}: ${text.slice(0, 40)}`);
  expect(texts).toHaveLength(5);
  expect(texts[2]).toContain("user: The conversation so far was replaced by");
  expect(texts[4]).toContain("tool: late");
  expect(events.filter(({ type }) => type === "compacted")).toMatchObject([{ kept: 2, inputTokens: 900 }]);
});

test("a request that the provider refuses as too long is summarized, or dropped when even that is too long", async () => {
  const tooLong = "error: { status: 400, message: This exceeds the context length of the model }";
  const { requests, submission } = await act(`
rules:
  - { when: { last: will be replaced by a summary }, ${tooLong} }
  - { when: { any: was too long and was dropped }, tools: [{ submit: { anyway: true } }] }
turns:
  - { tools: [{ bash: { command: echo x > $SUBMISSION_DIR/submission.csv } }] }
  - { ${tooLong} }`);
  expect(requests).toHaveLength(4);
  expect(submission).toBe("x\n");
});

test("an agent that is stopped ends at once, and so does what it runs", async () => {
  const stop = new AbortController();
  const script = "turns: [{ tools: [{ job_start: { command: sleep 600 } }, { bash: { command: sleep 600 } }] }]";
  const stopping = act(script, {
    signal: stop.signal,
    onRequest: () => void setTimeout(() => stop.abort("stopped"), 500),
  });
  expect((await stopping).end).toMatchObject({ exitCode: null, cancelled: true });
  const hanging = new AbortController();
  const asked = act("otherwise: { hang: true }", {
    signal: hanging.signal,
    onRequest: () => void setTimeout(() => hanging.abort("time"), 200),
  });
  expect((await asked).end).toMatchObject({ exitCode: null, cancelled: true });
});
