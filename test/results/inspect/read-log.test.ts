import { readFileSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import { writeZip } from "../../../src/lib/archive/write-zip.ts";
import { exportFormat } from "../../../src/results/export/formats.ts";
import type { LogFormat } from "../../../src/results/export/log-formats.ts";
import { writeExport } from "../../../src/results/export/write-export.ts";
import { readResultSet, readResultSets } from "../../../src/results/read-result-sets.ts";
import { reportResults } from "../../../src/results/report-results.ts";
import type { ResultSet } from "../../../src/results/result-set.ts";
import { recordCalls } from "../../support/calls.ts";
import { makeRunGroup } from "../../support/make-run-group.ts";
import { temporaryDirectory } from "../../support/temporary-directory.ts";

const place = temporaryDirectory();
const group = place("mine");

beforeAll(async () => {
  await makeRunGroup(group, {
    name: "mine",
    competitions: ["demo-a", "demo-b", "demo-c"],
    seeds: [0, 1],
    run: (id) =>
      ({
        "demo-a_seed-0": { score: 0.96, medal: "gold" } as const,
        "demo-a_seed-1": { end: "limit", score: null, reason: "It reached its time limit of 1 h." } as const,
        "demo-b_seed-0": {
          end: "agent-error",
          score: null,
          output: "Traceback (most recent call last):\n  x\nKeyError: 'y'\n",
        } as const,
        "demo-b_seed-1": { invalid: true, failure: "The submission has 3 rows, expected 5." },
        "demo-c_seed-0": { end: "infrastructure-error" } as const,
        "demo-c_seed-1": { until: "open" } as const,
      })[id]!,
  });
  recordCalls(join(group, "demo-a_seed-0"));
});

async function writeLog(logFormat: LogFormat): Promise<string> {
  const toExport = await exportFormat("inspect").load();
  const { files } = await toExport([await readResultSet(group, place())], { logFormat });
  return (await writeExport({ files }, place("logs"), { force: true }))[0]!.path;
}

/** Without what only a run's folder knows. */
const told = ({ runs, missing, ...set }: ResultSet) => ({
  ...set,
  runs: runs.map(({ record: _, told: __, report: { extra, ...report }, ...run }) => {
    const { edition, percentile, failure, unrounded_score } = extra;
    return { ...run, report, extra: { edition, percentile, failure, unrounded_score } };
  }),
  missing: missing.map(({ folder: _, ...run }) => run),
});
const reportOf = (set: ResultSet) => {
  const { missing, ...report } = reportResults(set, { padMissing: true, details: false });
  return { ...report, missing: missing.map(({ folder: _, ...run }) => run) };
};

describe("a log that we wrote", () => {
  test.each(["eval", "json"] as const)("is reported as its run group is: %s", async (logFormat) => {
    const [original, read] = [
      await readResultSet(group, place()),
      await readResultSet(await writeLog(logFormat), place()),
    ];
    expect(told(read)).toEqual(told(original));
    expect(reportOf(read)).toEqual(reportOf(original));
    expect(
      reportOf(read)
        .failures.map(({ kind }) => kind)
        .sort(),
    ).toEqual(["agent error", "time limit", "wrong rows"]);
  });

  test("is one result set of its own in a folder of logs", async () => {
    await writeLog("eval");
    const sets = await readResultSets([place("logs")], place());
    expect(sets.map(({ label }) => label)).toEqual(["baseline"]);
  });
});

/** What upstream's grader prints. */
const report = (competition_id: string, medal: boolean, score: number | null) => ({
  competition_id,
  score,
  gold_threshold: 0.9,
  silver_threshold: 0.8,
  bronze_threshold: 0.7,
  median_threshold: 0.5,
  any_medal: medal,
  gold_medal: medal,
  silver_medal: false,
  bronze_medal: false,
  above_median: medal,
  submission_exists: true,
  valid_submission: score !== null,
  is_lower_better: false,
  created_at: "2026-01-01T00:00:00",
  submission_path: "/home/submission/submission.csv",
});

const spec = {
  created: "2026-09-20T10:00:00+00:00",
  task: "inspect_evals/mle_bench",
  dataset: { sample_ids: ["demo-a", "demo-b"] },
  model: "openai/gpt-5",
  config: { epochs: 2, time_limit: 86_400 },
};
const graded = (explanation: string) => ({
  mle_bench_scorer: {
    value: { valid_submission: true, above_median: true, any_medal: true },
    explanation,
    history: [],
  },
});
const samples = [
  {
    id: "demo-b",
    epoch: 2,
    input: [{ role: "user", content: "Solve it." }],
    target: "",
    scores: graded("ModuleNotFoundError: No module named 'mlebench'"),
  },
  {
    id: "demo-a",
    epoch: 2,
    input: "Solve it.",
    target: "",
    error: { message: "lost", traceback: "", traceback_ansi: "" },
  },
  {
    id: "demo-a",
    epoch: 1,
    input: "Solve it.",
    target: "",
    scores: graded(`${JSON.stringify(report("demo-a", true, 0.95))}\n`),
    model_usage: { "openai/gpt-5": { input_tokens: 1, output_tokens: 1, total_tokens: 2, total_cost: 0.25 } },
  },
];
/** Python's JSON has tokens that JSON does not. */
const withNaN = (text: string) => text.replace('"target":""', '"target":"","total_time":NaN');

function member(name: string, value: unknown) {
  return { name, content: Buffer.from(typeof value === "string" ? value : JSON.stringify(value)) };
}

async function writeForeign(name: string, all: readonly object[] = samples, about: object = spec): Promise<string> {
  if (name.endsWith(".json")) {
    writeFileSync(place(name), withNaN(JSON.stringify({ version: 2, status: "success", eval: about, samples: all })));
    return place(name);
  }
  const members = all.map((sample) => {
    const { id, epoch } = sample as { id: string; epoch: number };
    return member(`samples/${id}_epoch_${epoch}.json`, withNaN(JSON.stringify(sample)));
  });
  await writeZip(place(name), [member("_journal/start.json", { version: 2, eval: about, plan: {} }), ...members]);
  return place(name);
}

describe("a log of Inspect's own eval", () => {
  test.each(["foreign.eval", "foreign.json"])("is read from what its grader printed: %s", async (name) => {
    const set = await readResultSet(await writeForeign(name), place());
    expect(set).toMatchObject({ label: "openai/gpt-5", sources: [name] });
    expect(set.runs).toMatchObject([
      {
        competitionId: "demo-a",
        seed: 0,
        source: name,
        cost: 0.25,
        report: { score: 0.95, gold_medal: true },
        conditions: { edition: "unknown", timeLimit: 86_400_000, network: "unknown" },
      },
    ]);
    expect(set.missing.map(({ competitionId, seed, why }) => `${competitionId} ${seed} ${why}`)).toEqual([
      "demo-b 1 not graded",
      "demo-a 1 infrastructure error",
      "demo-b 0 not finished",
    ]);
  });

  test("may have a score that is not a number", async () => {
    const text = JSON.stringify(report("demo-a", false, 0)).replace('"score":0', '"score":NaN');
    const path = await writeForeign("nan.eval", [{ ...samples[2], scores: graded(text) }]);
    const { runs } = await readResultSet(path, place());
    expect(runs[0]!.report).toMatchObject({ score: null, valid_submission: true, extra: { unrounded_score: "NaN" } });
  });

  test("says which limit left a run without a submission", async () => {
    const absent = { ...report("demo-a", false, null), submission_exists: false };
    const sample = { ...samples[2], scores: graded(JSON.stringify(absent)), limit: { type: "message", limit: 30 } };
    const set = await readResultSet(await writeForeign("limit.eval", [sample]), place());
    expect(reportOf(set).failures).toMatchObject([{ kind: "message limit", count: 1 }]);
  });

  test("counts a sample that was written again once, as it was last", async () => {
    const again = { ...samples[2], scores: graded(JSON.stringify(report("demo-a", false, 0.1))) };
    const path = await writeForeign("again.eval", [samples[2]!, again]).catch(() => null);
    // Our own writer refuses names that repeat, as Inspect's does not: the second name is made equal afterwards.
    if (path === null) await writeForeign("again.eval", [samples[2]!, { ...again, id: "demo-A" }]);
    const bytes = readFileSync(place("again.eval"));
    const wrong = Buffer.from("samples/demo-A_epoch_1");
    for (let at = bytes.indexOf(wrong); at >= 0; at = bytes.indexOf(wrong)) bytes.write("samples/demo-a_epoch_1", at);
    writeFileSync(place("again.eval"), bytes);
    const { runs } = await readResultSet(place("again.eval"), place());
    expect(runs.map(({ report: { score } }) => score)).toEqual([0.1]);
  });
});

describe("what is refused", () => {
  test.each<[string, () => Promise<string>, RegExp]>([
    [
      "another task's log",
      () => writeForeign("other.eval", [{ id: "x", epoch: 1 }], { ...spec, task: "inspect_evals/gsm8k" }),
      /other\.eval: it has no results of MLE-bench: it is a log of the task `inspect_evals\/gsm8k`, and its sample has no/,
    ],
    [
      "a report that lacks something",
      () => writeForeign("lacks.eval", [{ ...samples[2], scores: graded('{"competition_id":"a","score":1}') }]),
      /lacks\.eval: samples\/demo-a_epoch_1\.json has a score that is not a grading report: `gold_threshold`/,
    ],
    [
      "a sample without an epoch",
      () => writeForeign("epoch.json", [{ id: "demo-a" }]),
      /epoch\.json: samples\[0\] is not a sample: `epoch`/,
    ],
    [
      "an archive of something else",
      async () => {
        await writeZip(place("else.eval"), [member("data.csv", "a,b")]);
        return place("else.eval");
      },
      /else\.eval: it has neither header\.json nor _journal\/start\.json/,
    ],
    [
      "a file that is no archive",
      async () => {
        writeFileSync(place("text.eval"), "not a zip");
        return place("text.eval");
      },
      /text\.eval/,
    ],
    [
      "zstandard",
      async () => {
        const path = await writeForeign("zstd.eval");
        const bytes = readFileSync(path);
        for (const [signature, at] of [
          [0x04034b50, 8],
          [0x02014b50, 10],
        ] as const) {
          for (let start = 0; start + 30 < bytes.length; start += 1) {
            if (bytes.readUInt32LE(start) === signature) bytes.writeUInt16LE(93, start + at);
          }
        }
        writeFileSync(path, bytes);
        return path;
      },
      /zstd\.eval: _journal\/start\.json is compressed with zstandard.*`inspect log convert .*zstd\.eval --to json/,
    ],
    ["a log that is not there", async () => place("absent.eval"), /There is no grading report or log at/],
  ])("%s, with the reason", async (_, make, message) => {
    await expect(readResultSet(await make(), place())).rejects.toThrow(message);
  });

  test("a log that is cut off", async () => {
    const path = await writeForeign("cut.json");
    writeFileSync(path, readFileSync(path).subarray(0, 400));
    await expect(readResultSet(path, place())).rejects.toThrow(new RegExp(basename(path)));
  });
});
