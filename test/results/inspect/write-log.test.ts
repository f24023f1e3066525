import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import { exportFormat } from "../../../src/results/export/formats.ts";
import type { LogFormat } from "../../../src/results/export/log-formats.ts";
import { writeExport } from "../../../src/results/export/write-export.ts";
import { sampledSets } from "../../../src/results/inspect/sampled-set.ts";
import { jsonLogPieces } from "../../../src/results/inspect/write-log.ts";
import { readResultSet } from "../../../src/results/read-result-sets.ts";
import { recordCalls } from "../../support/calls.ts";
import { writeGradingReport } from "../../support/grading-reports.ts";
import { type CheckedSample, checkJsonLog, readEvalLog } from "../../support/inspect-log.ts";
import { makeRunGroup } from "../../support/make-run-group.ts";
import { temporaryDirectory } from "../../support/temporary-directory.ts";

const place = temporaryDirectory();
const group = place("mine");

beforeAll(async () => {
  await makeRunGroup(group, {
    name: "mine",
    competitions: ["demo-a", "demo-b"],
    seeds: [0, 1],
    run: (id) =>
      id === "demo-a_seed-0"
        ? { score: 0.96, medal: "gold", candidates: 2 }
        : id === "demo-a_seed-1"
          ? { end: "limit", score: null, reason: "It reached its time limit of 1 h." }
          : id === "demo-b_seed-0"
            ? { end: "infrastructure-error", reason: "The machine went away." }
            : { until: "open" },
  });
  recordCalls(join(group, "demo-a_seed-0"));
});

async function writeLog(name: string, logFormat: LogFormat, output: string) {
  const toExport = await exportFormat("inspect").load();
  const log = await toExport([await readResultSet(name, place())], { logFormat });
  const [written] = await writeExport(log, output, { force: true });
  return written!.path;
}

const sampleOf = (samples: readonly CheckedSample[], id: string, epoch: number) =>
  samples.find((sample) => sample.id === id && sample.epoch === epoch)!;

describe("an Inspect log of a run group", () => {
  test("has the members that Inspect's readers look for, named so that it is listed", async () => {
    const path = await writeLog(group, "eval", place("logs"));
    expect(path).toMatch(/\/\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d-00-00_mle-bench_[0-9A-Za-z]{22}\.eval$/);
    const { members, status, eval: spec } = await readEvalLog(path);
    expect(members).toEqual([
      "_journal/start.json",
      "samples/demo-a_epoch_1.json",
      "samples/demo-a_epoch_2.json",
      "samples/demo-b_epoch_1.json",
      "_journal/summaries/1.json",
      "summaries.json",
      "header.json",
    ]);
    expect(status).toBe("cancelled");
    expect(spec.task).not.toContain("inspect_evals");
  });

  test("needs no data descriptors and has no comment, which its viewer cannot read", async () => {
    const bytes = readFileSync(await writeLog(group, "eval", place("plain")));
    expect(bytes.readUInt16LE(6) & 8).toBe(0);
    expect(bytes.readUInt32LE(bytes.length - 22)).toBe(0x06054b50);
  });

  test("says the same in JSON, header first", async () => {
    const text = readFileSync(await writeLog(group, "json", place("logs")), "utf8");
    const { members: _, ...log } = await readEvalLog(await writeLog(group, "eval", place("logs")));
    expect(checkJsonLog(text)).toEqual(log);
    expect(Object.keys(JSON.parse(text)).at(-1)).toBe("samples");
  });

  test("shows medals first, as `report` counts them, and has the whole report twice", async () => {
    const { results, samples } = await readEvalLog(await writeLog(group, "eval", place("logs")));
    expect(results.scores.map(({ name }) => name).slice(0, 3)).toEqual([
      "any_medal",
      "valid_submission",
      "above_median",
    ]);
    const { mlebench } = sampleOf(samples, "demo-a", 1).scores!;
    expect(Object.keys(mlebench!.value)[0]).toBe("any_medal");
    expect(mlebench!.value).toMatchObject({ any_medal: true, gold: true, silver: false, score: 0.96, percentile: 60 });
    expect(JSON.parse(mlebench!.explanation!)).toMatchObject({ competition_id: "demo-a", gold_threshold: 0.95 });
    expect(mlebench!.metadata).toEqual(JSON.parse(mlebench!.explanation!));
  });

  test("has what agent and models said, with tools and their results, usage and cost", async () => {
    const { samples, stats } = await readEvalLog(await writeLog(group, "eval", place("logs")));
    const { messages, events, events_data, model_usage, output } = sampleOf(samples, "demo-a", 1);
    expect(messages.map(({ role, content }) => [role, content])).toEqual([
      ["user", "Solve it."],
      ["assistant", "I look first."],
      ["tool", "train.csv"],
      ["assistant", "Done."],
      ["user", "A title, please."],
      ["assistant", "Plants"],
    ]);
    const tools = events.filter((event) => event.event === "tool");
    expect(tools).toMatchObject([{ function: "bash", arguments: { command: "ls data" }, result: "train.csv" }]);
    const inputs = events.flatMap((event) =>
      event.event !== "model"
        ? []
        : [
            event.input_refs.flatMap(([from, to]) =>
              events_data.messages.slice(from, to).map(({ content }) => content),
            ),
          ],
    );
    expect(inputs).toEqual([
      ["Solve it."],
      ["Solve it.", "I look first.", "train.csv"],
      ["A title, please."],
      ["A title, please."],
    ]);
    const echoed = events_data.messages.find(({ content }) => content === "I look first.");
    expect(echoed?.id).toBe(messages[1]!.id);
    expect(output).toMatchObject({ model: "test", completion: "Plants" });
    // The price of one call is unknown, and so is that of all.
    const total = { input_tokens: 40, output_tokens: 20, total_tokens: 60, input_tokens_cache_read: 0 };
    expect(model_usage).toEqual({ "scripted/test.yaml": total });
    expect(stats.model_usage).toEqual(model_usage);
  });

  test("scores candidates on the way, and keeps events in order within their spans", async () => {
    const { samples } = await readEvalLog(await writeLog(group, "eval", place("logs")));
    const { events } = sampleOf(samples, "demo-a", 1);
    const scores = events.filter((event) => event.event === "score");
    expect(scores.map(({ intermediate, score }) => [intermediate, score.value.score])).toEqual([
      [true, 0.95],
      [true, 0.96],
      [false, 0.96],
    ]);
    const spans = events.flatMap((event) => (event.event === "span_begin" ? [event.type] : []));
    expect(spans).toEqual(["init", "solvers", "agent", "scorers", "scorer"]);
    expect(new Set(events.map(({ uuid }) => uuid)).size).toBe(events.length);
  });

  test("names limits and errors; runs that have not ended are only listed", async () => {
    const { samples, eval: spec } = await readEvalLog(await writeLog(group, "eval", place("logs")));
    expect(sampleOf(samples, "demo-a", 2)).toMatchObject({ limit: { type: "time", limit: 3600 } });
    const failed = sampleOf(samples, "demo-b", 1);
    expect([failed.error?.message, failed.scores]).toEqual(["The machine went away.", undefined]);
    expect(spec.metadata.mlebench).toMatchObject({
      missing: [
        { competition_id: "demo-b", seed: 0, why: "infrastructure error" },
        { competition_id: "demo-b", seed: 1, why: "not finished" },
      ],
    });
  });

  test("is written sample by sample: what comes later is not read yet", async () => {
    const [set] = sampledSets([await readResultSet(group, place())]);
    const pieces = jsonLogPieces(set!);
    pieces.next();
    expect(pieces.next().value).toContain('"demo-a"');
    const output = join(group, "demo-a_seed-1", "output.log");
    const before = readFileSync(output);
    writeFileSync(output, "written in the meantime\n");
    expect(pieces.next().value).toContain("written in the meantime");
    writeFileSync(output, before);
  });

  test("is the same every time", async () => {
    const [one, other] = [await writeLog(group, "eval", place("one")), await writeLog(group, "eval", place("other"))];
    expect(readFileSync(one).equals(readFileSync(other))).toBe(true);
  });

  test("is made of grading reports as well, without what they do not say", async () => {
    writeGradingReport(place("reports", "grading_report_1.json"), ["demo-a", "demo-b"], "g-");
    writeGradingReport(place("reports", "grading_report_2.json"), ["demo-a", "demo-b"], "vi");
    const log = await readEvalLog(await writeLog(place("reports"), "eval", place("logs")));
    expect(log.samples.map(({ id, epoch }) => `${id} ${epoch}`)).toEqual([
      "demo-a 1",
      "demo-b 1",
      "demo-a 2",
      "demo-b 2",
    ]);
    expect(log.results.scores[0]!.metrics.mean!.value).toBe(0.25);
  });
});
