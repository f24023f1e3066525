import { chmodSync, mkdirSync, readFileSync, statSync, utimesSync, writeFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { loadSplit } from "../../src/facts/splits.ts";
import { sandboxKinds } from "../../src/sandboxes/index.ts";
import { fail, LoopbackServer } from "../kaggle/loopback-server.ts";
import { goldenArchive } from "../support/golden-preparations.ts";
import { offline } from "../support/offline.ts";
import { runCli } from "../support/run-cli.ts";
import { temporaryDirectory } from "../support/temporary-directory.ts";

interface Finding {
  check: string;
  status: string;
  competition_id: string | null;
  message: string;
  link: string | null;
}

const place = temporaryDirectory();
const kaggle = await LoopbackServer.start();
const signedIn = { ...offline, MLEBENCH_KAGGLE_URL: kaggle.url, KAGGLE_API_TOKEN: "token" };

async function doctor(environment: Readonly<Record<string, string>>, ...parameters: string[]) {
  const all = ["doctor", "--data-dir", place("data"), "--json", ...parameters];
  const { exitCode, stdout } = await runCli(all, { environment });
  const { ok, findings }: { ok: boolean; findings: Finding[] } = JSON.parse(stdout);
  return { exitCode, ok, findings, find: (check: string) => findings.filter((finding) => finding.check === check) };
}

describe("doctor", () => {
  test("looks at Node, memory, disk, credentials, what is prepared and the sandboxes", async () => {
    const { exitCode, ok, findings, find } = await doctor(offline);
    expect([...new Set(findings.map(({ check }) => check))]).toEqual([
      ...["node", "memory", "disk", "credentials", "prepared", "sandbox"],
    ]);
    const names = sandboxKinds.map(({ name }) => name);
    expect(find("sandbox").map(({ message }) => message.split(":")[0])).toEqual(names);
    expect(find("sandbox")[names.indexOf("local")]!.message).toContain("without isolation");
    expect(find("node")[0]).toMatchObject({ status: "ok", message: expect.stringContaining(process.versions.node) });
    expect(find("credentials")[0]).toMatchObject({ status: "problem", link: "https://www.kaggle.com/settings" });
    expect(find("prepared")[0]!.message).toContain("0 of 82 competitions prepared");
    expect([exitCode, ok]).toEqual([3, false]);
  });

  test("asks Kaggle which rules are accepted, with a link for each that are not", async () => {
    const missing = ["leaf-classification", "spooky-author-identification"];
    kaggle.handler = (request, response) =>
      missing.some((id) => request.url!.includes(id))
        ? fail(403, "You must accept this competition's rules")(request, response)
        : response.end(JSON.stringify({ files: [] }));
    const { exitCode, find } = await doctor(signedIn, "--split", "lite");
    expect(exitCode).toBe(3);
    expect(find("credentials")[0]).toMatchObject({ status: "ok" });
    expect(find("rules")).toHaveLength(loadSplit("lite").length);
    const problems = find("rules").filter(({ status }) => status === "problem");
    expect(problems.map(({ competition_id, link }) => [competition_id, link])).toEqual(
      missing.map((id) => [id, `https://www.kaggle.com/c/${id}/rules`]),
    );
  });

  test("says once that credentials are refused", async () => {
    kaggle.handler = fail(401, "Unauthenticated");
    const { exitCode, findings } = await doctor(signedIn, "--split", "lite");
    expect(exitCode).toBe(3);
    const refused = findings.filter(({ check, status }) => check === "credentials" && status === "problem");
    expect(refused).toHaveLength(1);
    expect(refused[0]!.message).toContain("rejected the credentials from KAGGLE_API_TOKEN");
  });

  test("finds nothing in the way when all of a split is prepared, credentials or not", async () => {
    const archive = ["--from-zip", goldenArchive("spaceship-titanic"), "--skip-verification"];
    await runCli(["prepare", "-c", "spaceship-titanic", "--data-dir", place("data"), ...archive], {
      environment: offline,
    });
    const { exitCode, find } = await doctor(offline, "--split", "spaceship-titanic");
    expect(exitCode).toBe(0);
    expect(find("prepared")[0]).toMatchObject({ status: "ok", message: "1 of 1 competitions prepared" });
    expect(find("credentials")[0]!.status).toBe("warning");
  });

  test("notices prepared data that has changed or that other users can read", async () => {
    const prepared = (...path: string[]) => place("data", "spaceship-titanic", "prepared", ...path);
    const split = ["--split", "spaceship-titanic"];
    expect((await doctor(offline, ...split)).find("data")).toMatchObject([{ status: "ok" }]);

    chmodSync(prepared("private"), 0o755);
    const exposed = await doctor(offline, ...split);
    expect(exposed.find("data")).toMatchObject([
      { status: "warning", message: expect.stringContaining(`chmod 700 ${prepared("private")}`) },
    ]);
    expect(exposed.exitCode).toBe(0);
    chmodSync(prepared("private"), 0o700);

    const answers = readFileSync(prepared("private", "test.csv"), "utf8");
    const { atime, mtime } = statSync(prepared("private", "test.csv"));
    writeFileSync(prepared("private", "test.csv"), answers.replace("True", "Tru3"));
    expect((await doctor(offline, ...split)).find("data")).toMatchObject([
      { status: "warning", message: expect.stringContaining("prepare -c spaceship-titanic --verify-data") },
    ]);
    utimesSync(prepared("private", "test.csv"), atime, mtime);
    const read = await doctor(offline, ...split, "--verify-data");
    expect(read.find("data")).toMatchObject([
      { status: "problem", message: expect.stringContaining("private/test.csv: found md5") },
    ]);
    expect(read.exitCode).toBe(3);

    writeFileSync(prepared("private", "test.csv"), `${answers}x,True\n`);
    const longer = await doctor(offline, ...split);
    expect(longer.find("data")[0]!.message).toMatch(/private\/test\.csv: found \d+ bytes, expected \d+/);
    expect(longer.exitCode).toBe(3);
    writeFileSync(prepared("private", "test.csv"), answers);
  });

  test("warns about credentials that other users can read", async () => {
    mkdirSync(place("kaggle"));
    writeFileSync(place("kaggle", "kaggle.json"), '{"username":"someone","key":"secret"}', { mode: 0o644 });
    const { find } = await doctor({ ...offline, KAGGLE_CONFIG_DIR: place("kaggle") });
    expect(find("credentials")[0]).toMatchObject({ status: "warning", message: expect.stringContaining("chmod 600") });
  });

  test("prints one line per finding for people", async () => {
    const parameters = ["doctor", "--data-dir", place("data"), "--split", "spaceship-titanic"];
    const { stdout, stderr } = await runCli(parameters, { environment: offline });
    expect(stdout).toMatch(/^ok {7}node: Node \d+/m);
    expect(stderr).toContain("No problems found.");
  });
});
