import { cpSync, existsSync, mkdirSync, readdirSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { describe, expect, test } from "vitest";
import { getCompetition } from "../../../src/competitions/get-competition.ts";
import type { Competition } from "../../../src/contracts/competition.ts";
import { extractArchive } from "../../../src/lib/archive/extract-archive.ts";
import { walkFiles } from "../../../src/lib/files/walk.ts";
import { type PrepareOptions, prepareCompetition } from "../../../src/runs/preparation/prepare-competition.ts";
import { goldenArchive } from "../../support/golden-preparations.ts";
import { expectGolden, writeSpaceshipArchive } from "../../support/prepared-data.ts";
import { temporaryDirectory } from "../../support/temporary-directory.ts";

const place = temporaryDirectory();
let count = 0;

/** To prepare from a folder, into a data folder of its own, without the network. */
function optionsFor(folder: string): PrepareOptions {
  return {
    dataDirectory: place(`data-${count++}`),
    source: { folder },
    verification: "none",
    upstreamUrl: "http://127.0.0.1:1",
  };
}

/** The folder that was prepared. */
async function prepareFrom(id: string, folder: string): Promise<string> {
  const options = optionsFor(folder);
  await prepareCompetition(await getCompetition(id), options);
  return join(options.dataDirectory, id, "prepared");
}

describe("a folder of raw data", () => {
  const id = "leaf-classification";
  const golden = place("golden");

  test("may be inside another folder, next to what archive programs add", async () => {
    await extractArchive(goldenArchive(id), golden);
    cpSync(golden, place("nested", "leaf data"), { recursive: true });
    mkdirSync(place("nested", "__MACOSX"));
    writeFileSync(place("nested", ".DS_Store"), "");
    await expectGolden(id, await prepareFrom(id, place("nested")));
  });

  test("may be one of many, named by competition, each inside another folder or not", async () => {
    cpSync(golden, place("many", id), { recursive: true });
    mkdirSync(place("many", "spaceship-titanic"));
    await expectGolden(id, await prepareFrom(id, place("many")));
    cpSync(golden, place("many nested", id, "leaf data"), { recursive: true });
    await expectGolden(id, await prepareFrom(id, place("many nested")));
  });

  test("may consist of symbolic links", async () => {
    mkdirSync(place("linked"));
    for (const name of readdirSync(golden)) symlinkSync(join(golden, name), place("linked", name));
    await expectGolden(id, await prepareFrom(id, place("linked")));
  });

  test("that holds a single folder by nature is taken as it is", async () => {
    const titanic = await getCompetition("spaceship-titanic");
    await writeSpaceshipArchive(place("single.zip"), 100);
    await extractArchive(place("single.zip"), place("single", "inner"));
    const asked: string[] = [];
    const competition: Competition = {
      ...titanic,
      prepare: async (context) => {
        asked.push(context.raw);
        await titanic.prepare!({ ...context, open: (path, options) => context.open(`inner/${path}`, options) });
      },
    };
    await prepareCompetition(competition, optionsFor(place("single")));
    expect(asked).toEqual([place("single")]);
  });

  test("without the right files is reported by the folder that was given", async () => {
    mkdirSync(place("wrong", "inner"), { recursive: true });
    writeFileSync(place("wrong", "inner", "other.csv"), "a\n");
    const failure = prepareFrom("spaceship-titanic", place("wrong"));
    await expect(failure).rejects.toThrow(join(place("wrong"), "train.csv"));
    await expect(prepareFrom(id, place("wrong"))).rejects.toThrow("The raw data lacks train.csv.zip");
  });

  test("that is empty is named", async () => {
    mkdirSync(place("many empty", id), { recursive: true });
    await expect(prepareFrom(id, place("many empty"))).rejects.toThrow(
      `There is no raw data of \`${id}\` in ${place("many empty", id)}.`,
    );
  });

  test("is not changed", async () => {
    await writeSpaceshipArchive(place("titanic.zip"), 100);
    await extractArchive(place("titanic.zip"), place("kept", "inner"));
    await prepareFrom("spaceship-titanic", place("kept"));
    expect(readdirSync(place("kept"))).toEqual(["inner"]);
    expect(readdirSync(place("kept", "inner"))).toEqual(["train.csv"]);
  });
});

describe("archives inside the raw data that were unpacked by hand", () => {
  const ids = [
    "denoising-dirty-documents",
    "freesound-audio-tagging-2019",
    "kuzushiji-recognition",
    "leaf-classification",
    "nomad2018-predict-transparent-conductors",
    "spooky-author-identification",
    "statoil-iceberg-classifier-challenge",
    "tensorflow-speech-recognition-challenge",
  ];
  /** Archives that agents get as they are, and which must therefore stay. */
  const passedOn = ["test.zip", "train_curated.zip", "train_noisy.zip"];
  const extension = /\.(?:zip|7z)$/;

  test.each(ids)("%s", async (id) => {
    for (const way of ["into their own folders", "in place"] as const) {
      const folder = place(id, way);
      await extractArchive(goldenArchive(id), folder);
      const packed: string[] = [];
      for await (const { absolute } of walkFiles(folder)) if (extension.test(absolute)) packed.push(absolute);
      for (const archive of packed.filter((path) => !passedOn.includes(basename(path)))) await unpack(archive, way);
      await expectGolden(id, await prepareFrom(id, folder));
      rmSync(folder, { recursive: true });
    }
  });

  async function unpack(archive: string, way: "into their own folders" | "in place"): Promise<void> {
    const own = archive.replace(extension, "");
    const temporary = `${archive}.unpacked`;
    await extractArchive(archive, temporary);
    rmSync(archive);
    // Files at the top of an archive would be lost among others: people unpack those into a folder.
    const hasFolder = readdirSync(temporary).length === 1;
    const target = way === "in place" && hasFolder ? dirname(archive) : own;
    if (!existsSync(target)) mkdirSync(target);
    cpSync(temporary, target, { recursive: true });
    rmSync(temporary, { recursive: true });
  }
});
