import { join } from "node:path";
import { beforeAll, expect, test } from "vitest";
import { exportJunit } from "../../../src/results/export/junit.ts";
import { readResultSets } from "../../../src/results/read-result-sets.ts";
import { makeRunGroup } from "../../support/make-run-group.ts";
import { parseXml, type XmlElement } from "../../support/parse-xml.ts";
import { temporaryDirectory } from "../../support/temporary-directory.ts";
import { makeResults } from "./made-results.ts";

const place = temporaryDirectory();
const hostile = '\x1b[2J <b attr="1"> & ]]> \u0000\ud800 \ufffe\nsecond line';
let document: XmlElement;

beforeAll(async () => {
  const { runs, reports } = await makeResults(place());
  await makeRunGroup(join(runs, "hostile"), {
    name: "hostile",
    agent: { name: "command", label: `<"agent"> & \x07`, settings: {} },
    competitions: ["demo-a"],
    seeds: [0],
    run: () => ({ invalid: true, failure: hostile }),
  });
  const { files } = await exportJunit(await readResultSets(["mine", reports, "hostile"], runs), {});
  const content = files[0]!.content as Extract<(typeof files)[0]["content"], { kind: "text" }>;
  document = parseXml([...(content.pieces() as Iterable<string>)].join(""));
});

const casesOf = (suite: number) => document.children[suite]!.children;

test("a JUnit file has a suite per source, with counts", () => {
  expect(document.children.map(({ attributes }) => attributes)).toEqual([
    { name: "baseline (mine)", tests: "4", failures: "2", errors: "0", skipped: "1" },
    { name: "reports (grading_report_1.json)", tests: "2", failures: "1", errors: "0", skipped: "0" },
    { name: "reports (grading_report_2.json)", tests: "2", failures: "1", errors: "0", skipped: "0" },
    { name: `<"agent"> & \\x07 (hostile)`, tests: "1", failures: "1", errors: "0", skipped: "0" },
  ]);
  expect(document.attributes).toEqual({ name: "mlebench", tests: "9", failures: "5", errors: "0", skipped: "1" });
});

test("a run passes with a valid submission, fails with the reason, and is skipped without a result", () => {
  const [passed, limit, invalid, missing] = casesOf(0);
  expect(passed).toMatchObject({
    attributes: { name: "demo-plant-flowering seed 0", classname: "baseline", time: "1.000" },
    children: [{ name: "system-out", text: "score 0.96, gold medal" }],
  });
  expect(limit!.children).toMatchObject([
    { name: "failure", attributes: { type: "time limit", message: "It reached its time limit." } },
  ]);
  expect(invalid!.children[0]!.text).toBe('Column "target", or "label",\nis missing.');
  expect(missing!.children).toMatchObject([{ name: "skipped" }]);
  expect(missing!.children[0]!.attributes.message).toMatch(/^infrastructure error/);
});

test("text that XML cannot hold is shown as text", () => {
  const text = '\\x1b[2J <b attr="1"> & ]]> \\x00\\ud800 \ufffd\nsecond line';
  expect(casesOf(3)[0]!.children).toMatchObject([{ name: "failure", attributes: { message: text }, text }]);
});
