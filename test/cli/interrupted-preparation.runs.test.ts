import { existsSync, readdirSync, readFileSync } from "node:fs";
import { setTimeout } from "node:timers/promises";
import { beforeAll, describe, expect, test } from "vitest";
import { offline } from "../support/offline.ts";
import { readPrepared, writeSpaceshipArchive } from "../support/prepared-data.ts";
import { runCli } from "../support/run-cli.ts";
import { startCli, waitForName } from "../support/start-cli.ts";
import { temporaryDirectory } from "../support/temporary-directory.ts";

const place = temporaryDirectory();
const id = "spaceship-titanic";
const rows = 50_000;

const parameters = (data: string, archive: string, ...more: string[]) => [
  ...["prepare", "-c", id, "--from-zip", place(archive), "--data-dir", place(data), "--skip-verification"],
  ...more,
];
const manifestOf = (data: string) => readFileSync(place(data, id, "prepared", "manifest.json"), "utf8");

/** What is under `prepared/` is complete: every file that the manifest lists, as it lists it, and no other. */
async function expectComplete(data: string): Promise<void> {
  const { onDisk, listed } = await readPrepared(place(data, id, "prepared"));
  expect(listed).toEqual(onDisk);
}

/** A preparation that is held while a file of this name exists. A busy machine may notice that name too late: it tries again. */
async function caught(pattern: RegExp) {
  for (let attempt = 1; ; attempt += 1) {
    const data = `caught ${pattern.source} ${attempt}`;
    const cli = startCli(parameters(data, "new.zip"), offline);
    if (await waitForName(cli, place(data, id), pattern)) {
      cli.process.kill("SIGSTOP");
      if (readdirSync(place(data, id)).some((name) => pattern.test(name))) return { data, cli };
      cli.process.kill("SIGCONT");
    }
    await cli.ended;
    if (attempt === 20) throw new Error(`No preparation was caught at ${pattern}.`);
  }
}

let oldManifest: string;
let newManifest: string;
beforeAll(async () => {
  await writeSpaceshipArchive(place("old.zip"), 200, 1);
  await writeSpaceshipArchive(place("new.zip"), rows, 2);
  for (const [data, archive] of [
    ["old-data", "old.zip"],
    ["new-data", "new.zip"],
  ] as const) {
    expect((await runCli(parameters(data, archive), { environment: offline })).exitCode).toBe(0);
  }
  oldManifest = manifestOf("old-data");
  newManifest = manifestOf("new-data");
});

describe("a preparation that is killed", () => {
  /** Points of the work by what has just appeared in the competition's folder; after each, some milliseconds more. */
  test.each([
    ["while it takes its lock", /^\.lock/, 0],
    ["while it extracts", /^\.+raw\.fresh/, 0],
    ["when the archive is extracted", /^raw$/, 0],
    ["while it writes tables", /^\.prepared\.writing/, 20],
    ["when it is nearly done", /^\.prepared\.writing/, 250],
  ])("%s leaves nothing that looks prepared, and a rerun completes it", async (name, pattern, ms) => {
    const data = `fresh ${name}`;
    const cli = startCli(parameters(data, "new.zip"), offline);
    await waitForName(cli, place(data, id), pattern);
    await setTimeout(ms);
    cli.process.kill("SIGKILL");
    await cli.ended;
    if (existsSync(place(data, id, "prepared"))) expect(manifestOf(data)).toBe(newManifest);

    expect((await runCli(parameters(data, "new.zip"), { environment: offline })).exitCode).toBe(0);
    expect(manifestOf(data)).toBe(newManifest);
    await expectComplete(data);
    expect(readdirSync(place(data, id)).sort()).toEqual([".preparation.json", "prepared"]);
  });

  test.each([
    ["when the archive is extracted", /^raw$/, 0],
    ["while it writes tables", /^\.prepared\.writing/, 50],
    ["when it is nearly done", /^\.prepared\.writing/, 250],
    ["at the swap", /^\.prepared\.old/, 0],
  ])("%s, preparing again, leaves the old data or the new, whole", async (name, pattern, ms) => {
    const data = `again ${name}`;
    expect((await runCli(parameters(data, "old.zip"), { environment: offline })).exitCode).toBe(0);
    const cli = startCli(parameters(data, "new.zip", "--force"), offline);
    await waitForName(cli, place(data, id), pattern);
    await setTimeout(ms);
    cli.process.kill("SIGKILL");
    await cli.ended;

    // The next start, with nothing to prepare again, settles what was left.
    expect((await runCli(parameters(data, "old.zip"), { environment: offline })).exitCode).toBe(0);
    expect([oldManifest, newManifest]).toContain(manifestOf(data));
    await expectComplete(data);
    expect(
      readdirSync(place(data, id))
        .filter((each) => each !== "raw")
        .sort(),
    ).toEqual([".preparation.json", "prepared"]);
  });
});

describe("a preparation that is stopped with Ctrl-C", () => {
  test("cleans up, says what remains and how to go on, and exits as shells expect", async () => {
    const { data, cli } = await caught(/^\.prepared\.writing/);
    cli.process.kill("SIGINT");
    cli.process.kill("SIGCONT");
    const { end, stderr } = await cli.ended;
    expect(end).toBe(130);
    expect(stderr).toContain(`Not prepared yet: ${id}.`);
    expect(stderr).toContain("Run the same command again to continue.");
    expect(readdirSync(place(data, id)).sort()).toEqual([".preparation.json", "raw"]);
    expect((await runCli(parameters(data, "new.zip"), { environment: offline })).exitCode).toBe(0);
    expect(manifestOf(data)).toBe(newManifest);
  });
});

describe("two processes", () => {
  test("prepare the same competition one after the other: the second waits and says so", async () => {
    const { data, cli: first } = await caught(/^\.lock$/);
    const second = startCli(parameters(data, "new.zip", "--json"), offline);
    await new Promise<void>((resolve) => {
      second.process.stderr!.on("data", (chunk: Buffer) => {
        if (chunk.includes(`waiting for process ${first.process.pid}`)) resolve();
      });
    });
    first.process.kill("SIGCONT");
    const { end, stdout } = await second.ended;
    expect(end).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject([{ outcome: "already-prepared", error: null }]);
    expect((await first.ended).end).toBe(0);
    await expectComplete(data);
  });
});
