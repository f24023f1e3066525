import { describe, expect, test } from "vitest";
import { loadSplit } from "../../src/facts/splits.ts";
import { powerOfDesign } from "../../src/results/power-of-design.ts";
import { readResultSet } from "../../src/results/read-result-sets.ts";
import { writeGradingReport } from "../support/grading-reports.ts";
import { randomSource } from "../support/random-source.ts";
import { runCli } from "../support/run-cli.ts";
import { temporaryDirectory } from "../support/temporary-directory.ts";

const place = temporaryDirectory();
const all = loadSplit("all");

/** Reports of an agent that earns each medal with the same probability. */
function simulate(name: string, seeds: number, probability: number): string {
  const random = randomSource(seeds);
  for (let seed = 0; seed < seeds; seed += 1) {
    const outcomes = all.map(() => (random.next() < probability ? "g" : "v")).join("");
    writeGradingReport(place(name, `grading_report_${seed}.json`), all, outcomes);
  }
  return place(name);
}

describe("power", () => {
  test("says what more seeds can find, from published results", async () => {
    const { stdout, exitCode } = await runCli(["power", "--split", "low", "--seeds", "4"]);
    expect(exitCode).toBe(0);
    expect(stdout).toMatch(/^low: 22 competitions$/m);
    const found = [...stdout.matchAll(/^(\d+) +(\d+) +([\d.]+) points +7 of 22 \(31\.8 points\)$/gm)].map(
      ([, ...cells]) => cells.map(Number),
    );
    expect(found.map(([seeds, runs]) => [seeds, runs])).toEqual([1, 3, 4, 5, 10].map((seeds) => [seeds, 44 * seeds]));
    const points = found.map((cells) => cells[2]!);
    expect(points).toEqual(points.toSorted((one, other) => other - one));
    expect(points[1]).toBeGreaterThan(5);
    expect(points[1]).toBeLessThan(50);
  });

  test("estimates the variance that simulated agents have", async () => {
    const set = await readResultSet(simulate("simulated", 40, 0.3), place());
    const { variance, designs } = powerOfDesign("all", 3, set);
    expect(Math.abs(variance.variance - 0.21)).toBeLessThan(0.01);
    // (1.96 + 0.84) * sqrt(2 * 0.21 / 3 / 75), in percent.
    expect(designs.find(({ seeds }) => seeds === 3)!.evenly).toBeCloseTo(12.1, 0);
  });

  test("finds nothing in five competitions, whatever the seeds", async () => {
    for (const seed of [0, 1])
      writeGradingReport(place("demo", `grading_report_${seed}.json`), loadSplit("demo"), "gvgvg");
    const { stdout } = await runCli(["power", "--split", "demo", "--from", place("demo"), "--json"]);
    for (const design of JSON.parse(stdout).designs) expect(design).toMatchObject({ evenly: null, wins: null });
  });

  test("explains what it cannot estimate from", async () => {
    const unpublished = await runCli(["power", "--split", "demo"]);
    expect(unpublished).toMatchObject({ exitCode: 2 });
    expect(unpublished.stderr).toContain("There are no published results for the split `demo`.");
    const single = await runCli(["power", "--split", "low", "--from", simulate("single", 1, 0.5)]);
    expect(single).toMatchObject({ exitCode: 2 });
    expect(single.stderr).toContain("single has no competition of the split `low` with two or more seeds");
  });
});
