import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { loadSplit } from "../../src/facts/splits.ts";
import { aggregateSplit, type Figure } from "../../src/results/aggregate-split.ts";
import { benchmarkSplits } from "../../src/results/benchmark-splits.ts";
import { readResultSet } from "../../src/results/read-result-sets.ts";
import { writeGradingReport } from "../support/grading-reports.ts";
import { referenceData } from "../support/reference-data.ts";
import { temporaryDirectory } from "../support/temporary-directory.ts";

const place = temporaryDirectory();

/** What upstream's script printed for these outcomes: mean and standard error in percent; null where it refused. */
interface Golden {
  readonly title: string;
  readonly reports: readonly string[];
  readonly expected: Readonly<
    Record<string, Readonly<Record<Figure, readonly [number, number]> & { seeds: number }> | null>
  >;
}

const golden: readonly Golden[] = JSON.parse(
  readFileSync(new URL("../golden/results/aggregation.json", import.meta.url), "utf8"),
);

describe("aggregateSplit", () => {
  test.each(golden)(
    "gives what upstream's script gives, to the last bit: $title",
    async ({ title, reports, expected }) => {
      const folder = place(title.replaceAll(" ", "-"));
      for (const [index, outcomes] of reports.entries()) {
        writeGradingReport(join(folder, `grading_report_${index}.json`), loadSplit("all"), outcomes);
      }
      const { runs } = await readResultSet(folder, place());
      for (const padMissing of [false, true]) {
        for (const split of benchmarkSplits()) {
          const figures = expected[padMissing ? `${split.name} padded` : split.name]!;
          const result = aggregateSplit(runs, split, { padMissing });
          expect(result.seeds).toBe(figures?.seeds ?? 0);
          for (const [figure, { mean, error }] of Object.entries(result.percent)) {
            if (figures === null) expect(mean).toBeNull();
            // Upstream: 0 for a single seed, which has no standard error.
            else expect([mean, result.seeds === 1 ? (error ?? 0) : error]).toEqual(figures[figure as Figure]);
          }
        }
      }
    },
  );

  test("has no standard error for a single seed, and says how uncertain one proportion is", async () => {
    writeGradingReport(place("one", "grading_report.json"), loadSplit("low"), "g".repeat(11) + "v".repeat(11));
    const { runs } = await readResultSet(place("one"), place());
    const [low] = benchmarkSplits();
    const { percent, interval } = aggregateSplit(runs, low!, { padMissing: false });
    expect(percent.anyMedal).toEqual({ mean: 50, error: null, count: 1 });
    expect(interval).toMatchObject({ method: "wilson" });
  });

  test("names competitions without runs, and counts what is padded and what is left out", async () => {
    const ids = loadSplit("low");
    writeGradingReport(place("gaps", "grading_report_1.json"), ids, `.${"v".repeat(21)}`);
    writeGradingReport(place("gaps", "grading_report_2.json"), ids, `.${"v".repeat(20)}.`);
    const { runs } = await readResultSet(place("gaps"), place());
    const [low] = benchmarkSplits();
    const strict = aggregateSplit(runs, low!, { padMissing: false });
    expect(strict).toMatchObject({ seeds: 0, absent: [ids[0]], leftOut: 41, padded: 0, interval: null });
    const padded = aggregateSplit(runs, low!, { padMissing: true });
    expect(padded).toMatchObject({ seeds: 2, absent: [ids[0]], leftOut: 0, padded: 3, mixed: false });
  });

  const famou = referenceData("reports/Famou-Agent");
  test.skipIf(famou === null)("gives the published figures of Famou-Agent", async () => {
    const { runs } = await readResultSet(famou!, place());
    const figures = benchmarkSplits().map((split) => {
      const { mean, error } = aggregateSplit(runs, split, { padMissing: false }).percent.anyMedal;
      return `${split.name} ${mean!.toFixed(2)} ± ${error!.toFixed(2)}`;
    });
    expect(figures).toEqual(["low 62.12 ± 1.52", "medium 36.84 ± 1.52", "high 33.33 ± 0.00", "all 43.56 ± 0.89"]);
  });
});
