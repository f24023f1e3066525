import {
  appendFileSync,
  chmodSync,
  cpSync,
  mkdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { beforeEach, describe, expect, test } from "vitest";
import { getCompetition } from "../../../src/competitions/get-competition.ts";
import { md5 } from "../../../src/lib/hashing.ts";
import { checkPreparedData, requireUnchangedData } from "../../../src/runs/preparation/check-prepared-data.ts";
import { prepareCompetition } from "../../../src/runs/preparation/prepare-competition.ts";
import { writeSpaceshipArchive } from "../../support/prepared-data.ts";
import { temporaryDirectory } from "../../support/temporary-directory.ts";

const place = temporaryDirectory();
const id = "spaceship-titanic";
await writeSpaceshipArchive(place("titanic.zip"), 300);
await prepareCompetition(await getCompetition(id), {
  dataDirectory: place("original"),
  source: { archive: place("titanic.zip") },
  verification: "none",
  upstreamUrl: "http://127.0.0.1:1",
});

let count = 0;
let data: string;
let prepared: string;
beforeEach(() => {
  data = place(`data-${count++}`);
  cpSync(place("original"), data, { recursive: true, preserveTimestamps: true });
  prepared = `${data}/${id}/prepared`;
});
const answers = () => `${prepared}/private/test.csv`;

/** Changes a character without changing the size. */
function edit(path: string): void {
  const text = readFileSync(path, "utf8");
  writeFileSync(
    path,
    text.replace(/(True|False)\n$/, (last) => (last === "True\n" ? "Frue\n" : "Talse\n")),
  );
}

describe("prepared data", () => {
  test("that was not touched is the same", async () => {
    expect(await checkPreparedData(prepared)).toEqual({ state: "same", differences: [], message: null });
    expect((await checkPreparedData(prepared, { hashes: "always" })).state).toBe("same");
    expect((await checkPreparedData(prepared, { hashes: "never" })).state).toBe("same");
  });

  test("with a line added to the answers has changed, and the message names file, sizes and command", async () => {
    const bytes = readFileSync(answers()).length;
    appendFileSync(answers(), "9999_9,True\n");
    const { state, differences, message } = await checkPreparedData(prepared);
    expect(state).toBe("changed");
    expect(differences).toEqual([
      {
        kind: "size",
        file: "private/test.csv",
        found: bytes + 12,
        expected: bytes,
        message: `private/test.csv: found ${bytes + 12} bytes, expected ${bytes}.`,
      },
    ]);
    expect(message).toContain(`\`${id}\``);
    expect(message).toContain(differences[0]!.message);
    expect(message).toContain(`mlebench prepare -c ${id} --data-dir ${data} --force`);
    await expect(requireUnchangedData(prepared)).rejects.toMatchObject({ code: "changed-data" });
  });

  test("edited in place, of the same size, has changed", async () => {
    const before = md5(readFileSync(answers()));
    edit(answers());
    const { state, differences } = await checkPreparedData(prepared);
    expect(state).toBe("changed");
    const found = md5(readFileSync(answers()));
    expect(differences).toMatchObject([{ kind: "content", file: "private/test.csv", found, expected: before }]);
  });

  test("edited with its old time restored is found when every file is read", async () => {
    const time = new Date("2024-01-02T03:04:05Z");
    utimesSync(answers(), time, time);
    expect((await checkPreparedData(prepared)).state).toBe("same");
    edit(answers());
    utimesSync(answers(), time, time);
    expect((await checkPreparedData(prepared)).state).toBe("same");
    expect((await checkPreparedData(prepared, { hashes: "always" })).state).toBe("changed");
  });

  test("whose times alone differ is the same, and is not read again and again", async () => {
    const time = new Date("2024-01-02T03:04:05Z");
    utimesSync(answers(), time, time);
    expect((await checkPreparedData(prepared, { hashes: "never" })).state).toBe("unread");
    expect((await checkPreparedData(prepared)).state).toBe("same");
    expect((await checkPreparedData(prepared, { hashes: "never" })).state).toBe("same");
  });

  test("with missing and additional files has changed", async () => {
    rmSync(`${prepared}/public/train.csv`);
    mkdirSync(`${prepared}/public/train`);
    writeFileSync(`${prepared}/public/train/answers.csv`, "a\n");
    rmSync(`${prepared}/description_obfuscated.md`);
    const { differences } = await checkPreparedData(prepared);
    expect(differences.map(({ kind, file }) => [kind, file])).toEqual([
      ["missing", "description_obfuscated.md"],
      ["unexpected", "public/train/answers.csv"],
      ["missing", "public/train.csv"],
    ]);
  });

  test("with a file replaced by a symbolic link has changed", async () => {
    cpSync(answers(), `${data}/elsewhere.csv`);
    rmSync(answers());
    symlinkSync(`${data}/elsewhere.csv`, answers());
    expect((await checkPreparedData(prepared)).differences).toMatchObject([
      { kind: "missing", file: "private/test.csv" },
    ]);
  });

  test("can be checked one part at a time", async () => {
    appendFileSync(answers(), "9999_9,True\n");
    expect((await checkPreparedData(prepared, { parts: ["public"] })).state).toBe("same");
    expect((await checkPreparedData(prepared, { parts: ["private"] })).state).toBe("changed");
  });

  test("with a manifest of an earlier version, which recorded no times, is read once", async () => {
    rmSync(`${prepared}/times.json`);
    expect((await checkPreparedData(prepared, { hashes: "never" })).state).toBe("unread");
    edit(answers());
    expect((await checkPreparedData(prepared)).state).toBe("changed");
    edit(answers());
  });

  test("in a folder that cannot be written is still checked", async () => {
    rmSync(`${prepared}/times.json`);
    chmodSync(prepared, 0o500);
    expect((await checkPreparedData(prepared)).state).toBe("same");
    chmodSync(prepared, 0o700);
  });

  test("with a truncated manifest has changed", async () => {
    truncateSync(`${prepared}/manifest.json`, readFileSync(`${prepared}/manifest.json`).length - 150);
    const { differences } = await checkPreparedData(prepared);
    expect(differences).toMatchObject([{ kind: "damaged-manifest", file: "manifest.json" }]);
  });

  test("of upstream's, which has no manifest, cannot be compared", async () => {
    rmSync(`${prepared}/manifest.json`);
    expect((await checkPreparedData(prepared)).state).toBe("unknown");
  });
});

test("file names that sort unusually, or contain line separators, make no difference", async () => {
  const names = [
    "a b/1.csv",
    "a/1.csv",
    "a-1/1.csv",
    "a.csv",
    "line\u2028end.csv",
    "\u{1F600}.csv",
    "\uFFFD.csv",
    'q"\\.csv',
  ];
  const competition = await getCompetition(id);
  await prepareCompetition(
    {
      ...competition,
      prepare: async (context) => {
        await competition.prepare!(context);
        for (const name of names) context.place("train.csv", `public/${name}`);
      },
    },
    {
      dataDirectory: data,
      source: { archive: place("titanic.zip") },
      verification: "none",
      upstreamUrl: "http://127.0.0.1:1",
      force: true,
    },
  );
  rmSync(`${prepared}/times.json`);
  expect((await checkPreparedData(prepared)).differences).toEqual([]);
});
