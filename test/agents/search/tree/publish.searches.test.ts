import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import type { SearchEvent } from "../../../../src/agents/search/events.ts";
import { treePage } from "../../../../src/agents/search/tree/page/tree-page.ts";
import { searchReport } from "../../../../src/agents/search/tree/report.ts";
import { SearchRecord } from "../../../../src/agents/search/tree/search-record.ts";
import { temporaryDirectory } from "../../../support/temporary-directory.ts";
import { answers, oneByOne, program, searchIn, testAgent } from "../core-ground.ts";

const place = temporaryDirectory();
const publicData = place("public");
mkdirSync(publicData);
writeFileSync(place("public", "description.md"), "# Flowers\n");

const competition = "demo-plant-flowering";

describe("a search", () => {
  test("leaves the page and the report that its events make again, and says where it stands", async () => {
    const workspace = place("whole");
    const model = answers((title) => program(title.includes("_1 ") ? 0.5 : 0.75));
    const order = { agent: testAgent(oneByOne(3)), model, settings: { workspace } };
    const { events, output } = await searchIn(publicData, order);
    const record = SearchRecord.of(events as unknown as SearchEvent[]);
    expect(readFileSync(`${workspace}/logs/tree.html`, "utf8")).toBe(treePage(competition, record));
    expect(readFileSync(`${workspace}/code/report.md`, "utf8")).toBe(searchReport(competition, record));
    expect(readFileSync(`${workspace}/code/report.md`, "utf8")).toContain(
      "| code | test/model | 3 | 30 | 15 | $1.50 |",
    );
    expect(output).toContain(
      "2 experiments: 2 good, 0 failed; best so far 0.75 by its own report, experiment_2; model calls $1.00.\n",
    );
  });

  test("has the page of each step when the next one begins", async () => {
    const workspace = place("steps");
    const pages: string[] = [];
    const model = answers(() => {
      const page = `${workspace}/logs/tree.html`;
      pages.push(existsSync(page) ? readFileSync(page, "utf8") : "");
      return program(0.5);
    });
    await searchIn(publicData, { agent: testAgent(oneByOne(3)), model, settings: { workspace } });
    expect(pages.map((page) => page.match(/<article/g)?.length ?? 0)).toEqual([0, 1, 2]);
    expect(pages[2]).toContain("Under way: step 2");
  });

  test("goes on without them when a program takes the folder away or puts something else there", async () => {
    const bad = `import { mkdirSync, rmSync } from "node:fs";
rmSync(process.env.LOGS_DIR, { recursive: true, force: true });
mkdirSync(process.env.CODE_DIR + "/report.md/x", { recursive: true });
`;
    const model = answers(() => program(0.5, bad));
    const { of, end, output } = await searchIn(publicData, { agent: testAgent(oneByOne(2)), model });
    expect(end.exitCode).toBe(0);
    expect(of("finished")).toHaveLength(1);
    expect(output).toMatch(/tree\.html could not be written: |report\.md could not be written: /);
  });
});

describe("a summary by a model", () => {
  const summary = "Means work. <b>Try</b> trees.";
  const model = () => answers((title) => (title === "Record" ? summary : program(0.5)));

  test("is in the report when a setting asks for it, and is paid for once", async () => {
    const workspace = place("summary");
    const asked = model();
    const agent = testAgent(oneByOne(1), { isSummarized: true });
    const { of } = await searchIn(publicData, { agent, model: asked, settings: { workspace } });
    const report = readFileSync(`${workspace}/code/report.md`, "utf8");
    expect(report).toContain("## In a model's words\n\nMeans work. \\<b\\>Try\\</b\\> trees.\n");
    expect(report).toContain("| report | test/model | 1 |");
    expect(asked.asked).toEqual(["draft experiment_1 v1", "Record"]);
    expect(of("asked").at(-1)).toMatchObject({ key: "report", role: "utility" });
  });

  test("is missing without harm when the model fails", async () => {
    const failing = answers((title) => {
      if (title === "Record") throw new Error("The provider is down.");
      return program(0.5);
    });
    const agent = testAgent(oneByOne(1), { isSummarized: true });
    const { end, output, submission } = await searchIn(publicData, { agent, model: failing });
    expect([end.exitCode, submission]).toEqual([0, "id,score\n1,0.5\n"]);
    expect(output).toContain("The report has no summary of a model: The provider is down.");
  });

  test("is not asked for otherwise", async () => {
    const asked = model();
    await searchIn(publicData, { agent: testAgent(oneByOne(1)), model: asked });
    expect(asked.asked).toEqual(["draft experiment_1 v1"]);
  });
});
