import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { agentParts, chooseAgent } from "../../../src/agents/index.ts";
import { cardKinds } from "../../../src/agents/search/knowledge/card-kinds.ts";
import { collectCards } from "../../../src/agents/search/knowledge/collect-cards.ts";
import { rankCards } from "../../../src/agents/search/knowledge/rank-cards.ts";
import { readCards } from "../../../src/agents/search/knowledge/read-cards.ts";
import { tellCards } from "../../../src/agents/search/knowledge/tell-cards.ts";
import type { Ask, Question } from "../../../src/agents/search/parts.ts";
import { listKnownIds, loadFacts } from "../../../src/facts/facts.ts";
import { UsageError } from "../../../src/lib/errors.ts";
import { temporaryDirectory } from "../../support/temporary-directory.ts";

/** A model that gives these answers, one after the other, and the last one from then on. */
function answering(texts: readonly (string | null)[], asked: Question[] = []): Ask {
  return {
    text: async () => "",
    json: async (question, schema) => {
      const text = texts[Math.min(asked.length, texts.length - 1)] ?? null;
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

  test("all can be reached from those of the kind that the walk begins with", () => {
    const reached = new Set(cards.filter(({ kind }) => kind === "specialization").map(({ name }) => name));
    expect(reached.size).toBeGreaterThan(10);
    for (const name of reached) {
      const { related } = cards.find((card) => card.name === name)!;
      for (const other of related) reached.add(other);
    }
    expect(cards.map(({ name }) => name).filter((name) => !reached.has(name))).toEqual([]);
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

describe("collecting", () => {
  const cards = readCards();
  const task = "Image classification: transfer learning for pictures of cats and dogs, log loss.";
  const walk = {
    search_top_k: 1,
    search_node_type: "specialization",
    navigation_steps: 3,
    expansion_limit: 3,
  } as const;
  const namesOf = (collected: Awaited<ReturnType<typeof collectCards>>) => collected.cards.map(({ card }) => card.name);
  const answer = (...names: string[]): string => JSON.stringify({ cards: names });
  const titles = ({ prompt }: Question): string => prompt.sections.find(({ title }) => title === "Related cards")!.text;

  test("walks from the best match along links, as the model chooses, until it chooses nothing", async () => {
    const asked: Question[] = [];
    const ask = answering([answer("metric-log-loss", "gpu-memory"), answer("calibration"), answer()], asked);
    const collected = await collectCards(cards, { task, walk, ask });
    expect(namesOf(collected)).toEqual(["image-classification", "metric-log-loss", "gpu-memory", "calibration"]);
    expect(collected.cards.map(({ why }) => why)).toEqual([
      "specialization that matches the task's words best",
      "chosen by the model in round 1, related to image-classification",
      "chosen by the model in round 1, related to image-classification",
      "chosen by the model in round 2, related to metric-log-loss",
    ]);
    expect(collected.fallbacks).toEqual([]);
    expect(asked.map(({ key }) => key)).toEqual(["knowledge/1", "knowledge/2", "knowledge/3"]);
    // Titles of what is related and not collected yet, whichever side the link is on.
    expect(titles(asked[0]!)).toContain("- metric-log-loss: Optimising log loss");
    expect(titles(asked[0]!)).not.toMatch(/- (?:image-classification|calibration|time-budget):/);
    expect(titles(asked[1]!)).toMatch(/- time-budget:/);
    expect(titles(asked[1]!)).not.toMatch(/- (?:metric-log-loss|gpu-memory):/);
  });

  test("takes at most `expansion_limit` cards in at most `navigation_steps` rounds", async () => {
    const many = answering([answer("image-augmentation", "none-such", "gpu-memory", "metric-auc", "metric-log-loss")]);
    const wide = await collectCards(cards, { task, walk: { ...walk, navigation_steps: 1 }, ask: many });
    expect(namesOf(wide)).toEqual(["image-classification", "image-augmentation", "gpu-memory", "metric-auc"]);
    expect(wide.fallbacks).toEqual([
      'Knowledge, round 1: "none-such" does not exist.',
      "Knowledge, round 1: 4 were named, 3 taken.",
    ]);
    const asked: Question[] = [];
    await collectCards(cards, { task, walk: { ...walk, navigation_steps: 0 }, ask: answering([answer()], asked) });
    expect(asked).toEqual([]);
  });

  test("begins with the best `search_top_k` cards of `search_node_type`", async () => {
    const start = { ...walk, search_top_k: 3, navigation_steps: 0 };
    const ask = answering([null]);
    for (const kind of cardKinds) {
      const found = await collectCards(cards, { task, ask, walk: { ...start, search_node_type: kind } });
      expect(found.cards.map(({ card }) => card.kind)).toEqual([kind, kind, kind]);
    }
    const any = await collectCards(cards, { task, ask, walk: { ...start, search_node_type: "any" } });
    expect(any.cards.map(({ card }) => card)).toEqual(rankCards(cards, task).slice(0, 3));
  });

  test("offers the next best matches as well, so that the model can correct the search", async () => {
    const asked: Question[] = [];
    const misleading = "Window by window, lags of sales: tabular data.";
    const [first, second] = rankCards(cards, misleading).filter(({ kind }) => kind === "specialization");
    const ask = answering([answer(second!.name), answer()], asked);
    const collected = await collectCards(cards, { task: misleading, walk, ask });
    expect(namesOf(collected)).toEqual([first!.name, second!.name]);
  });

  test("collects nothing and says so when no card matches", async () => {
    const collected = await collectCards(cards, { task: "Xyzzy.", walk, ask: answering([null]) });
    expect(collected).toEqual({
      cards: [],
      fallbacks: ["Knowledge: no card of the kind specialization matches the task's words."],
    });
  });

  test.each([null, '{"cards": ["__proto__", "none"]}', '{"other": 1}'])(
    "goes by the ranking and records it when the model answers %s",
    async (text) => {
      const collected = await collectCards(cards, {
        task,
        walk: { ...walk, navigation_steps: 1 },
        ask: answering([text]),
      });
      const [start] = collected.cards;
      const related = rankCards(cards, task).filter(
        ({ name, related: names }) => start!.card.related.includes(name) || names.includes(start!.card.name),
      );
      expect(namesOf(collected).slice(1)).toEqual(related.slice(0, 3).map(({ name }) => name));
      expect(collected.cards[1]!.why).toBe("best match by words in round 1, related to image-classification");
      expect(collected.fallbacks.at(-1)).toBe(
        `Knowledge, round 1: by rule, ${namesOf(collected).slice(1).join(", ")}.`,
      );
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

  test("may link to our cards and be linked to; cards without links are offered everywhere", async () => {
    const folder = place("linked");
    mkdirSync(folder);
    const head = "title: Ours\ndata: [image]\ntasks: [classification]";
    writeFileSync(join(folder, "my-images.md"), `---\n${head}\nrelated: [image-classification]\n---\nAdvice.\n`);
    writeFileSync(join(folder, "house-rules.md"), `---\n${head}\n---\nAdvice.\n`);
    const walk = {
      search_top_k: 1,
      search_node_type: "specialization",
      navigation_steps: 1,
      expansion_limit: 3,
    } as const;
    const ask = answering(['{"cards": ["my-images", "house-rules"]}']);
    const collected = await collectCards(readCards(folder), {
      task: "Image classification by transfer learning",
      walk,
      ask,
    });
    expect(collected.cards.map(({ why }) => why).slice(1)).toEqual([
      "chosen by the model in round 1, related to image-classification",
      "chosen by the model in round 1",
    ]);
  });

  test("is refused before a run begins when a card is related to one that does not exist", async () => {
    const folder = write("link", "---\ntitle: T\ndata: []\ntasks: []\nrelated: [linear-model]\n---\n");
    const message = /gradient-boosting\.md: related: There is no card `linear-model`\. Did you mean `linear-models`\?/;
    expect(() => readCards(folder)).toThrow(message);
    const choice = chooseAgent("kapso", { settings: { knowledge_folder: folder } });
    await expect(agentParts(choice)).rejects.toThrow(message);
  });

  test.each([
    ["no front matter", "# Boosting\n", /gradient-boosting\.md:1: .*front matter/],
    ["a field of the wrong type", "---\ntitle: T\ndata: tabular\ntasks: []\n---\n", /gradient-boosting\.md:3: data/],
    [
      "an unknown field",
      "---\ntitle: T\ndata: []\ntasks: []\ncolour: red\n---\n",
      /gradient-boosting\.md:\d: .*colour/,
    ],
    ["an unknown kind", "---\ntitle: T\nkind: codes\ndata: []\ntasks: []\n---\n", /gradient-boosting\.md:3: kind/],
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
