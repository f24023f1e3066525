import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { UsageError } from "../../../src/lib/errors.ts";
import { sha256 } from "../../../src/lib/hashing.ts";
import { makeSubmission, printSubmission } from "../../../src/runs/upstream-formats/make-submission.ts";
import { writeSummaries } from "../../../src/runs/upstream-formats/write-summaries.ts";
import { type MadeRun, makeRunGroup } from "../../support/make-run-group.ts";
import { temporaryDirectory } from "../../support/temporary-directory.ts";

const place = temporaryDirectory();

describe("writeSummaries", () => {
  test("writes what upstream's run_agent and make_submission write, for the runs that ended", async () => {
    const runs: Readonly<Record<string, MadeRun>> = {
      "a_seed-0": {},
      "b_seed-0": { end: "limit", score: null },
      "c_seed-0": { end: "infrastructure-error" },
      "d_seed-0": { until: "open" },
      "e_seed-0": { end: "agent-error" },
    };
    const folder = place("group");
    await makeRunGroup(folder, {
      name: "the-group",
      competitions: ["a", "b", "c", "d", "e"],
      seeds: [0],
      host: "killed",
      run: (id) => runs[id]!,
    });
    const hashes = await writeSummaries(folder, new Date(Date.UTC(2026, 0, 2, 3, 4, 5)));
    const metadata = readFileSync(join(folder, "metadata.json"), "utf8");
    expect(metadata).toBe(`{
    "run_group": "the-group",
    "created_at": "2026-01-02T03-04-05-GMT",
    "runs": {
        "a_seed-0": {
            "success": true
        },
        "b_seed-0": {
            "success": true
        },
        "c_seed-0": {
            "success": false
        },
        "e_seed-0": {
            "success": true
        }
    }
}`);
    const submissions = readFileSync(join(folder, "submission.jsonl"), "utf8");
    const lines = submissions.split("\n");
    const a = join(folder, "a_seed-0");
    expect(lines[0]).toBe(
      `{"competition_id": "a", "submission_path": "${a}/submission/submission.csv", "logs_path": "${a}/logs/agent.log", "code_path": null}`,
    );
    expect(lines[1]).toContain('{"competition_id": "b", "submission_path": null, "logs_path": "');
    expect(lines[2]).toBe('{"competition_id": "c", "submission_path": null, "logs_path": null, "code_path": null}');
    expect(lines).toHaveLength(5);
    expect(hashes).toEqual({ "metadata.json": sha256(metadata), "submission.jsonl": sha256(submissions) });
  });
});

describe("makeSubmission", () => {
  test("joins paths as Python's pathlib does and keeps the metadata's order", () => {
    mkdirSync(place("runs", "10_x", "logs"), { recursive: true });
    writeFileSync(place("runs", "10_x", "logs", "agent.log"), "");
    writeFileSync(place("runs", "metadata.json"), '{"runs": {"b-ü_2_3": {}, "10_x": {}, "2": {}}}');
    const lines = makeSubmission(`${place("runs")}/.//../runs/metadata.json`, { code: "./logs//agent.log" });
    const folder = `${place("runs")}/../runs`;
    expect(lines).toEqual([
      { competition_id: "b-ü", submission_path: null, logs_path: null, code_path: null },
      {
        competition_id: "10",
        submission_path: null,
        logs_path: `${folder}/10_x/logs/agent.log`,
        code_path: `${folder}/10_x/logs/agent.log`,
      },
      { competition_id: "2", submission_path: null, logs_path: null, code_path: null },
    ]);
    expect(printSubmission(lines)).toContain('{"competition_id": "b-\\u00fc", "submission_path": null');
    expect(makeSubmission(place("runs", "metadata.json"), { log: place("runs", "metadata.json") })[0]).toMatchObject({
      logs_path: place("runs", "metadata.json"),
    });
  });

  test("names a file that is not metadata", () => {
    writeFileSync(place("other.json"), "[]");
    expect(() => makeSubmission(place("other.json"))).toThrow(UsageError);
    expect(() => makeSubmission(place("nothing.json"))).toThrow(UsageError);
  });
});
