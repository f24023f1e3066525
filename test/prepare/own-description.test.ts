import { mkdirSync, writeFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { getCompetition } from "../../src/competitions/get-competition.ts";
import { listIds } from "../../src/facts/splits.ts";
import { ownDescription } from "../../src/prepare/own-description.ts";
import { temporaryDirectory } from "../support/temporary-directory.ts";

const place = temporaryDirectory();
mkdirSync(place("public", "images", "deep"), { recursive: true });
writeFileSync(place("public", "images", "a.jpg"), "");
writeFileSync(place("public", "images", "deep", "b.jpg"), "");
writeFileSync(
  place("public", "sample_submission.csv"),
  "PassengerId,Transported\r\n1,False\r\n2,False\r\n3,False\r\n4,False\r\n",
);
writeFileSync(place("public", "latin.csv"), Buffer.from("id,caf\xe9\n", "latin1"));
writeFileSync(place("public", "wide.csv"), Array.from({ length: 40 }, (_, index) => `f${index}`).join(","));

describe("our own description", () => {
  test("tells the task, the files, the metric and what to submit", async () => {
    const text = ownDescription(await getCompetition("spaceship-titanic"), place(), { obfuscated: false });
    expect(text).toContain("# Spaceship Titanic\n");
    expect(text).toContain("- `images/`: 2 files\n");
    expect(text).toContain("- `sample_submission.csv`: 61 B, columns `PassengerId`, `Transported`\n");
    expect(text).toContain("`f29` and 10 more");
    expect(text).toMatch(/- `latin.csv`: 8 B\n/);
    expect(text).toContain("Accuracy. Higher is better.");
    expect(text).toContain("```\nPassengerId,Transported\n1,False\n2,False\n3,False\n```");
  });

  test("in its obfuscated variant names neither competition nor Kaggle", async () => {
    for (const id of listIds()) {
      const competition = await getCompetition(id);
      const sample = { ...competition.facts.files, sampleSubmission: "public/sample_submission.csv" };
      const facts = { ...competition.facts, files: sample };
      const text = ownDescription({ ...competition, facts }, place(), { obfuscated: true }).toLowerCase();
      expect(text).not.toContain("kaggle");
      expect(text).not.toContain(id.toLowerCase());
      expect(text).not.toContain(competition.facts.name.toLowerCase());
    }
  });
});
