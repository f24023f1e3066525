import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { chooseCards, tellCards } from "../../../src/agents/search/knowledge/choose-cards.ts";
import { rankCards } from "../../../src/agents/search/knowledge/rank-cards.ts";
import { readCards } from "../../../src/agents/search/knowledge/read-cards.ts";
import type { Ask, Question } from "../../../src/agents/search/parts.ts";
import { listKnownIds, loadFacts } from "../../../src/facts/facts.ts";
import { UsageError } from "../../../src/lib/errors.ts";
import { temporaryDirectory } from "../../support/temporary-directory.ts";

/** A model that always gives the same answer. */
function answering(text: string | null, asked: Question[] = []): Ask {
  return {
    text: async () => text ?? "",
    json: async (question, schema) => {
      asked.push(question);
      const parsed = text === null ? null : schema.safeParse(JSON.parse(text));
      return parsed?.success ? parsed.data : null;
    },
  } as Ask;
}

describe("the cards that ship", () => {
  const cards = readCards();

  test("there are at least forty, each with advice and a sketch of a page at most", () => {
    expect(cards.length).toBeGreaterThanOrEqual(40);
    for (const { name, title, data, tasks, advice, code } of cards) {
      expect([name, title !== "", data.length > 0, tasks.length > 0]).toEqual([name, true, true, true]);
      expect(advice, name).toMatch(/^## When\n[\s\S]*^## Recipe\n[\s\S]*^## Pitfalls\n/m);
      expect(code, name).toMatch(/^```python\n[\s\S]*```$/);
      expect(advice.length + code.length, name).toBeLessThan(4000);
    }
  });

  test("none names a competition", () => {
    const names = listKnownIds()
      .flatMap((id) => [id, loadFacts(id).name])
      .map((name) => name.toLowerCase());
    for (const { name, advice, code } of cards) {
      const text = `${advice}\n${code}`.toLowerCase();
      expect(
        names.filter((each) => text.includes(each)),
        name,
      ).toEqual([]);
      expect(text, name).not.toContain("kaggle");
    }
  });

  test.each([
    ["Predict the sale price of houses from 79 columns of numbers and categories. RMSE.", /tabular|boosting|rmse/],
    ["Classify pictures of leaves into 99 species. Images are JPEG.", /^image-/],
    ["Segment nuclei: masks as run-length encoded pixels, scored by Dice.", /segmentation|dice/],
    ["Detect wheat heads: bounding boxes in images, mAP.", /object-detection/],
    ["Tag audio recordings of birds with spectrograms.", /audio/],
    ["Forecast daily sales of items for the next 28 days from lags.", /time-series/],
    ["Grade essays from 1 to 6, quadratic weighted kappa.", /kappa/],
    ["Classify toxic comments, text, several labels, mean column-wise AUC.", /^text-|auc/],
    ["Predict scalar properties of molecules from atoms and their coordinates.", /molecules/],
    ["Find the answer to a question in a paragraph: question answering, span.", /question-answering/],
    ["Recommend twelve articles for each customer. MAP@K.", /recommendation|map-at-k/],
  ])("%s", (description, expected) => {
    const names = rankCards(cards, description).map(({ name }) => name);
    expect(
      names.slice(0, 3).some((name) => expected.test(name)),
      names.slice(0, 3).join(),
    ).toBe(true);
  });
});

describe("choosing", () => {
  const cards = readCards();
  const task = "Images of cats and dogs, classification, log loss.";

  test("takes what the model names, among what it was offered", async () => {
    const asked: Question[] = [];
    const names = rankCards(cards, task)
      .slice(3, 5)
      .map(({ name }) => name);
    const ask = answering(JSON.stringify({ cards: ["none-such", ...names, names[0]] }), asked);
    const chosen = await chooseCards(cards, { task, most: 3, ask });
    expect(chosen.cards.map(({ name }) => name)).toEqual(names);
    expect(chosen.why).toBe("chosen by the model");
    expect(asked.map(({ key }) => key)).toEqual(["knowledge"]);
  });

  test.each([null, '{"cards": []}', '{"cards": ["__proto__", "none"]}', '{"other": 1}'])(
    "falls back to the best matches when the model answers %s",
    async (text) => {
      const chosen = await chooseCards(cards, { task, most: 2, ask: answering(text) });
      expect(chosen.cards).toEqual(rankCards(cards, task).slice(0, 2));
      expect(chosen.why).toBe("best match by words");
    },
  );

  test("tells ideas and code apart, within a size", () => {
    const told = tellCards(cards.slice(0, 20), 6000);
    expect(told.ideas.length).toBeLessThanOrEqual(6000);
    expect(told.ideas).toContain("## Recipe");
    expect(told.ideas).not.toContain("```python");
    expect(told.code).toContain("```python");
  });
});

describe("a user's folder", () => {
  const place = temporaryDirectory();
  const write = (name: string, text: string): string => {
    const folder = place(name.replaceAll(" ", "-"));
    mkdirSync(folder);
    writeFileSync(join(folder, "gradient-boosting.md"), text);
    return folder;
  };

  test("joins, and replaces cards of the same name", () => {
    const folder = write("good", "---\ntitle: Ours\ndata: [tabular]\ntasks: [any]\n---\n## When\nAlways.\n");
    const cards = readCards(folder);
    expect(cards.length).toBe(readCards().length);
    expect(cards.find(({ name }) => name === "gradient-boosting")).toMatchObject({ title: "Ours", code: "" });
  });

  test.each([
    ["no front matter", "# Boosting\n", /gradient-boosting\.md:1: .*front matter/],
    ["a field of the wrong type", "---\ntitle: T\ndata: tabular\ntasks: []\n---\n", /gradient-boosting\.md:3: data/],
    [
      "an unknown field",
      "---\ntitle: T\ndata: []\ntasks: []\ncolour: red\n---\n",
      /gradient-boosting\.md:\d: .*colour/,
    ],
    ["broken YAML", "---\ntitle: T\ndata: [a\n---\n", /gradient-boosting\.md:\d/],
  ])("is refused when a card has %s", (name, text, message) => {
    const folder = write(name, text);
    expect(() => readCards(folder)).toThrow(message);
    expect(() => readCards(folder)).toThrow(UsageError);
  });

  test("is refused when it holds no cards, or is not there", () => {
    mkdirSync(place("empty"));
    expect(() => readCards(place("empty"))).toThrow(/no knowledge cards/);
    expect(() => readCards(place("absent"))).toThrow(/cannot be read/);
  });
});
