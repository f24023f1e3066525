import { readFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { loadSplit } from "../../src/facts/splits.ts";
import { hasBrowser, startBrowser } from "../support/browser.ts";
import { writeGradingReport } from "../support/grading-reports.ts";
import { makeRunGroup } from "../support/make-run-group.ts";
import { runCli } from "../support/run-cli.ts";
import { temporaryDirectory } from "../support/temporary-directory.ts";

const place = temporaryDirectory();
const [runs, page, several] = [place("runs"), place("report.html"), place("several.html")];
const low = loadSplit("low");
const hostile = `<img src=x onerror="document.title='owned'"></style><script>document.title='owned'</script>`;

const report = (...parameters: string[]) => runCli(["report", ...parameters, "--run-dir", runs]);

beforeAll(async () => {
  await makeRunGroup(join(runs, "timed"), {
    name: "timed",
    agent: { name: "command", label: hostile, settings: {} },
    competitions: ["spaceship-titanic", "leaf-classification"],
    seeds: [0, 1],
    model: "scripted/script.yaml",
    run: (id) =>
      id === "leaf-classification_seed-1"
        ? { end: "agent-error", score: null, output: `working\nValueError: ${hostile}\n`, elapsedMs: 60_000 }
        : { score: 0.82066, medal: "gold", candidates: 3, elapsedMs: 3_600_000, rehearsals: [0.9] },
  });
  for (const seed of [1, 2]) {
    writeGradingReport(place("reports", `grading_report_${seed}.json`), low, "gsbmi-".padEnd(22, "v"));
  }
  await report(place("reports"), "--format", "html", "--output", page);
  await report(place("reports"), "timed", "--format", "html", "--output", several);
});

describe("report --format html", () => {
  test("writes one file, with the same bytes every time, and does not replace one unless asked to", async () => {
    const first = readFileSync(page, "utf8");
    const refused = await report(place("reports"), "--format", "html", "--output", page);
    expect(refused.exitCode).toBe(2);
    expect(refused.stderr).toContain("--force");
    const again = await report(place("reports"), "--format", "html", "--output", page, "--force");
    expect(again).toMatchObject({ exitCode: 0, stdout: "" });
    expect(again.stderr).toContain(`Written: ${page}`);
    expect(readFileSync(page, "utf8") === first).toBe(true);
    expect((await report(place("reports"), "--format", "html")).stdout === first).toBe(true);
  });

  test("refuses to replace a folder", async () => {
    const { exitCode, stderr } = await report("timed", "--format", "html", "--output", runs, "--force");
    expect(exitCode).toBe(2);
    expect(stderr).toContain("is a folder");
  });

  test("writes text, Markdown and JSON into files as well", async () => {
    for (const format of ["text", "md", "json"]) {
      const path = place(`report.${format}`);
      const { stdout } = await report("timed", "--format", format, "--output", path);
      expect(stdout).toBe("");
      expect(readFileSync(path, "utf8")).toBe((await report("timed", "--format", format)).stdout);
    }
  });

  test("prints the figures as JSON too with --json", async () => {
    const { stdout } = await report("timed", "--format", "html", "--output", place("json.html"), "--json");
    expect(JSON.parse(stdout)).toMatchObject([{ label: hostile, runs: 4 }]);
    expect(readFileSync(place("json.html"), "utf8")).toMatch(/^<!doctype html>/);
  });

  test("loads nothing and runs no script", () => {
    for (const path of [page, several]) {
      const content = readFileSync(path, "utf8");
      expect(content).toMatch(/<meta http-equiv="Content-Security-Policy" content="default-src &#39;none&#39;; /);
      expect(content.match(/<(script|link|img|iframe|object|embed)\b|\bsrc="|url\(|@import|\bstyle="|\bon\w+="/i)).toBe(
        null,
      );
    }
  });
});

describe.skipIf(!hasBrowser)("the page in a browser", () => {
  /** The pages, each opened once, and what the browser complains about. */
  let one: Page;
  let both: Page;
  const complaints: string[] = [];
  let browser: Browser;
  beforeAll(async () => {
    browser = await startBrowser();
    [one, both] = [await open(page), await open(several)];
  });
  afterAll(() => browser.close());

  async function open(path: string): Promise<Page> {
    const view = await browser.newPage({ viewport: { width: 1200, height: 900 } });
    view.on("console", (message) => complaints.push(message.text()));
    view.on("pageerror", (error) => complaints.push(error.message));
    view.on("requestfailed", (request) => complaints.push(request.url()));
    await view.goto(pathToFileURL(path).href);
    return view;
  }

  test("shows the figures of the report", async () => {
    const text = await one.locator("body").innerText();
    expect(text).toContain("Results of reports");
    expect(text).toContain("13.64 ± 0.00");
    expect(text).toContain("0.00 to 27.27");
    expect(await one.locator(".matrix td.gold").count()).toBe(2);
    expect(await one.locator(".matrix td.failed").count()).toBe(4);
    expect(await one.locator("#percentiles li.line").count()).toBe(22);
  });

  test("shows score over time, cost, failures and where the time went, as far as the records say", async () => {
    expect(await both.locator("#progress .charts .chart").count()).toBe(4);
    // Two overall curves, and the three runs that had a submission.
    expect(await both.locator("#progress .curve.set1").count()).toBe(5);
    expect(await both.locator("#progress").innerText()).toContain("Runs with a medal");
    expect(await both.locator("#cost .frame use.set1").count()).toBe(4);
    expect(await both.locator("#failures").innerText()).toMatch(/agent error: ValueError\s+1 \(25\.0 %\)/);
    expect(await both.locator("#time li.line .strip").getAttribute("aria-label")).toContain("other 100 %");
    expect(await one.locator("#progress, #cost, #time").count()).toBe(0);
  });

  test("describes every plot in words, and every table has headings", async () => {
    const plots = await both
      .locator('svg[role="img"]')
      .evaluateAll((all) => all.map((each) => each.getAttribute("aria-label")));
    expect(plots.length).toBeGreaterThan(40);
    expect(plots.filter((label) => !label)).toEqual([]);
    const tables = both.locator("table");
    expect(await both.locator("table:has(caption):has(th)").count()).toBe(await tables.count());
    const links = await both.locator("nav a").evaluateAll((all) => all.map((each) => each.getAttribute("href")!));
    for (const link of links) expect(await both.locator(link).count()).toBe(1);
  });

  test("prints on A4 without cutting anything off, in light colours", async () => {
    await both.setViewportSize({ width: 690, height: 1000 });
    await both.emulateMedia({ colorScheme: "dark", media: "print" });
    expect(await both.evaluate("document.documentElement.scrollWidth")).toBe(690);
    expect(await both.evaluate("getComputedStyle(document.body).backgroundColor")).toBe("rgb(255, 255, 255)");
    const cut = await both
      .locator(".wide")
      .evaluateAll((all) => all.filter((each) => each.scrollWidth > each.clientWidth + 1).length);
    expect(cut).toBe(0);
    await both.emulateMedia({ colorScheme: null, media: null });
  });

  test("shows hostile text as text", async () => {
    expect(await both.title()).toContain("<img src=x");
    expect(await both.locator("body").innerText()).toContain("onerror=");
    expect(await both.locator("img, script").count()).toBe(0);
  });

  for (const [name, width] of [
    ["a phone", 320],
    ["a tablet", 768],
    ["a screen", 1400],
  ] as const) {
    test(`fits ${name}: nothing sticks out`, async () => {
      for (const view of [one, both]) {
        await view.setViewportSize({ width, height: 800 });
        expect(await view.evaluate("document.documentElement.scrollWidth")).toBe(width);
      }
    });
  }

  test("has nothing that the browser complains about", () => {
    expect(complaints).toEqual([]);
  });
});
