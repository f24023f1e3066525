import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import { getCompetition } from "../../../src/competitions/get-competition.ts";
import { loadSplit } from "../../../src/facts/splits.ts";
import { toLabels } from "../../../src/frame/labels.ts";
import { readCsv } from "../../../src/frame/read-csv.ts";
import { gradeSubmission } from "../../../src/grade/grade-submission.ts";
import { walkFiles } from "../../../src/lib/files/walk.ts";
import { md5 } from "../../../src/lib/hashing.ts";
import { rehearseCompetition } from "../../../src/runs/rehearsal/rehearse-competition.ts";
import { prepareDemo } from "../../support/demo-data.ts";
import { temporaryDirectory } from "../../support/temporary-directory.ts";

const place = temporaryDirectory();
const demos = loadSplit("demo");
const plant = "demo-plant-flowering";
const data = place("data");

beforeAll(async () => {
  cpSync(await prepareDemo(...demos), data, { recursive: true });
  // Whatever tried to open a real answer would fail.
  for (const id of demos) rmSync(join(data, id, "prepared", "private"), { recursive: true });
});

describe("a rehearsal", () => {
  test.each(demos)("of %s needs no real answers, hides its own, and can be graded", async (id) => {
    const competition = await getCompetition(id);
    const { outcome, folder } = await rehearseCompetition(competition, { dataDirectory: data });
    expect(outcome).toBe("made");
    const { disjoint, hidden } = competition.checks!;
    const ids = (file: string) => toLabels(readCsv(join(folder, file)).column(disjoint!.id));
    const [train, test] = [new Set(ids("public/train.csv")), ids("private/test.csv")];
    expect(test.length).toBeGreaterThan(0);
    expect(test.filter((each) => train.has(each))).toEqual([]);
    const shown = readCsv(join(folder, hidden!.file)).names;
    expect(hidden!.columns.filter((name) => shown.includes(name))).toEqual([]);
    // All of it was public before.
    const known = new Set(toLabels(readCsv(join(data, id, "prepared/public/train.csv")).column(disjoint!.id)));
    expect(test.filter((each) => !known.has(each))).toEqual([]);

    const grade = (file: string) =>
      gradeSubmission(competition, { submissionPath: join(folder, file), answers: join(folder, "private/test.csv") });
    expect(grade("public/sample_submission.csv").score).not.toBeNull();
    expect(grade("private/test.csv").gold_medal).toBe(true);
    expect(existsSync(join(data, id, "prepared", "private"))).toBe(false);
  });

  test("is the same for the same seed, and another for another seed", async () => {
    const competition = await getCompetition(plant);
    const make = async (seed: number, folder: string) => {
      mkdirSync(join(place(folder), plant, "prepared"), { recursive: true });
      cpSync(join(data, plant, "prepared", "public"), join(place(folder), plant, "prepared", "public"), {
        recursive: true,
      });
      return hashes((await rehearseCompetition(competition, { dataDirectory: place(folder), seed })).folder);
    };
    const [first, again, other] = [await make(7, "first"), await make(7, "again"), await make(8, "other")];
    expect(again).toEqual(first);
    expect(other["private/test.csv"]).not.toBe(first["private/test.csv"]);
  });

  test("holds out the fraction that was asked for, and is made once", async () => {
    const competition = await getCompetition(plant);
    const options = { dataDirectory: data, seed: 11, fraction: 0.25 };
    const { folder } = await rehearseCompetition(competition, options);
    const rows = (file: string) => readCsv(join(folder, file)).length;
    expect([rows("public/train.csv"), rows("private/test.csv")]).toEqual([2250, 750]);
    expect((await rehearseCompetition(competition, options)).outcome).toBe("already-made");
    expect((await rehearseCompetition(competition, { ...options, fraction: 0.5 })).outcome).toBe("made");
    expect(rows("private/test.csv")).toBe(1500);
    expect(readdirSync(join(data, plant)).filter((name) => name.startsWith("."))).toEqual([".preparation.json"]);
  });

  test("replaces nothing when it cannot be made", async () => {
    const competition = await getCompetition(plant);
    const { folder } = await rehearseCompetition(competition, { dataDirectory: data, seed: 12 });
    const before = await hashes(folder);
    const broken = { ...competition, rehearse: async () => Promise.reject(new Error("nothing to cut")) };
    const made = rehearseCompetition(broken, { dataDirectory: data, seed: 12, force: true });
    await expect(made).rejects.toThrow("could not be cut from its public data: nothing to cut.");
    expect(await hashes(folder)).toEqual(before);
  });

  test("that would show its test rows in the training data is refused", async () => {
    const competition = await getCompetition(plant);
    const leaking = {
      ...competition,
      rehearse: async ({ open, write }: Parameters<NonNullable<typeof competition.prepare>>[0]) => {
        const train = open("train.csv");
        write("public/train.csv", train);
        write("public/test.csv", train);
        write("public/sample_submission.csv", train.select("plant_id", "flowers"));
        write("private/test.csv", train.select("plant_id", "flowers"));
      },
    };
    const made = rehearseCompetition(leaking, { dataDirectory: data, seed: 13 });
    await expect(made).rejects.toThrow(/shares them with public\/train.csv[\s\S]*public\/test.csv has .*flowers/);
    expect(existsSync(join(data, plant, "rehearsal-13"))).toBe(false);
  });

  test("is not made where the competition says why, or generates its data and has no way of its own", async () => {
    const competition = await getCompetition(plant);
    const impossible = { ...competition, rehearse: { impossible: "there is only one recording." } };
    const { rehearse: _, ...generated } = competition;
    await expect(rehearseCompetition(impossible, { dataDirectory: data, seed: 14 })).rejects.toThrow(
      `\`${plant}\` cannot be rehearsed: there is only one recording.`,
    );
    await expect(rehearseCompetition(generated, { dataDirectory: data, seed: 14 })).rejects.toThrow("is generated");
  });

  test("of a competition that is not prepared names the command that prepares it", async () => {
    const made = rehearseCompetition(await getCompetition(plant), { dataDirectory: place("empty") });
    await expect(made).rejects.toThrow(`mlebench prepare -c ${plant}`);
  });

  test("reads cells that pandas wrote without quotes around a carriage return", async () => {
    const id = "spaceship-titanic";
    const folder = join(place("returns"), id, "prepared", "public");
    mkdirSync(folder, { recursive: true });
    const rows = Array.from(
      { length: 40 },
      (_, row) => `p${row},a\rb,"c\r\n""d""",\r,${row % 2 === 0 ? "True" : "False"}`,
    );
    writeFileSync(join(folder, "train.csv"), `PassengerId,Name,Note,Last,Transported\n${rows.join("\n")}\n`);
    const made = await rehearseCompetition(await getCompetition(id), { dataDirectory: place("returns") });
    const train = readCsv(join(made.folder, "public/train.csv"));
    expect([train.length, readCsv(join(made.folder, "private/test.csv")).length]).toEqual([36, 4]);
    expect(new Set(toLabels(train.column("Name")))).toEqual(new Set(["a\rb"]));
    expect(new Set(toLabels(train.column("Note")))).toEqual(new Set(['c\r\n"d"']));
  });
});

async function hashes(folder: string): Promise<Record<string, string>> {
  const found: Record<string, string> = {};
  for await (const { path, absolute } of walkFiles(folder)) found[path] = md5(readFileSync(absolute));
  return found;
}
