import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import { copies, readProgram } from "../results/audit/plagiarism/variants.ts";
import { makeRunGroup } from "../support/make-run-group.ts";
import { runCli } from "../support/run-cli.ts";
import { temporaryDirectory } from "../support/temporary-directory.ts";

const place = temporaryDirectory();
const runs = place("runs");
const write = (file: string, text: string): void => {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
};
const audit = async (...parameters: string[]) => {
  const result = await runCli(["audit", "plagiarism", ...parameters, "--run-dir", runs, "--json"]);
  return { ...result, json: JSON.parse(result.stdout) };
};
const notebook = (source: string): string => {
  const cells = source.split(/^(?=def )/m).map((cell) => ({ cell_type: "code", source: cell.split(/(?<=\n)/) }));
  return JSON.stringify({ cells: [{ cell_type: "markdown", source: "# Prices" }, ...cells], nbformat: 4 });
};

beforeAll(async () => {
  const group = (label: string) => ({
    name: label,
    competitions: ["houses"],
    seeds: [0, 1],
    agent: { name: "command", label, settings: {} },
  });
  for (const label of ["thief", "honest", "friend"]) await makeRunGroup(join(runs, label), group(label));
  const [thief, honest, friend] = ["thief", "honest", "friend"].map((label) =>
    join(runs, label, "houses_seed-0", "code"),
  );
  write(join(thief!, "src", "train.py"), copies["renamed, reordered and reformatted"]!);
  write(join(thief!, "first.py"), copies["half copied"]!);
  write(join(honest!, "main.py"), readProgram("same-method"));
  write(join(friend!, "solution.ipynb"), notebook(`%matplotlib inline\n${readProgram("same-method")}`));
  write(place("kernels", "houses", "ann", "prices.ipynb"), notebook(readProgram("original")));
  write(place("kernels", "houses", "bob", "net.py"), readProgram("network"));
});

describe("audit plagiarism", () => {
  test("finds a disguised copy of a kernel, once per run, with both passages", async () => {
    const { exitCode, json, stderr } = await audit("thief", "--kernels", place("kernels"));
    expect(exitCode, stderr).toBe(3);
    expect(json).toHaveLength(1);
    expect(json[0]).toMatchObject({
      findings: [{ check: "copied-kernel", severity: "high", what: expect.stringContaining("kernel ann/prices") }],
      examined: { runs: 2, programs: 2, kernels: 2, pairs: 4 },
    });
    const [pair] = json[0].pairs;
    expect(pair).toMatchObject({ competition_id: "houses", kind: "kernel" });
    expect(pair.program).toMatchObject({ name: "thief/houses_seed-0/code/src/train.py" });
    expect(pair.other.file).toBe(place("kernels", "houses", "ann", "prices.ipynb"));
    expect(pair.other.text).toContain("splitter.split");
    expect(JSON.parse(readFileSync(json[0].file, "utf8"))).toMatchObject({ findings: json[0].findings });
    expect(dirname(json[0].file)).toBe(runs);
  });

  test("is quiet about an independent program that uses the same method", async () => {
    const { exitCode, json } = await audit("honest", "--kernels", place("kernels", "houses"));
    expect([exitCode, json[0].findings]).toEqual([0, []]);
  });

  test("compares agents with each other, from both sides, and notebooks with scripts", async () => {
    const { json } = await audit("honest", "friend", "thief");
    expect(json.map(({ findings }: { findings: { check: string }[] }) => findings.map(({ check }) => check))).toEqual([
      ["copied-between-agents"],
      ["copied-between-agents"],
      [],
    ]);
    expect(json[0].notes.join()).toContain("mlebench dev download-kernels -c houses");
  });

  test("prints the passages for people, and `report` mentions the findings", async () => {
    const { stdout } = await runCli(["audit", "plagiarism", "thief", "--kernels", place("kernels"), "--run-dir", runs]);
    expect(stdout).toContain("longest common stretch");
    expect(stdout).toMatch(/\d+ \| .*v\d+_\d+/);
    const report = await runCli(["report", "thief", "--run-dir", runs]);
    expect(report.stdout).toContain("plagiarism");
  });

  test("says what is missing", async () => {
    const alone = await audit("thief");
    expect([alone.exitCode, alone.json.error.code]).toEqual([1, "missing-data"]);
    expect(alone.stderr).toContain("mlebench dev download-kernels -c houses");
    for (const [parameters, text] of [
      [["thieff"], "thief"],
      [["thief", "--kernels", place("absent")], "is not a folder"],
      [["thief", "--threshold", "30"], "up to 1"],
    ] as const) {
      const { exitCode, stderr } = await audit(...parameters);
      expect(exitCode).toBe(2);
      expect(stderr).toContain(text);
    }
  });
});
