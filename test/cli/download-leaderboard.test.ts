import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { loadFacts } from "../../src/facts/facts.ts";
import { fail, LoopbackServer } from "../kaggle/loopback-server.ts";
import { offline } from "../support/offline.ts";
import { runCli } from "../support/run-cli.ts";
import { temporaryDirectory } from "../support/temporary-directory.ts";

const place = temporaryDirectory();
const server = await LoopbackServer.start();
const environment = {
  ...offline,
  MLEBENCH_KAGGLE_URL: server.url,
  MLEBENCH_UPSTREAM_URL: server.url,
  KAGGLE_API_TOKEN: "token",
};
const download = (...parameters: string[]) => runCli(["dev", "download-leaderboard", ...parameters], { environment });

const board = { submissions: [{ teamId: 1, teamName: "A, B", submissionDate: "2024-01-01", score: "0.5" }] };

describe("dev download-leaderboard", () => {
  test("asks upstream for its pinned file first, then Kaggle", async () => {
    server.answer(fail(404, "no"), (_, response) => response.end(JSON.stringify(board)));
    const { exitCode, stdout } = await download("-c", "spaceship-titanic", "--data-dir", place("a"), "--json");
    expect(exitCode).toBe(0);
    const { commit } = loadFacts("spaceship-titanic").upstream!;
    expect(server.seen.map(({ url }) => url.replace(/\?.*/, ""))).toEqual([
      `/${commit}/mlebench/competitions/spaceship-titanic/leaderboard.csv`,
      "/api/v1/competitions/spaceship-titanic/leaderboard/view",
    ]);
    const path = place("a", "spaceship-titanic", "leaderboard.csv");
    expect(JSON.parse(stdout)).toEqual([{ competition_id: "spaceship-titanic", path, source: "kaggle", error: null }]);
    expect(readFileSync(path, "utf8")).toBe("teamId,submissionDate,score\n1,2024-01-01,0.5\n");
  });

  test("leaves one that is there alone, unless forced", async () => {
    server.answer((_, response) => response.end(JSON.stringify({ submissions: [{ teamId: 9, score: 1 }] })));
    const parameters = ["-c", "spaceship-titanic", "--data-dir", place("a"), "--source", "kaggle"];
    await download(...parameters);
    expect(server.seen).toHaveLength(0);
    await download(...parameters, "--force");
    expect(readFileSync(place("a", "spaceship-titanic", "leaderboard.csv"), "utf8")).toContain("9,,1\n");
  });

  test("does not take a file that is not the pinned one", async () => {
    server.answer((_, response) => response.end("score\n1\n"));
    const parameters = ["-c", "leaf-classification", "--data-dir", place("b"), "--source", "upstream"];
    const { exitCode, stderr } = await download(...parameters);
    expect(exitCode).toBe(3);
    expect(stderr).toContain("expected sha256");
    expect(existsSync(place("b", "leaf-classification"))).toBe(false);
  });

  test("is wrong usage without a competition", async () => {
    expect((await download()).exitCode).toBe(2);
  });

  test("serves `grade --leaderboards`", async () => {
    const folder = place("a", "spaceship-titanic");
    writeFileSync(`${folder}/leaderboard.csv`, "teamId,score\n1,0.25\n2,0.125\n");
    writeFileSync(place("answers.csv"), "PassengerId,Transported\n1,True\n2,False\n");
    writeFileSync(place("submission.csv"), "PassengerId,Transported\n1,True\n2,True\n");
    const line = {
      competition_id: "spaceship-titanic",
      submission_path: place("submission.csv"),
      answers_path: place("answers.csv"),
    };
    writeFileSync(place("list.jsonl"), JSON.stringify(line));
    const { stdout } = await runCli([
      ...["grade", "--submission", place("list.jsonl"), "--output-dir", place("report")],
      ...["--leaderboards", place("a"), "--json"],
    ]);
    expect(JSON.parse(stdout).competition_reports[0]).toMatchObject({ score: 0.5, gold_threshold: 0.25 });
  });
});
