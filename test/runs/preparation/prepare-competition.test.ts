import {
  chmodSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { describe, expect, test } from "vitest";
import { getCompetition } from "../../../src/competitions/get-competition.ts";
import type { Competition } from "../../../src/contracts/competition.ts";
import { extractArchive } from "../../../src/lib/archive/extract-archive.ts";
import type { BenchError } from "../../../src/lib/errors.ts";
import { takeLock } from "../../../src/lib/files/lock-file.ts";
import { md5, sha256 } from "../../../src/lib/hashing.ts";
import type { PreparationProgress } from "../../../src/runs/preparation/preparation-progress.ts";
import { type PrepareOptions, prepareCompetition } from "../../../src/runs/preparation/prepare-competition.ts";
import { fail, LoopbackServer } from "../../kaggle/loopback-server.ts";
import { goldenArchive } from "../../support/golden-preparations.ts";
import { expectGolden, readPrepared, writeSpaceshipArchive } from "../../support/prepared-data.ts";
import { temporaryDirectory } from "../../support/temporary-directory.ts";

const place = temporaryDirectory();
const upstream = await LoopbackServer.start();
upstream.answer(fail(404, "nothing here"));

const id = "spaceship-titanic";
const titanic = await getCompetition(id);
await writeSpaceshipArchive(place("titanic.zip"), 500);
await writeSpaceshipArchive(place("other.zip"), 400, 2);

let count = 0;
/** Options for a data folder of their own; nothing is asked of the open network. */
function fresh(options: Partial<PrepareOptions> = {}): PrepareOptions & { dataDirectory: string } {
  return {
    dataDirectory: place(`data-${count++}`),
    source: { archive: place("titanic.zip") },
    verification: "none",
    upstreamUrl: upstream.url,
    ...options,
  };
}
const folderOf = ({ dataDirectory }: PrepareOptions, ...path: string[]) => [dataDirectory, id, ...path].join("/");
const names = (folder: string) => readdirSync(folder).sort();

describe("preparing from an archive", () => {
  test("leaves prepared data, a manifest that lists it, and nothing else", async () => {
    const options = fresh();
    const { outcome, manifest } = await prepareCompetition(titanic, options);
    expect(outcome).toBe("prepared");
    expect(names(folderOf(options))).toEqual([".preparation.json", "prepared"]);
    expect(names(folderOf(options, "prepared"))).toEqual([
      "description_obfuscated.md",
      "manifest.json",
      "private",
      "public",
      "times.json",
    ]);
    const { onDisk, listed, manifest: written } = await readPrepared(folderOf(options, "prepared"));
    expect(listed).toEqual(onDisk);
    expect(written).toEqual(manifest);
    expect(written).toMatchObject({
      competition: id,
      edition: "v1",
      source: { kind: "archive", name: "titanic.zip", bytes: statSync(place("titanic.zip")).size },
      description: "own",
      verified: { archive: false, tables: false },
      warnings: [],
      total: { files: 6 },
    });
    expect(written.source.md5).toBe(md5(readFileSync(place("titanic.zip"))));
  });

  test("gives the same manifest, to the byte, every time", async () => {
    const [first, second] = [fresh(), fresh()];
    for (const options of [first, second]) await prepareCompetition(titanic, options);
    const read = (options: PrepareOptions) => readFileSync(folderOf(options, "prepared", "manifest.json"), "utf8");
    expect(read(first)).toBe(read(second));
  });

  test("keeps the extracted archive when asked to, and uses it again", async () => {
    const options = fresh({ keepRaw: true });
    await prepareCompetition(titanic, options);
    expect(names(folderOf(options, "raw"))).toEqual(["train.csv"]);
    const phases: string[] = [];
    const onProgress = ({ phase }: PreparationProgress) => phases.push(phase);
    await prepareCompetition(titanic, { ...options, force: true, onProgress });
    expect(phases).not.toContain("extract");
    expect(phases).not.toContain("verify");
  });

  test("extracts again when another archive is given than the one that raw/ holds", async () => {
    const options = fresh({ keepRaw: true });
    await prepareCompetition(titanic, options);
    const before = readFileSync(folderOf(options, "raw", "train.csv"), "utf8");
    await prepareCompetition(titanic, { ...options, force: true, source: { archive: place("other.zip") } });
    expect(readFileSync(folderOf(options, "raw", "train.csv"), "utf8")).not.toBe(before);
    expect(names(folderOf(options))).toEqual([".preparation.json", "prepared", "raw"]);
  });

  test("uses the archive in the data folder when none is given, and keeps it", async () => {
    const { source, ...options } = fresh();
    mkdirSync(folderOf(options), { recursive: true });
    copyFileSync(place("titanic.zip"), folderOf(options, `${id}.zip`));
    await prepareCompetition(titanic, options);
    expect(names(folderOf(options))).toEqual([".preparation.json", "prepared", `${id}.zip`]);
  });

  test("reports its progress", async () => {
    const seen = new Set<string>();
    await prepareCompetition(titanic, fresh({ onProgress: ({ phase }) => seen.add(phase) }));
    expect([...seen]).toEqual(["verify", "extract", "prepare", "check", "finish"]);
  });

  test.each([
    "aerial-cactus-identification",
    "billion-word-imputation",
    "champs-scalar-coupling",
    "dog-breed-identification",
    "icecube-neutrinos-in-deep-ice",
    "leaf-classification",
    "mlsp-2013-birds",
    "nomad2018-predict-transparent-conductors",
    "random-acts-of-pizza",
    "tensorflow2-question-answering",
    "text-normalization-challenge-russian-language",
    "vinbigdata-chest-xray-abnormalities-detection",
  ])("%s: writes what the reference wrote", async (name) => {
    const options = fresh({ source: { archive: goldenArchive(name) } });
    await prepareCompetition(await getCompetition(name), options);
    await expectGolden(name, `${options.dataDirectory}/${name}/prepared`);
  });
});

describe("preparing from a folder", () => {
  test("does not change it, and says so in the manifest", async () => {
    await extractArchive(place("titanic.zip"), place("given"));
    const options = fresh({ source: { folder: place("given") } });
    const { manifest } = await prepareCompetition(titanic, options);
    expect(names(place("given"))).toEqual(["train.csv"]);
    expect(names(folderOf(options))).toEqual([".preparation.json", "prepared"]);
    expect(manifest!.source).toEqual({ kind: "folder", name: "given", bytes: null, md5: null });
  });

  test("uses raw/ as it is when there is no archive, and keeps it because it could not be restored", async () => {
    const { source, ...options } = fresh();
    await extractArchive(place("titanic.zip"), folderOf(options, "raw"));
    await prepareCompetition(titanic, options);
    expect(names(folderOf(options))).toEqual([".preparation.json", "prepared", "raw"]);
  });

  test("rejects an empty one", async () => {
    mkdirSync(place("nothing"));
    const options = fresh({ source: { folder: place("nothing") } });
    await expect(prepareCompetition(titanic, options)).rejects.toThrow("There is no raw data of `spaceship-titanic`");
    expect(existsSync(folderOf(options))).toBe(false);
  });

  test("names the competition when a file is missing", async () => {
    mkdirSync(place("wrong"));
    writeFileSync(place("wrong", "other.csv"), "a\n1\n");
    const options = fresh({ source: { folder: place("wrong") } });
    await expect(prepareCompetition(titanic, options)).rejects.toThrow(/spaceship-titanic.*train\.csv/);
    expect(existsSync(folderOf(options))).toBe(false);
  });
});

describe("data that is already prepared", () => {
  test("is left alone", async () => {
    const options = fresh();
    await prepareCompetition(titanic, options);
    const { mtimeMs } = statSync(folderOf(options, "prepared"));
    expect((await prepareCompetition(titanic, options)).outcome).toBe("already-prepared");
    expect(statSync(folderOf(options, "prepared")).mtimeMs).toBe(mtimeMs);
  });

  test("may have been prepared by upstream, without a manifest", async () => {
    const options = fresh();
    await prepareCompetition(titanic, options);
    rmSync(folderOf(options, "prepared", "manifest.json"));
    expect(await prepareCompetition(titanic, options)).toEqual({ outcome: "already-prepared", manifest: null });
  });

  test.each([
    ["the answers are missing", (prepared: string) => rmSync(`${prepared}/private/test.csv`)],
    ["a part is empty", (prepared: string) => rmSync(`${prepared}/public`, { recursive: true })],
    [
      "it is another edition's",
      (prepared: string) => {
        const text = readFileSync(`${prepared}/manifest.json`, "utf8");
        writeFileSync(`${prepared}/manifest.json`, text.replace('"edition": "v1"', '"edition": "v0"'));
      },
    ],
  ])("is prepared again when %s", async (_, damage) => {
    const options = fresh();
    await prepareCompetition(titanic, options);
    damage(folderOf(options, "prepared"));
    expect((await prepareCompetition(titanic, options)).outcome).toBe("prepared");
    const { onDisk, listed } = await readPrepared(folderOf(options, "prepared"));
    expect(listed).toEqual(onDisk);
  });

  test("stays as it was when preparing it again fails", async () => {
    const options = fresh();
    await prepareCompetition(titanic, options);
    const before = await readPrepared(folderOf(options, "prepared"));
    const failing: Competition = {
      ...titanic,
      prepare: async (context) => {
        context.write("public/half.csv", context.open("train.csv"));
        throw new Error("no more");
      },
    };
    await expect(prepareCompetition(failing, { ...options, force: true })).rejects.toThrow("no more");
    expect(await readPrepared(folderOf(options, "prepared"))).toEqual(before);
    expect(names(folderOf(options))).toEqual([".preparation.json", "prepared", "raw"]);
  });
});

describe("leftovers of killed processes", () => {
  test("are removed, and a folder that had been moved aside is restored", async () => {
    const options = fresh();
    await prepareCompetition(titanic, options);
    const before = await readPrepared(folderOf(options, "prepared"));
    renameSync(folderOf(options, "prepared"), folderOf(options, ".prepared.old-0123abcd"));
    mkdirSync(folderOf(options, ".prepared.writing-0123abcd", "public"), { recursive: true });
    mkdirSync(folderOf(options, ".scratch"));
    expect((await prepareCompetition(titanic, options)).outcome).toBe("already-prepared");
    expect(await readPrepared(folderOf(options, "prepared"))).toEqual(before);
    expect(names(folderOf(options))).toEqual([".preparation.json", "prepared"]);
  });

  test("include raw data that was about to be removed", async () => {
    const options = fresh();
    await prepareCompetition(titanic, options);
    await extractArchive(place("titanic.zip"), folderOf(options, "raw"));
    mkdirSync(folderOf(options, ".prepared.old-0123abcd"));
    await prepareCompetition(titanic, options);
    expect(names(folderOf(options))).toEqual([".preparation.json", "prepared"]);
  });
});

describe("checksums", () => {
  const known = (archive: string): Competition => ({
    ...titanic,
    facts: { ...titanic.facts, checksums: { ...titanic.facts.checksums, zip: md5(readFileSync(archive)) } },
  });

  test("of another archive are an error that shows both, and nothing is left behind", async () => {
    const options = fresh({ verification: "all" });
    await expect(prepareCompetition(titanic, options)).rejects.toThrow(
      `archive ${place("titanic.zip")}: expected md5 67c177886736583aff9b947e121395a9, found ${md5(readFileSync(place("titanic.zip")))}.`,
    );
    expect(existsSync(folderOf(options))).toBe(false);
  });

  test("of tables that differ from the reference are an error that names each table", async () => {
    for (const [competition, verification] of [
      [known(place("titanic.zip")), "all"],
      [titanic, "tables"],
    ] as const) {
      const options = fresh({ verification });
      const error = await prepareCompetition(competition, options).catch((reason: Error) => reason);
      expect(
        (error as Error).message.match(/prepared table (public|private)\/\S+: expected md5 \w+, found \w+\./g),
      ).toHaveLength(4);
      expect(existsSync(folderOf(options, "prepared"))).toBe(false);
    }
  });

  test("can be replaced by those of the prepared data, which are then expected", async () => {
    const options = fresh({ verification: "all" });
    await prepareCompetition(titanic, { ...options, overwriteChecksums: true });
    const again = await prepareCompetition(titanic, { ...options, force: true });
    expect(again.manifest!.verified).toEqual({ archive: true, tables: true });
    const other = { ...options, force: true, source: { archive: place("other.zip") } };
    await expect(prepareCompetition(titanic, other)).rejects.toThrow("expected md5");
  });

  test("of a parquet file that another writer made are a warning", async () => {
    const name = "icecube-neutrinos-in-deep-ice";
    const icecube = await getCompetition(name);
    const options = fresh({ source: { archive: goldenArchive(name) } });
    await prepareCompetition(icecube, { ...options, overwriteChecksums: true });
    const path = `${options.dataDirectory}/${name}/checksums.json`;
    const checksums = JSON.parse(readFileSync(path, "utf8"));
    checksums.public["train_meta.parquet"] = "0".repeat(32);
    writeFileSync(path, JSON.stringify(checksums));
    const { manifest } = await prepareCompetition(icecube, { ...options, verification: "all", force: true });
    expect(manifest!.warnings).toEqual([expect.stringContaining("re-encoded container public/train_meta.parquet")]);
  });
});

describe("invariants", () => {
  /** Prepares as upstream does, then shows an answer. */
  const leaky: Competition = {
    ...titanic,
    prepare: async (context) => {
      await titanic.prepare!(context);
      context.write("public/test.csv", context.open("train.csv"));
    },
  };

  test("that do not hold are warnings when nothing is verified", async () => {
    const { manifest } = await prepareCompetition(leaky, fresh());
    expect(manifest!.warnings).toEqual([
      'public/test.csv has the column "Transported", which only the answers may have.',
    ]);
  });

  test("that do not hold are errors when checksums are", async () => {
    const options = fresh();
    await prepareCompetition(leaky, { ...options, overwriteChecksums: true });
    await expect(prepareCompetition(leaky, { ...options, verification: "all", force: true })).rejects.toThrow(
      'has the column "Transported"',
    );
  });

  test("include a sample submission and answers that the grader accepts", async () => {
    const spoilt: Competition = {
      ...titanic,
      prepare: async (context) => {
        await titanic.prepare!(context);
        const sample = context.open("train.csv").select("PassengerId").with("Transported", "perhaps");
        context.write("public/sample_submission.csv", sample);
      },
      grade: (submission, answers) => titanic.grade(submission, answers) / 2,
    };
    const { manifest } = await prepareCompetition(spoilt, fresh());
    expect(manifest!.warnings).toEqual([
      expect.stringContaining("The sample submission public/sample_submission.csv is not valid:"),
      "The answers private/test.csv score 0.5; gold needs 0.82066.",
    ]);
  });

  test("do not require gold where the reference's own answers do not earn it", async () => {
    const imperfect: Competition = { ...titanic, grade: () => 0.1, checks: { answersArePerfect: false } };
    expect((await prepareCompetition(imperfect, fresh())).manifest!.warnings).toEqual([]);
  });

  test("include every file that grading needs", async () => {
    const forgetful: Competition = {
      ...titanic,
      prepare: async ({ open, write }) => write("public/train.csv", open("train.csv")),
    };
    await expect(prepareCompetition(forgetful, fresh())).rejects.toThrow(
      "did not write private/test.csv and public/sample_submission.csv",
    );
  });
});

describe("the description", () => {
  const text = "# As upstream wrote it\n";
  const described: Competition = {
    ...titanic,
    facts: {
      ...titanic.facts,
      upstream: { ...titanic.facts.upstream!, description: { sha256: sha256(text), size: text.length } },
    },
  };

  test("is upstream's when its hash is the pinned one", async () => {
    upstream.handler = (request, response) =>
      request.url!.endsWith("description.md") ? response.end(text) : response.writeHead(404).end();
    const options = fresh();
    const { manifest } = await prepareCompetition(described, options);
    expect(manifest).toMatchObject({ description: "upstream", obfuscatedDescription: "own", warnings: [] });
    expect(readFileSync(folderOf(options, "prepared", "public", "description.md"), "utf8")).toBe(text);
    expect(upstream.seen.map(({ url }) => url)).toContain(
      `/${titanic.facts.upstream!.commit}/mlebench/competitions/${id}/description.md`,
    );
  });

  test("is ours when upstream's has changed, with a warning", async () => {
    upstream.handler = (_, response) => response.end(`${text}, or nearly so`);
    const { manifest } = await prepareCompetition(described, fresh());
    expect(manifest!.description).toBe("own");
    expect(manifest!.warnings[0]).toContain(`expected sha256 ${sha256(text)}`);
  });

  test("is ours when upstream cannot be reached", async () => {
    const { manifest } = await prepareCompetition(titanic, fresh({ upstreamUrl: "http://127.0.0.1:1" }));
    expect(manifest).toMatchObject({ description: "own", warnings: [] });
  });
});

describe("stopping", () => {
  test.each(["verify", "extract", "prepare", "check"])("in the phase %s leaves nothing half-done", async (at) => {
    const stop = new AbortController();
    const options = fresh({ signal: stop.signal, onProgress: ({ phase }) => phase === at && stop.abort() });
    await expect(prepareCompetition(titanic, options)).rejects.toThrow("abort");
    const left = existsSync(folderOf(options)) ? names(folderOf(options)) : [];
    expect(left.filter((name) => name !== "raw" && name !== ".preparation.json")).toEqual([]);
    const { signal, onProgress, ...rest } = options;
    expect((await prepareCompetition(titanic, rest)).outcome).toBe("prepared");
  });
});

describe("a second preparation of the same competition", () => {
  test("waits for the first, says so, and finds the work done", async () => {
    const seen: string[] = [];
    const options = fresh();
    const lock = takeLock(folderOf(options, ".lock"), "The preparation");
    const waiting = prepareCompetition(titanic, { ...options, onProgress: ({ phase }) => seen.push(phase) });
    await expect.poll(() => seen).toContain("wait");
    expect(new Set(seen)).toEqual(new Set(["wait"]));
    lock.release();
    expect((await waiting).outcome).toBe("prepared");
    const both = fresh();
    const outcomes = await Promise.all([prepareCompetition(titanic, both), prepareCompetition(titanic, both)]);
    expect(outcomes.map(({ outcome }) => outcome).sort()).toEqual(["already-prepared", "prepared"]);
  });

  test("stops waiting when it is stopped", async () => {
    const options = fresh();
    const lock = takeLock(folderOf(options, ".lock"), "The preparation");
    const stop = new AbortController();
    const waiting = prepareCompetition(titanic, { ...options, signal: stop.signal, onProgress: () => stop.abort() });
    await expect(waiting).rejects.toThrow("abort");
    lock.release();
  });

  test("does not wait for a process on another machine, which may have crashed", async () => {
    const options = fresh();
    mkdirSync(folderOf(options), { recursive: true });
    writeFileSync(folderOf(options, ".lock"), JSON.stringify({ pid: 1, host: "elsewhere", started: null }));
    await expect(prepareCompetition(titanic, options)).rejects.toThrow(
      /locked by process 1 on elsewhere\. If that process has exited, remove .*\.lock and try again\./,
    );
  });
});

describe("the answers", () => {
  test("can be read by their owner only, and so can raw data", async () => {
    const options = fresh({ keepRaw: true });
    await prepareCompetition(titanic, options);
    const mode = (...path: string[]) => statSync(folderOf(options, ...path)).mode & 0o777;
    expect(mode("prepared", "private")).toBe(0o700);
    expect(mode("prepared", "private", "test.csv")).toBe(0o600);
    expect(mode("raw")).toBe(0o700);
    expect(mode("prepared", "public") & 0o055).not.toBe(0);
  });

  test("do not change the permissions of raw files that they are linked to", async () => {
    await extractArchive(place("titanic.zip"), place("linked"));
    chmodSync(place("linked", "train.csv"), 0o644);
    const linking: Competition = {
      ...titanic,
      prepare: async (context) => {
        await titanic.prepare!(context);
        context.place("train.csv", "private/train.csv");
      },
    };
    await prepareCompetition(linking, fresh({ source: { folder: place("linked") } }));
    expect(statSync(place("linked", "train.csv")).mode & 0o777).toBe(0o644);
  });
});

describe("a failure of the system", () => {
  test.runIf(process.platform === "linux")("is named as such, not blamed on the raw data", async () => {
    const full: Competition = { ...titanic, prepare: async () => writeFileSync("/dev/full", "x") };
    const failure = await prepareCompetition(full, fresh()).catch((error: BenchError) => error);
    expect(failure).toMatchObject({ code: "disk-full" });
    expect((failure as Error).message).toContain(`\`${id}\` could not be prepared. The disk is full`);
    expect((failure as Error).message).not.toContain("raw data");
  });
});

describe("verifying data that is already prepared", () => {
  test("finds nothing when nothing has changed", async () => {
    const options = fresh();
    await prepareCompetition(titanic, options);
    expect((await prepareCompetition(titanic, { ...options, verifyData: true })).outcome).toBe("already-prepared");
  });

  test("names a file that has changed, even with its old size and time", async () => {
    const options = fresh();
    await prepareCompetition(titanic, options);
    const answers = folderOf(options, "prepared", "private", "test.csv");
    const { atime, mtime } = statSync(answers);
    writeFileSync(answers, readFileSync(answers, "utf8").replace("True", "Tru3"));
    utimesSync(answers, atime, mtime);
    await expect(prepareCompetition(titanic, { ...options, verifyData: true })).rejects.toThrow(
      /private\/test\.csv: found md5 \w+, expected \w+/,
    );
  });
});
