import {
  appendFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
  unlinkSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import { UsageError } from "../../../src/lib/errors.ts";
import { Journal } from "../../../src/lib/journal/journal.ts";
import type { RunEvent } from "../../../src/runs/record/run-events.ts";
import { verifyGroup } from "../../../src/runs/verification/verify-group.ts";
import { verifyRun } from "../../../src/runs/verification/verify-run.ts";
import { makeRunGroup } from "../../support/make-run-group.ts";
import { temporaryDirectory } from "../../support/temporary-directory.ts";

const place = temporaryDirectory();
const original = place("original");
const run = "demo-bakery-sales_seed-0";
let head = "";

beforeAll(async () => {
  await makeRunGroup(original, { seeds: [0], run: () => ({ candidates: 2, interrupted: 1 }) });
  head = (await verifyGroup(original)).head;
});

let copies = 0;
/** A fresh copy with one change. */
function changed(change: (folder: string) => void): string {
  copies += 1;
  const folder = place(`copy-${copies}`);
  cpSync(original, folder, { recursive: true, verbatimSymlinks: true });
  change(folder);
  return folder;
}

async function problemsAfter(change: (folder: string) => void, options: { head?: string } = {}) {
  const folder = changed(change);
  const { problems } = await verifyGroup(folder, options);
  rmSync(folder, { recursive: true });
  return problems;
}

function flip(file: string, position: number): void {
  const bytes = readFileSync(file);
  bytes[position] = bytes[position]! ^ 1;
  writeFileSync(file, bytes);
}

/** Without a copy for each: the bit is flipped back. */
async function problemsWithFlip(name: string, position: number, options: { head?: string } = {}) {
  flip(join(original, name), position);
  const { problems } = await verifyGroup(original, options);
  flip(join(original, name), position);
  return problems;
}

function editLines(file: string, edit: (lines: string[]) => void): void {
  const lines = readFileSync(file, "utf8").split("\n").slice(0, -1);
  edit(lines);
  writeFileSync(file, lines.map((line) => `${line}\n`).join(""));
}

const everyFile = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((name) => statSync(join(folder, name)).isFile() && !name.endsWith("submission/submission.csv"))
    .sort();

describe("verifyGroup", () => {
  test("finds nothing in a group as its host left it, also when it was moved", async () => {
    expect(await verifyGroup(original)).toMatchObject({
      problems: [],
      notes: [],
      runs: 2,
      unfinished: 0,
      kind: "group",
    });
    expect(await problemsAfter(() => undefined, { head })).toEqual([]);
    const { files } = await verifyGroup(original);
    expect(files).toBeGreaterThan(20);
  });

  test("reports a flipped bit in the first, the middle and the last byte of every file", async () => {
    const isSealed = (name: string) => name !== "host.log" && !name.endsWith("attempts/1/output.log");
    const files = everyFile(original).filter(isSealed);
    expect(files).toContain(`${run}/code/model/weights.bin`);
    expect(files).toContain(`${run}/attempts/1/candidates/1.csv`);
    expect(files).toContain("submission.jsonl");
    for (const name of files) {
      const { size } = statSync(join(original, name));
      for (const position of [0, Math.floor(size / 2), size - 1]) {
        const problems = await problemsWithFlip(name, position);
        expect(
          problems.map(({ file }) => file),
          `${name} at ${position}`,
        ).toContain(name);
      }
    }
  });

  test("reports a flipped bit anywhere in a run's journal, and anywhere in the group's when its head is known", async () => {
    for (const name of [`${run}/events.jsonl`, "events.jsonl"]) {
      const { size } = statSync(join(original, name));
      for (let position = 0; position < size; position += 37) {
        const problems = await problemsWithFlip(name, position, { head });
        expect(
          problems.map(({ file }) => file),
          `${name} at ${position}`,
        ).toContain(name);
      }
    }
  });

  test("reports removed, swapped, repeated and rewritten lines of journals", async () => {
    for (const name of [`${run}/events.jsonl`, "events.jsonl"]) {
      const count = readFileSync(join(original, name), "utf8").split("\n").length - 1;
      for (let index = 0; index < count; index += 1) {
        const removed = await problemsAfter(
          (folder) => editLines(join(folder, name), (lines) => lines.splice(index, 1)),
          {
            head,
          },
        );
        expect(
          removed.map(({ file }) => file),
          `without line ${index + 1} of ${name}`,
        ).toContain(name);
        if (index === 0) continue;
        const swapped = await problemsAfter((folder) =>
          editLines(join(folder, name), (lines) => lines.splice(index - 1, 2, lines[index]!, lines[index - 1]!)),
        );
        expect(
          swapped.map(({ file }) => file),
          `lines ${index} and ${index + 1} of ${name}`,
        ).toContain(name);
      }
      const repeated = await problemsAfter((folder) =>
        editLines(join(folder, name), (lines) => lines.push(lines.at(-1)!)),
      );
      expect(repeated.map(({ file }) => file)).toContain(name);
    }
  });

  test("a truncated journal with an intact chain does not end as the group's journal says", async () => {
    const problems = await problemsAfter((folder) =>
      editLines(join(folder, run, "events.jsonl"), (lines) => lines.pop()),
    );
    expect(problems).toEqual([
      {
        file: `${run}/events.jsonl`,
        problem: expect.stringMatching(/^Expected lines up to [0-9a-f]{16}… \(from the group's/),
      },
    ]);
  });

  test("bytes that are not UTF-8 are not mistaken for the text they are shown as", async () => {
    const folder = place("not-utf8");
    await makeRunGroup(folder, { seeds: [0], run: () => ({ reason: "a \ufffd b" }) });
    const file = join(folder, run, "events.jsonl");
    const bytes = readFileSync(file);
    const index = bytes.indexOf("\ufffd");
    writeFileSync(file, Buffer.concat([bytes.subarray(0, index), Buffer.of(0xff), bytes.subarray(index + 3)]));
    expect((await verifyGroup(folder)).problems).toMatchObject([{ file: `${run}/events.jsonl` }]);
  });

  test("reports every file that is missing", async () => {
    for (const name of everyFile(original)) {
      if (name === "host.log" || name.endsWith("attempts/1/output.log")) continue;
      const problems = await problemsAfter((folder) => unlinkSync(join(folder, name)));
      expect(
        problems.map(({ file }) => file),
        name,
      ).toContain(name);
    }
    const gone = await problemsAfter((folder) => rmSync(join(folder, run), { recursive: true }));
    expect(gone).toEqual([{ file: `${run}/events.jsonl`, problem: expect.stringContaining("found no lines") }]);
  });

  test("reports files, links and runs that were added, but not what is outside the seal", async () => {
    const add = (name: string) => (folder: string) => {
      mkdirSync(dirname(join(folder, name)), { recursive: true });
      writeFileSync(join(folder, name), "new");
    };
    for (const name of ["code/new.py", "notes.txt", "candidates/3.csv", "logs/deep/er/x.log", "submission/other.csv"]) {
      expect(await problemsAfter(add(`${run}/${name}`)), name).toEqual([
        { file: `${run}/${name}`, problem: "Expected only files that are listed in files.sha256, found another one." },
      ]);
    }
    for (const name of ["stop", ".grade.json.writing-0123abcd", "attempts/1/.run.json.writing-0123abcd"]) {
      expect(await problemsAfter(add(`${run}/${name}`)), name).toEqual([]);
    }
    const linked = await problemsAfter((folder) => symlinkSync("/etc/hostname", join(folder, run, "code", "link")));
    expect(linked).toMatchObject([{ file: `${run}/code/link` }]);
    const added = await problemsAfter(add("demo-bakery-sales_seed-9/run.json"));
    expect(added).toMatchObject([
      { file: "demo-bakery-sales_seed-9", problem: expect.stringContaining("found another one") },
    ]);
  });

  test("reports files that were added to the workspace of a sealed run and to earlier attempts", async () => {
    const added = ["workspace/x", "workspace/code/x", "attempts/x", "attempts/1/x", "attempts/1/code/x"];
    const attempts = ["attempts/1/candidates/4.csv", "attempts/01/run.json", "attempts/9/run.json"];
    for (const name of [...added, ...attempts]) {
      const problems = await problemsAfter((folder) => {
        mkdirSync(dirname(join(folder, run, name)), { recursive: true });
        writeFileSync(join(folder, run, name), "new");
      });
      expect(problems, name).toEqual([
        { file: `${run}/${name}`, problem: expect.stringMatching(/^Expected only files .*, found another one\.$/) },
      ]);
    }
  });

  test("a workspace is left alone where the plan keeps it, and while the run is not sealed", async () => {
    const folder = place("retained");
    await makeRunGroup(folder, { seeds: [0], retain: true });
    mkdirSync(join(folder, run, "workspace"));
    writeFileSync(join(folder, run, "workspace", "x"), "");
    expect((await verifyGroup(folder)).problems).toEqual([]);
    const open = place("open");
    await makeRunGroup(open, { seeds: [0], host: "killed", run: () => ({ until: "open" }) });
    mkdirSync(join(open, run, "workspace"));
    writeFileSync(join(open, run, "workspace", "x"), "");
    expect((await verifyGroup(open)).problems).toEqual([]);
  });

  test("an attempt that was sealed and then moved aside is checked like the last one", async () => {
    const folder = place("sealed-aside");
    await makeRunGroup(folder, { seeds: [0], host: "killed", run: () => ({ until: "sealed" }) });
    const aside = join(folder, run, "attempts", "1");
    mkdirSync(aside, { recursive: true });
    const moved = ["run.json", "output.log", "candidates", "submission.csv", "code", "logs", "files.sha256"];
    for (const name of moved) renameSync(join(folder, run, name), join(aside, name));
    rmSync(join(folder, run, "submission"), { recursive: true });
    const journal = Journal.open<RunEvent>(join(folder, run, "events.jsonl"));
    journal.append({ type: "interrupted", attempt: 1, reason: "It was stopped." });
    journal.close();
    expect((await verifyGroup(folder)).problems).toEqual([]);
    writeFileSync(join(aside, "output.log"), "changed");
    writeFileSync(join(aside, "code", "x"), "added");
    const changedFiles = (await verifyGroup(folder)).problems.map(({ file }) => file);
    expect(changedFiles.sort()).toEqual([`${run}/attempts/1/code/x`, `${run}/attempts/1/output.log`]);
  });

  test("what upstream's tools would grade must be the sealed submission", async () => {
    const link = join(run, "submission", "submission.csv");
    const replace = (write: (path: string) => void) => (folder: string) => {
      unlinkSync(join(folder, link));
      write(join(folder, link));
    };
    const other = await problemsAfter(replace((path) => writeFileSync(path, "id,value\n1,9\n")));
    expect(other).toEqual([{ file: link, problem: "Expected a link to submission.csv, found another file." }]);
    const elsewhere = await problemsAfter(replace((path) => symlinkSync("../candidates/1.csv", path)));
    expect(elsewhere).toEqual([
      { file: link, problem: "Expected a link to submission.csv, found a link to another file." },
    ]);
    const copied = await problemsAfter(replace((path) => cpSync(join(dirname(path), "../submission.csv"), path)));
    expect(copied).toEqual([]);
  });

  test("a file replaced by a link to the same bytes is not a regular file", async () => {
    const problems = await problemsAfter((folder) => {
      cpSync(join(folder, run, "grade.json"), join(folder, "elsewhere.json"));
      unlinkSync(join(folder, run, "grade.json"));
      symlinkSync("../elsewhere.json", join(folder, run, "grade.json"));
    });
    expect(problems).toMatchObject([
      { file: `${run}/grade.json`, problem: expect.stringContaining("not a regular file") },
    ]);
  });

  test("a list with paths outside the folder is reported, and the paths are not followed", async () => {
    const problems = await problemsAfter((folder) =>
      appendFileSync(join(folder, run, "files.sha256"), `${"0".repeat(64)}  ../../../../etc/passwd\n`),
    );
    expect(problems).toMatchObject([{ file: `${run}/files.sha256` }]);
  });

  test("says whether lines were added after the given head, or whether the head is another one", async () => {
    const earlier = changed((folder) => editLines(join(folder, "events.jsonl"), (lines) => lines.pop()));
    const { head: before } = await verifyGroup(earlier);
    expect((await verifyGroup(original, { head: before })).problems).toEqual([
      { file: "events.jsonl", problem: expect.stringContaining("1 line was added since") },
    ]);
    expect((await verifyGroup(original, { head: "0".repeat(64) })).problems).toEqual([
      { file: "events.jsonl", problem: expect.stringContaining("lines were changed or removed") },
    ]);
  });

  test("runs without an end and lines torn by a killed host are notes", async () => {
    const folder = place("killed");
    const states = ["planned", "started", "open", "interrupted", "stopped", "sealed", "graded", "unrecorded"] as const;
    await makeRunGroup(folder, {
      host: "killed",
      competitions: [...states],
      seeds: [0],
      run: (id) => ({ until: id.split("_")[0] as (typeof states)[number] }),
    });
    appendFileSync(join(folder, "open_seed-0", "events.jsonl"), '{"seq":3,"ti');
    appendFileSync(join(folder, "events.jsonl"), '{"seq":');
    const { problems, notes, runs, unfinished } = await verifyGroup(folder);
    expect(problems).toEqual([]);
    expect([runs, unfinished]).toEqual([8, 7]);
    expect(notes).toContainEqual({ file: "events.jsonl", problem: expect.stringContaining("torn: 7 characters") });
    expect(notes).toContainEqual({ file: "open_seed-0/events.jsonl", problem: expect.stringContaining("torn") });
    expect(notes).toContainEqual({
      file: "sealed_seed-0/events.jsonl",
      problem: expect.stringContaining("not graded yet"),
    });

    rmSync(join(folder, "host.lock"));
    expect((await verifyGroup(folder)).problems).toMatchObject([
      { file: "events.jsonl", problem: expect.stringContaining("no host was killed here") },
      { file: "open_seed-0/events.jsonl" },
    ]);
  });

  test("a group whose plan cannot be read is verified by its journal", async () => {
    const problems = await problemsAfter((folder) => {
      truncateSync(join(folder, "group.json"), 10);
      flip(join(folder, run, "code", "main.py"), 0);
    });
    expect(problems.map(({ file }) => file)).toEqual(["group.json", "group.json", `${run}/code/main.py`]);
  });

  test("rejects a folder that is not a group", async () => {
    await expect(verifyGroup(place())).rejects.toThrow(UsageError);
  });
});

describe("verifyRun", () => {
  test("checks one run, also against the group's journal", async () => {
    expect(await verifyRun(join(original, run))).toMatchObject({ problems: [], kind: "run", unfinished: 0 });
    const folder = changed((copy) => {
      editLines(join(copy, run, "events.jsonl"), (lines) => lines.pop());
      flip(join(copy, "demo-plant-flowering_seed-0", "grade.json"), 3);
    });
    expect((await verifyRun(join(folder, run))).problems).toMatchObject([{ file: "events.jsonl" }]);
  });

  test("checks a run that was copied out of its group by its own journal", async () => {
    cpSync(join(original, run), place("alone", run), { recursive: true, verbatimSymlinks: true });
    expect((await verifyRun(place("alone", run))).problems).toEqual([]);
    flip(place("alone", run, "submission.csv"), 4);
    const { problems } = await verifyRun(place("alone", run));
    expect(problems).toMatchObject([{ file: "submission.csv" }]);
    expect(existsSync(place("alone", "group.json"))).toBe(false);
    await expect(verifyRun(place())).rejects.toThrow(UsageError);
  });
});
