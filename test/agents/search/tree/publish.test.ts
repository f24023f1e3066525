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
