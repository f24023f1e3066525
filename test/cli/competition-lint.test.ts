import { mkdirSync, readdirSync, writeFileSync } from "node:fs";
import { beforeAll, describe, expect, test } from "vitest";
import { loadSplit } from "../../src/facts/splits.ts";
import { runCli } from "../support/run-cli.ts";
import { startCli, waitForName } from "../support/start-cli.ts";
import { temporaryDirectory } from "../support/temporary-directory.ts";

const place = temporaryDirectory();
type Findings = readonly { readonly check: string; readonly status: string; readonly message: string }[];

/** Competitions with one mistake each, which is also their id. */
const competitions = `
  import { defineCompetition, errorByColumn, metrics, tableOfRows } from "mlebench/competition";

  const rows = (first, count) =>
    Array.from({ length: count }, (_, row) => ({ id: first + row, size: row % 7, price: 10 + 3 * (row % 7) }));

  const competition = (id, { facts, train = rows(0, 40), test = rows(100, 20), sample = 50, extra, ...more } = {}) =>
    defineCompetition({
      id,
      metric: "Mean absolute error",
      submissionFormat: "Columns id and price.",
      raw: "generated",
      facts: { name: id, better: "lower", thresholds: { gold: 1, silver: 2, bronze: 3, median: 5 }, ...facts },
      grade: errorByColumn({ id: "id", target: "price" }, metrics.meanAbsoluteError),
      async prepare({ write }) {
        const [known, asked] = [tableOfRows(train), tableOfRows(test)];
        write("public/train.csv", known);
        write("public/test.csv", asked.drop("price"));
        write("public/sample_submission.csv", asked.select("id").with("price", sample));
        write("private/test.csv", asked.select("id", "price"));
        extra?.(write, asked);
      },
      checks: {
        disjoint: { train: "public/train.csv", test: "private/test.csv", id: "id" },
        hidden: { file: "public/test.csv", columns: ["price"] },
      },
      ...more,
    });

  export default [
    competition("fine"),
    competition("wrong-direction", { facts: { better: "higher" } }),
    competition("wrong-thresholds", { facts: { thresholds: { gold: 1, silver: 3, bronze: 2, median: 5 } } }),
    competition("good-sample", { sample: 20, facts: { thresholds: { gold: 1, silver: 2, bronze: 3, median: 15 } } }),
    competition("invalid-sample", { sample: "much" }),
    competition("imperfect-answers", { grade: (...tables) => 2 + tables[0].length / 1000 }),
    competition("repeated-ids", { train: [...rows(0, 40), ...rows(0, 1)] }),
    competition("shared-ids", { train: rows(70, 40) }),
    competition("shown-column", { extra: (write, test) => write("public/test.csv", test) }),
    competition("shown-answers", { extra: (write, test) => write("public/extra.csv", test.select("id", "price")) }),
    competition("different-each-time", {
      extra: (write, test) => write("public/extra.csv", test.select("id").with("chance", { float: Math.random() })),
    }),
    competition("broken", {
      prepare: async () => {
        throw new Error("no idea");
      },
    }),
    competition("unchecked", { checks: {} }),
    competition("endless", { prepare: ({ public: folder }) => new Promise(() => setInterval(() => folder, 1000)) }),
  ];`;

const expected: Readonly<Record<string, readonly [check: string, message: RegExp]>> = {
  "wrong-direction": ["gold", /higher is better, but perfect answers score 0 and the sample .* Is `better` wrong\?/],
  "wrong-thresholds": ["facts", /threshold of silver \(3\) is worse than that of bronze \(2\)/],
  "good-sample": ["sample", /better than the median \(15\)/],
  "invalid-sample": ["sample", /not a valid submission: Column "price"/],
  "imperfect-answers": ["gold", /score 2\.02, but gold needs 1/],
  "repeated-ids": ["ids", /public\/train\.csv repeats .*"0"/],
  "shared-ids": ["ids", /shares them with public\/train\.csv/],
  "shown-column": ["answers", /public\/test\.csv has the column "price"/],
  "shown-answers": ["answers", /public\/extra\.csv has "price" for 20 rows of the test set/],
  "different-each-time": ["determinism", /different files: .*public\/extra\.csv/],
  broken: ["preparation", /no idea/],
};

let found: Map<string, Findings>;
let exitCode: number | null;

beforeAll(async () => {
  writeFileSync(place("competitions.mjs"), competitions);
  writeFileSync(place("mlebench.config.json"), '{ "competitions": ["./competitions.mjs"] }');
  const ids = ["fine", "unchecked", ...Object.keys(expected)];
  const result = await runCli(["competition", "lint", ...ids, "--json"], { directory: place() });
  exitCode = result.exitCode;
  const linted: { competition_id: string; findings: Findings }[] = JSON.parse(result.stdout);
  found = new Map(linted.map(({ competition_id, findings }) => [competition_id, findings]));
});

describe("competition lint", () => {
  test.each(Object.entries(expected))("finds what is wrong: %s", (id, [check, message]) => {
    const problems = found.get(id)!.filter(({ status }) => status === "problem");
    expect(problems).toContainEqual({ check, status: "problem", message: expect.stringMatching(message) });
    expect(exitCode).toBe(3);
  });

  test("finds nothing wrong with a competition that is fine", () => {
    const checks = ["facts", "ids", "answers", "sample", "gold", "determinism"];
    expect(found.get("fine")!.map(({ check, status }) => [check, status])).toEqual(checks.map((name) => [name, "ok"]));
  });

  test("warns of what it cannot check", () => {
    const warned = found.get("unchecked")!.filter(({ status }) => status === "warning");
    expect(warned.map(({ check }) => check)).toEqual(["ids", "answers"]);
  });

  test("finds nothing wrong with the demo competitions", async () => {
    const result = await runCli(["competition", "lint", ...loadSplit("demo")]);
    expect(result).toMatchObject({ exitCode: 0, stderr: "No problems found.\n" });
    expect(result.stdout).not.toMatch(/^(problem|warning)/m);
  });

  test("leaves nothing behind when it is interrupted", async () => {
    const temporary = place("temporary");
    mkdirSync(temporary);
    const config = place("mlebench.config.json");
    const lint = startCli(["competition", "lint", "endless", "--config", config], { TMPDIR: temporary });
    expect(await waitForName(lint, temporary, /^mlebench-run-/)).toBe(true);
    await expect.poll(() => readdirSync(temporary, { recursive: true }).join(" ")).toContain("endless");
    lint.process.kill("SIGINT");
    expect((await lint.ended).end).toBe(130);
    expect(readdirSync(temporary).filter((name) => name.startsWith("mlebench-run-"))).toEqual([]);
  });

  test("asks for the raw data of a competition that has to be downloaded", async () => {
    const { stdout } = await runCli(["competition", "lint", "leaf-classification", "--data-dir", place("none")]);
    expect(stdout).toContain("give it with --from-zip or --from-raw");
  });
});
