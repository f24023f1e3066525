import { execFileSync } from "node:child_process";
import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import type { z } from "zod";
import {
  type IndexedRepository,
  indexRepositories,
  searchRepositories,
} from "../../../src/agents/repository/finding/index-repositories.ts";
import { findMention } from "../../../src/agents/repository/finding/mentions.ts";
import { openRepositories } from "../../../src/agents/repository/finding/open-repositories.ts";
import { dimensions, rankRepositories } from "../../../src/agents/repository/finding/rank-repositories.ts";
import type { Ask, Question } from "../../../src/agents/search/parts.ts";
import { temporaryDirectory } from "../../support/temporary-directory.ts";
import { birdFiles, repositoryWriter } from "./small-repositories.ts";

const writeRepository = repositoryWriter();
const place = temporaryDirectory();
const titanic = { id: "spaceship-titanic", name: "Spaceship Titanic" };
const essays = {
  id: "learning-agency-lab-automated-essay-scoring-2",
  name: "Learning Agency Lab - Automated Essay Scoring 2.0",
};

const galaxyFiles = {
  "README.md": "# Galaxies\n\nClassifies pictures of galaxies with a convolutional network.\n",
  "galaxies/network.py": "class GalaxyNetwork:\n    def classify_picture(self, picture): pass\n",
};

test.each([
  ["its id", titanic, "python solve.py spaceship-titanic", "spaceship-titanic"],
  ["its address", titanic, "https://www.kaggle.com/competitions/spaceship-titanic/data", "spaceship-titanic"],
  ["its id in snake case", titanic, 'DATA = "data/spaceship_titanic/train.csv"', "spaceship_titanic"],
  ["its id as one word", titanic, "class SpaceshipTitanic: pass", "SpaceshipTitanic"],
  ["its title across lines", titanic, "My notes on the Spaceship\nTitanic challenge", "Spaceship Titanic"],
  ["a part of its title", essays, "A model for Automated Essay Scoring 2.0", "Automated Essay Scoring 2.0"],
])("a repository that gives %s names the competition", async (_, competition, text, found) => {
  const folder = writeRepository({ "a.py": "x = 1\n", "notes/b.txt": `one\ntwo ${text}\n` });
  expect(await findMention(folder, "mine", competition)).toEqual({ path: "notes/b.txt", line: 2, found });
});

test("names of repositories, files and remotes count; words that only resemble the competition do not", async () => {
  const folder = writeRepository({ "a.py": "titanic = spaceship = 'a titanic spaceship, spaceship-titanics'\n" });
  expect(await findMention(folder, "ships", titanic)).toBeNull();
  expect(await findMention(folder, "kaggle-spaceship-titanic", titanic)).toMatchObject({ path: "" });
  const named = writeRepository({ "SpaceshipTitanic.ipynb": "{}" });
  expect(await findMention(named, "ships", titanic)).toMatchObject({ path: "SpaceshipTitanic.ipynb", line: 0 });
  const cloned = writeRepository({ "a.py": "", ".git/config": "[remote]\nurl = x/spaceship-titanic.git\n" });
  expect(await findMention(cloned, "ships", titanic)).toMatchObject({ path: ".git/config", line: 2 });
});

/** A folder with clones, archives, and what must not be taken for a repository. */
async function folderOfRepositories(): Promise<string> {
  const folder = place("folder");
  mkdirSync(folder);
  const write = (name: string, files: Readonly<Record<string, string>>) =>
    execFileSync("cp", ["-r", writeRepository(files), join(folder, name)]);
  write("birds", birdFiles);
  write("titanic", { "README.md": "Solves the Spaceship Titanic competition.\n", "solve.py": "x = 1\n" });
  write("words", { "README.md": "Only words.\n" });
  const galaxies = writeRepository(
    Object.fromEntries(Object.entries(galaxyFiles).map(([path, text]) => [`g-1/${path}`, text])),
  );
  execFileSync("tar", ["-czf", join(folder, "galaxies.tar.gz"), "-C", galaxies, "g-1"]);
  writeFileSync(join(folder, "broken.zip"), "not an archive");
  symlinkSync("/usr", join(folder, "link"));
  writeFileSync(join(folder, "list.txt"), "birds\n");
  return folder;
}

const index = folderOfRepositories()
  .then((folder) => openRepositories(folder, place("scratch")))
  .then((opened) => indexRepositories(opened, { competition: titanic, task: "Classify galaxies" }));

test("a folder of clones and archives is indexed; what names the competition or cannot be read is excluded with its reason", async () => {
  const { repositories, excluded } = await index;
  expect(repositories.map(({ name, modules }) => ({ name, modules }))).toEqual([
    { name: "birds", modules: 9 },
    { name: "galaxies", modules: 1 },
  ]);
  expect(readFileSync(join(repositories[1]!.root, "README.md"), "utf8")).toContain("Galaxies");
  expect(excluded).toEqual([
    { name: "broken.zip", reason: expect.stringContaining("is not a zip, 7z, tar or tar.gz archive") },
    { name: "titanic", reason: "README.md:1 names the competition (Spaceship Titanic)" },
    { name: "words", reason: "it has no Python code" },
  ]);
});

test("a folder that cannot be read is an error of the user", async () => {
  await expect(openRepositories(place("nowhere"), place("scratch-2"))).rejects.toThrow(
    "The folder of repositories cannot be read",
  );
});

test("search finds repositories by the words of READMEs and symbols", async () => {
  const { repositories } = await index;
  const first = (text: string) => searchRepositories(repositories, text).map(({ repository }) => repository.name);
  expect(first("pictures of a galaxy")).toEqual(["galaxies"]);
  expect(first("read the songs of birds")[0]).toBe("birds");
  expect(first("quantum chemistry")).toEqual([]);
});

/** Answers every question with the same JSON, as far as it has the form that is asked for. */
function answering(json: unknown): Ask & { readonly questions: Question[] } {
  const questions: Question[] = [];
  return {
    questions,
    text: async () => "",
    json: async <Answer>(question: Question, schema: z.ZodType<Answer>) => {
      questions.push(question);
      const { success, data } = schema.safeParse(json);
      return success ? data : null;
    },
  };
}

const rating = (name: string, mark: number, overall: number) => ({
  name,
  ...Object.fromEntries(Object.keys(dimensions).map((dimension) => [dimension, mark])),
  overall,
});

const names = (ranked: readonly { readonly repository: IndexedRepository }[]) =>
  ranked.map(({ repository }) => repository.name);

test("the weights of the eight dimensions sum to 1, so that a perfect repository scores 1", async () => {
  const weights = Object.values(dimensions).map(({ weight }) => weight);
  expect(weights).toHaveLength(8);
  expect(weights.reduce((sum, weight) => sum + weight, 0)).toBeCloseTo(1, 12);
  const ask = answering({ repositories: [rating("birds", 1, 10), rating("unknown", 1, 10), rating("galaxies", 0, 5)] });
  const ranked = await rankRepositories((await index).repositories, { task: "Classify galaxies", ask });
  expect(ranked.map(({ score, basis }) => [Number(score.toFixed(9)), basis])).toEqual([
    [1, "model"],
    [0.2, "model"],
  ]);
  expect(names(ranked)).toEqual(["birds", "galaxies"]);
});

test("without a usable answer the rank follows the task's words", async () => {
  const { repositories } = await index;
  for (const json of [null, { repositories: [{ name: "birds", overall: 99 }] }, { repositories: [] }]) {
    const ranked = await rankRepositories(repositories, { task: "Classify galaxies", ask: answering(json) });
    expect(names(ranked)).toEqual(["galaxies", "birds"]);
    expect(ranked[0]!.basis).toBe("words");
  }
});

test("repositories that do not fit into one question are rated in several; those without a rating come last", async () => {
  const { repositories } = await index;
  const ask = answering({ repositories: [rating("birds", 0, 1)] });
  const ranked = await rankRepositories(repositories, { task: "Classify galaxies", ask, groupTokens: 50 });
  expect(ask.questions.map(({ key }) => key)).toEqual(["repositories/rank-0", "repositories/rank-1"]);
  expect(ranked.map(({ repository, basis }) => `${repository.name} ${basis}`)).toEqual([
    "birds model",
    "galaxies words",
  ]);
});
