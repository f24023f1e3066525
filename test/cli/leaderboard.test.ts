import { beforeAll, describe, expect, test } from "vitest";
import { loadSplit } from "../../src/facts/splits.ts";
import { writeGradingReport } from "../support/grading-reports.ts";
import { makeRunGroup } from "../support/make-run-group.ts";
import { runCli } from "../support/run-cli.ts";
import { temporaryDirectory } from "../support/temporary-directory.ts";

const place = temporaryDirectory();
const [all, low] = [loadSplit("all"), loadSplit("low")];

/** A report in which the first competitions of the benchmark have a medal. */
function writeMedals(name: string, ids: readonly string[], medals: number): void {
  writeGradingReport(place(name), ids, "g".repeat(medals).padEnd(ids.length, "v"));
}

interface Row {
  place: number | null;
  origin: string;
  agent: string;
  medal_percent: Record<string, { mean: number; error: number | null; padded: boolean; seeds: number | null } | null>;
  [key: string]: unknown;
}

async function tableOf(...parameters: string[]): Promise<Row[]> {
  const { stdout, stderr } = await runCli(["leaderboard", ...parameters, "--json"]);
  expect(stderr).toBe("");
  return JSON.parse(stdout).rows;
}

beforeAll(async () => {
  // 33, 34 and 35 of 75: between Famou-Agent (43.56) and Thesis (48.44).
  for (const seed of [0, 1, 2]) writeMedals(`mine/grading_report_${seed}.json`, all, 33 + seed);
  writeMedals("lite/grading_report.json", low, 11);
  writeMedals(
    "open/grading_report.json",
    low.filter((id) => !id.includes("insults") && !id.includes("whale")),
    10,
  );
  await makeRunGroup(place("runs", "demo"), { name: "demo", model: "openai/gpt-5-mini" });
});

describe("leaderboard", () => {
  test("prints the published rows, best first, with equal figures in one place", async () => {
    const rows = await tableOf();
    expect(rows).toHaveLength(26);
    expect(rows.map((row) => row.place).slice(0, 5)).toEqual([1, 2, 3, 3, 5]);
    expect(rows[0]).toMatchObject({
      agent: "Disarray",
      uses_leakage: true,
      hours: 24,
      date: "2026-02-03",
      network: null,
    });
    expect(rows[1]!.medal_percent.all).toEqual({ mean: 62.66, error: 0.76, padded: true, seeds: null });
    expect(rows.find(({ agent }) => agent === "Neo multi-agent")!.models).toBeNull();
  });

  test("puts own results in their place, by the split that was asked for", async () => {
    const rows = await tableOf(place("mine"));
    const own = rows.findIndex(({ origin }) => origin === "own");
    expect(rows[own]).toMatchObject({
      agent: "mine",
      place: 10,
      models: null,
      hours: null,
      network: null,
      hardware: null,
    });
    expect(rows[own]!.medal_percent.all).toMatchObject({ padded: false, seeds: 3 });
    expect(rows[own]!.medal_percent.all!.mean).toBeCloseTo((100 * 34) / 75, 10);
    expect([rows[own - 1]!.agent, rows[own + 1]!.agent]).toEqual(["Thesis", "CAIR MLE-STAR-Pro-1.5"]);
    const byHigh = await tableOf(place("mine"), "--by", "high");
    const means = byHigh.map((row) => row.medal_percent.high!.mean);
    expect(means).toEqual(means.toSorted((one, other) => other - one));
  });

  test("names the rows that seeds cannot tell apart from an own one", async () => {
    const rows = await tableOf(place("mine"));
    const { close } = rows.find(({ origin }) => origin === "own")!;
    expect((close as Row[]).map(({ agent }) => agent)).toEqual(["Thesis", "CAIR MLE-STAR-Pro-1.5", "Famou-Agent"]);
    const { stdout } = await runCli(["leaderboard", place("lite"), "--by", "low"]);
    expect(stdout).toContain("lite: a single seed has no standard error");
  });

  test("shows what is not complete as unknown, at the end, unless it is padded", async () => {
    const rows = await tableOf(place("lite"), place("mine"));
    expect(rows.at(-1)).toMatchObject({ agent: "lite", place: null, medal_percent: { all: null, medium: null } });
    expect(rows.at(-1)!.medal_percent.low).toEqual({ mean: 50, error: null, padded: false, seeds: 1 });
    expect(rows.at(-1)!.remarks).toContain("medium: none of its 38 competitions has a graded run.");
    const padded = (await tableOf(place("lite"), "--pad-missing")).find(({ origin }) => origin === "own")!;
    expect(padded.medal_percent.all).toEqual({ mean: (100 * 11) / 75, error: null, padded: true, seeds: 1 });
    expect(padded.remarks).toContain("all: 53 missing runs count as failed.");
  });

  test("says what 20 of the 22 competitions give, but does not place it", async () => {
    const own = (await tableOf(place("open"), "--by", "low")).at(-1)!;
    expect(own).toMatchObject({ agent: "open", place: null });
    expect(own.remarks).toContain(
      "low: 50.00 over the 20 competitions that can still be joined, which is not the published figure.",
    );
  });

  test("takes models, hours, network and hardware of a run group from its plan", async () => {
    const own = (await tableOf("demo", "--run-dir", place("runs"))).at(-1)!;
    expect(own).toMatchObject({
      agent: "baseline",
      models: "openai/gpt-5-mini",
      hours: 1,
      date: "2026-01-01",
      network: "closed",
      isolation: "isolated",
      hardware: { cpus: null, memory_mib: null, gpus: 0 },
    });
  });

  test("prints Markdown, and suggests names", async () => {
    const { stdout } = await runCli(["leaderboard", place("mine"), "--format", "md"]);
    expect(stdout).toMatch(/^\| {2}\| place \| agent \| low % \|/m);
    expect(stdout).toMatch(/^\| \\> \| 10 \| mine \| .* \| unknown \| 2026-01-01 \| unknown \|$/m);
    const wrong = await runCli(["leaderboard", "dmeo", "--run-dir", place("runs")]);
    expect(wrong).toMatchObject({ exitCode: 2 });
    expect(wrong.stderr).toContain("Did you mean `demo`?");
  });
});
