import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { beforeAll, describe, expect, test } from "vitest";
import { md5 } from "../../src/lib/hashing.ts";
import { fail, LoopbackServer, serve } from "../kaggle/loopback-server.ts";
import { offline } from "../support/offline.ts";
import { readPrepared, writeSpaceshipArchive } from "../support/prepared-data.ts";
import { runCli } from "../support/run-cli.ts";
import { startCli } from "../support/start-cli.ts";
import { temporaryDirectory } from "../support/temporary-directory.ts";

const place = temporaryDirectory();
const kaggle = await LoopbackServer.start();
const environment = {
  ...offline,
  MLEBENCH_KAGGLE_URL: kaggle.url,
  KAGGLE_USERNAME: "someone",
  KAGGLE_KEY: "secret",
};
const id = "spaceship-titanic";
const prepare = (data: string, ...more: string[]) =>
  runCli(["prepare", "-c", id, "--data-dir", place(data), ...more], { environment });

let archive: Buffer;
beforeAll(async () => {
  await writeSpaceshipArchive(place("archive.zip"), 60_000);
  archive = readFileSync(place("archive.zip"));
});

describe("downloading and preparing", () => {
  test("signs in, downloads the archive, keeps it and prepares it", async () => {
    kaggle.answer(serve(archive, { etag: '"a"' }));
    const { exitCode } = await prepare("whole", "--skip-verification");
    expect(exitCode).toBe(0);
    expect(kaggle.seen.map(({ url }) => url)).toEqual([`/api/v1/competitions/data/download-all/${id}`]);
    expect(kaggle.seen[0]!.headers.authorization).toBe(`Basic ${Buffer.from("someone:secret").toString("base64")}`);
    expect(readdirSync(place("whole", id)).sort()).toEqual([".preparation.json", "prepared", `${id}.zip`]);
    const { manifest } = await readPrepared(place("whole", id, "prepared"));
    expect(manifest.source).toEqual({
      kind: "archive",
      name: `${id}.zip`,
      bytes: archive.length,
      md5: md5(archive),
    });
  });

  test("goes on after a cut connection where it was", async () => {
    const partial = place("cut", id, `${id}.zip.partial`);
    const arrived = (bytes: number) => (statSync(partial, { throwIfNoEntry: false })?.size ?? 0) >= bytes;
    kaggle.answer(serve(archive, { etag: '"a"', cutAfter: 100_000, arrived }), serve(archive, { etag: '"a"' }));
    expect((await prepare("cut", "--skip-verification")).exitCode).toBe(0);
    expect(kaggle.seen[1]!.headers.range).toBe("bytes=100000-");
    expect(readFileSync(place("cut", id, `${id}.zip`)).equals(archive)).toBe(true);
  });

  test("goes on after a killed process where that was", async () => {
    const partial = place("killed", id, `${id}.zip.partial`);
    const size = () => statSync(partial, { throwIfNoEntry: false })?.size ?? 0;
    kaggle.answer((_, response) => {
      response.writeHead(200, { "content-length": archive.length, etag: '"a"' });
      response.write(archive.subarray(0, 200_000));
    });
    const cli = startCli(["prepare", "-c", id, "--data-dir", place("killed"), "--skip-verification"], environment);
    await expect.poll(size).toBe(200_000);
    cli.process.kill("SIGKILL");
    await cli.ended;
    kaggle.answer(serve(archive, { etag: '"a"' }));
    expect((await prepare("killed", "--skip-verification")).exitCode).toBe(0);
    expect(kaggle.seen[0]!.headers.range).toBe("bytes=200000-");
    expect(readdirSync(place("killed", id)).sort()).toEqual([".preparation.json", "prepared", `${id}.zip`]);
  });

  test("removes an archive that cannot be extracted, so that the next try downloads it again", async () => {
    const cut = archive.subarray(0, archive.length - 1000);
    kaggle.answer((_, response) => response.writeHead(200).end(cut));
    const { exitCode, stderr } = await prepare("damaged", "--skip-verification");
    expect(exitCode).toBe(3);
    expect(stderr).toContain("cannot be extracted");
    expect(stderr).toContain("run the same command again to download it again");
    expect(existsSync(place("damaged", id, `${id}.zip`))).toBe(false);
    kaggle.answer(serve(archive, { etag: '"a"' }));
    expect((await prepare("damaged", "--skip-verification")).exitCode).toBe(0);
    expect(kaggle.seen).toHaveLength(1);
  });

  test("keeps a damaged archive that a user put into the data folder, and says how to go on", async () => {
    mkdirSync(place("placed", id), { recursive: true });
    writeFileSync(place("placed", id, `${id}.zip`), archive.subarray(0, 5000));
    const { exitCode, stderr } = await prepare("placed", "--skip-verification");
    expect(exitCode).toBe(3);
    expect(stderr).toContain(`Remove ${place("placed", id, `${id}.zip`)} to download it from Kaggle`);
    expect(existsSync(place("placed", id, `${id}.zip`))).toBe(true);
  });

  test("never takes a sign-in page for the archive", async () => {
    kaggle.answer((_, response) =>
      response.writeHead(200, { "content-type": "text/html" }).end("<html>Sign in</html>"),
    );
    const { exitCode, stderr } = await prepare("page", "--skip-verification");
    expect(exitCode).toBe(3);
    expect(stderr).toContain("sent a web page instead of an archive");
    expect(readdirSync(place("page"))).toEqual([]);
  });

  test("warns about credentials that other users can read", async () => {
    mkdirSync(place("kaggle"));
    writeFileSync(place("kaggle", "kaggle.json"), '{"username":"someone","key":"secret"}', { mode: 0o644 });
    kaggle.answer(serve(archive, { etag: '"a"' }));
    const own = { ...offline, MLEBENCH_KAGGLE_URL: kaggle.url, KAGGLE_CONFIG_DIR: place("kaggle") };
    const parameters = ["prepare", "-c", id, "--data-dir", place("readable"), "--skip-verification"];
    const { exitCode, stderr } = await runCli(parameters, { environment: own });
    expect(exitCode).toBe(0);
    expect(stderr).toContain(`Run \`chmod 600 ${place("kaggle", "kaggle.json")}\``);
  });

  test("says where to accept the rules", async () => {
    kaggle.answer(fail(403, "You must accept this competition's rules before you'll be able to download files."));
    const { exitCode, stderr, stdout } = await prepare("rules", "--json");
    expect(exitCode).toBe(3);
    expect(stderr).toContain(`https://www.kaggle.com/c/${id}/rules`);
    expect(JSON.parse(stdout)[0]).toMatchObject({ outcome: "failed", error: { code: "kaggle-rules" } });
  });

  test("says where credentials were looked for when there are none", async () => {
    const { exitCode, stderr } = await runCli(["prepare", "-c", id, "--data-dir", place("nobody")], {
      environment: offline,
    });
    expect(exitCode).toBe(3);
    expect(stderr).toContain("No Kaggle credentials found.");
    expect(readdirSync(place("nobody"))).toEqual([]);
  });

  test("refuses an archive that is not the known one", async () => {
    kaggle.answer(serve(archive, { etag: '"a"' }));
    const { exitCode, stderr } = await prepare("unknown");
    expect(exitCode).toBe(3);
    expect(stderr).toContain(`has MD5 ${md5(archive)}, expected 67c177886736583aff9b947e121395a9`);
  });

  test("replaces the leaderboard when asked to", async () => {
    const rows = [
      { teamId: 2, teamName: "B", submissionDate: "2024-01-02", score: "0.9" },
      { teamId: 1, teamName: "A", submissionDate: "2024-01-01", score: "0.8" },
    ];
    kaggle.handler = (request, response) => {
      if (!request.url!.includes("leaderboard")) return serve(archive, { etag: '"a"' })(request, response);
      response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify({ submissions: rows }));
    };
    expect((await prepare("board", "--skip-verification", "--overwrite-leaderboard")).exitCode).toBe(0);
    expect(readFileSync(place("board", id, "leaderboard.csv"), "utf8")).toBe(
      "teamId,submissionDate,score\n2,2024-01-02,0.9\n1,2024-01-01,0.8\n",
    );
  });
});
