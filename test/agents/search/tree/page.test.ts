import { writeFileSync } from "node:fs";
import { pathToFileURL } from "node:url";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { treePage } from "../../../../src/agents/search/tree/page/tree-page.ts";
import { searchReport } from "../../../../src/agents/search/tree/report.ts";
import { SearchRecord } from "../../../../src/agents/search/tree/search-record.ts";
import { hasBrowser, startBrowser } from "../../../support/browser.ts";
import { type MadeExperiment, searchEventsOf } from "../../../support/search-events.ts";
import { temporaryDirectory } from "../../../support/temporary-directory.ts";

const place = temporaryDirectory();
const evil = `</pre></style><script>document.title='owned'</script><img src="https://example.org/x" onerror="document.title='owned'">"'\u202e\x1b[2J`;
const tree: readonly MadeExperiment[] = [
  { score: 0.5, files: { "main.py": "one\ntwo\nthree\n" } },
  { score: null },
  { score: 0.75, parents: ["experiment_1"], suspicious: "A jump.", files: { "main.py": "one\n2\nthree\n" } },
  { score: 0.6, parents: ["experiment_3", "experiment_1"] },
  { parents: ["experiment_2"] },
];
const pageOf = (experiments: readonly MadeExperiment[], text = "") =>
  treePage("a-competition", SearchRecord.of(searchEventsOf(experiments, { text })));

describe("the page", () => {
  test("is the same whenever it is made", () => {
    expect(pageOf(tree)).toBe(pageOf(tree));
  });

  test("forbids everything but its own style, and text in it is text", () => {
    const page = treePage(`title ${evil}`, SearchRecord.of(searchEventsOf(tree, { text: evil })));
    expect(page).toContain("default-src &#39;none&#39;; style-src &#39;unsafe-inline&#39;");
    expect(page).not.toMatch(/<script|<img|<link|\x1b|\u202e/);
    expect(page.match(/https?:/g)!.length).toBe(page.match(/&quot;https:\/\/example/g)!.length);
  });

  test("stays small and quick with hundreds of large programs, and says what it leaves out", () => {
    const program = Array.from({ length: 2000 }, (_, index) => `line ${index} ${"<".repeat(40)}`).join("\n");
    const record = SearchRecord.of(
      searchEventsOf(
        Array.from({ length: 1500 }, (_, index) => ({
          score: index % 7 === 0 ? null : index,
          parents: index === 0 ? [] : [`experiment_${Math.ceil(index / 2)}`],
          files: { "main.py": `${index}\n${program}` },
          excerpt: "&".repeat(100_000),
        })),
      ),
    );
    treePage("a", record);
    const started = performance.now();
    const page = treePage("a", record);
    expect(performance.now() - started).toBeLessThan(5000);
    expect(page.length).toBeLessThan(8_000_000);
    expect(page).toContain("500 more experiments have no room here.");
    expect(page).toContain("Its program is left out here");
    expect(page).toContain("characters left out");
  });

  test("has a place for a search that has not begun", () => {
    expect(treePage("a", new SearchRecord())).toContain("none yet");
  });
});

describe.skipIf(!hasBrowser)("the page in a browser", () => {
  let browser: Browser;
  const requests: string[] = [];
  beforeAll(async () => {
    browser = await startBrowser();
  });
  afterAll(async () => await browser.close());

  async function open(text: string, options: { width: number; colorScheme?: "dark" | "light" }): Promise<Page> {
    const file = place(`${text === "" ? "plain" : "evil"}.html`);
    writeFileSync(file, pageOf(tree, text));
    const { width, colorScheme = "light" } = options;
    const page = await browser.newPage({ viewport: { width, height: 800 }, colorScheme });
    page.on("request", (request) => requests.push(request.url()));
    await page.goto(String(pathToFileURL(file)));
    return page;
  }

  test("shows the overview, then what is selected with the keyboard", async () => {
    const page = await open("", { width: 1200 });
    expect(await page.locator("#overview").isVisible()).toBe(true);
    expect(await page.locator("article:visible").count()).toBe(0);
    expect(await page.locator("a.row .name").allTextContents()).toEqual(
      [1, 3, 4, 2, 5].map((number) => `experiment_${number}`),
    );
    await page.locator('a.row[href="#experiment_3"]').focus();
    await page.keyboard.press("Enter");
    expect(await page.locator("#overview").isVisible()).toBe(false);
    const article = page.locator("article:visible");
    expect(await article.count()).toBe(1);
    const shown = await article.innerText();
    for (const expected of [
      "0.75 by rehearsal",
      "A jump.",
      "Change from experiment_1",
      "Idea 3.",
      "full finished in 2 s",
    ])
      expect(shown).toContain(expected);
    expect(await article.locator(".added").allTextContents()).toEqual(["+ 2\n"]);
    expect(await article.locator(".removed").allTextContents()).toEqual(["- two\n"]);
    await page.getByText("Overview", { exact: true }).first().click();
    expect(await page.locator("#overview").isVisible()).toBe(true);
    await page.close();
  });

  test.each([360, 800, 1400])("fits a window %i pixels wide, in light and dark", async (width) => {
    for (const colorScheme of ["light", "dark"] as const) {
      const page = await open("", { width, colorScheme });
      for (const id of ["overview", "experiment_2", "experiment_3"]) {
        await page.goto(`${page.url().split("#")[0]}#${id}`);
        const wide = await page.evaluate<number>("document.documentElement.scrollWidth");
        const narrow = await page.evaluate<number>("document.documentElement.clientWidth");
        expect(wide, id).toBeLessThanOrEqual(narrow);
      }
      await page.close();
    }
  });

  test("obeys nothing that models or programs wrote, and asks for nothing", async () => {
    requests.length = 0;
    const page = await open(evil, { width: 1200 });
    await page.goto(`${page.url()}#experiment_3`);
    expect(await page.title()).toBe("a-competition: search tree");
    expect(await page.locator("article:visible .said").first().innerText()).toContain("<script>document.title='owned'");
    expect(requests.filter((url) => !url.startsWith("file:"))).toEqual([]);
    await page.close();
  });

  test("prints the tree and the overview", async () => {
    const page = await open("", { width: 1200 });
    await page.emulateMedia({ media: "print" });
    expect(await page.locator("#overview").isVisible()).toBe(true);
    expect(await page.locator("a.row:visible").count()).toBe(5);
    expect((await page.pdf({ format: "A4" })).length).toBeGreaterThan(1000);
    await page.close();
  });
});

test("the page and the report after each step are the same as those made from the events alone", () => {
  const experiments = Array.from({ length: 90 }, (_, index) => ({
    parents: index < 3 ? [] : [`experiment_${Math.floor(index / 2)}`],
    score: index % 4 === 3 ? null : index % 11,
    files: { "main.py": `step = "${`${index} `.repeat(100)}"\n`.repeat(120) },
  }));
  const events = searchEventsOf(experiments);
  const record = new SearchRecord();
  for (const [index, event] of events.entries()) {
    record.add(event);
    if (event.type !== "ended" && event.type !== "finished") continue;
    const [page, report] = [treePage("demo", record), searchReport("demo", record)];
    const step = record.view.experiments.length;
    // Beyond 60, programs are left out.
    if (step > 12 && step < 88) continue;
    const again = SearchRecord.of(structuredClone(events.slice(0, index + 1)));
    expect(page === treePage("demo", again)).toBe(true);
    expect(report).toBe(searchReport("demo", again));
  }
  expect(treePage("demo", record)).toContain("Its program is left out here");
});

test("of a very long program, the page shows the beginning and the end", () => {
  const long = `first = 1\n${"middle = 2\n".repeat(6000)}last = 3\n`;
  const page = pageOf([{ score: 1, files: { "main.py": long, "other.py": "unseen = 4\n" } }]);
  expect(page).toMatch(/<pre tabindex="0">first = 1\n[^<]*characters left out[^<]*last = 3\n<\/pre>/);
  expect(page).toContain("<h4>other.py</h4>");
  expect(page).not.toContain("unseen");
});
