import { execFileSync } from "node:child_process";
import { appendFileSync, mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { Journal } from "../../../src/lib/journal/journal.ts";
import { checkJournal, readHead, readJournal, readLastEvent } from "../../../src/lib/journal/read-journal.ts";

interface Note {
  readonly type: "note";
  readonly text: string;
}

const fresh = (): string => join(mkdtempSync(join(tmpdir(), "mlebench-journal-")), "events.jsonl");

function write(path: string, ...texts: string[]): string {
  const journal = Journal.open<Note>(path);
  for (const text of texts) journal.append({ type: "note", text });
  journal.close();
  return journal.head;
}

test("what was written is read back, numbered and chained", () => {
  const path = fresh();
  const head = write(path, "one", "two");
  expect(write(path, "three")).not.toBe(head);
  const events = readJournal<Note>(path);
  expect(events.map(({ seq, text }) => [seq, text])).toEqual([
    [0, "one"],
    [1, "two"],
    [2, "three"],
  ]);
  expect(events[2]!.previous).toBe(head);
  expect(checkJournal(path)).toEqual({ problem: null, head: readHead(path), lines: 3 });
  expect(readLastEvent<Note>(path)?.text).toBe("three");
});

test("a journal that does not exist is empty", () => {
  const path = fresh();
  expect(readJournal(path)).toEqual([]);
  expect(readLastEvent(path)).toBeNull();
  expect(checkJournal(path)).toMatchObject({ problem: null, lines: 0 });
});

test("every changed byte of a line that another follows breaks the chain", () => {
  const path = fresh();
  write(path, "one", "two", "three");
  const bytes = readFileSync(path);
  const end = bytes.lastIndexOf(10, bytes.length - 2);
  for (let place = 0; place < end; place += 1) {
    const changed = Buffer.from(bytes);
    changed[place]! ^= 1;
    writeFileSync(path, changed);
    expect(checkJournal(path).problem, `byte ${place}`).not.toBeNull();
  }
});

test("a change of the last line shows in the head", () => {
  const path = fresh();
  const head = write(path, "one", "two");
  writeFileSync(path, readFileSync(path, "utf8").replace("two", "too"));
  expect(checkJournal(path)).toMatchObject({ problem: null });
  expect(checkJournal(path).head).not.toBe(head);
});

test("lines that were removed, inserted or swapped break the chain", () => {
  const path = fresh();
  write(path, "one", "two", "three");
  const [one, two, three] = readFileSync(path, "utf8").trimEnd().split("\n") as [string, string, string];
  for (const lines of [
    [one, three],
    [two, three],
    [one, two, two, three],
    [two, one, three],
  ]) {
    writeFileSync(path, `${lines.join("\n")}\n`);
    expect(checkJournal(path).problem).toMatch(/^line \d: /);
  }
});

test("a line torn by a killed process is removed, and the chain goes on", () => {
  const path = fresh();
  write(path, "one", "two");
  appendFileSync(path, '{"seq":2,"time":"20');
  expect(readLastEvent<Note>(path)?.text).toBe("two");
  const journal = Journal.open<Note>(path);
  expect(journal.torn).toBe(19);
  journal.append({ type: "note", text: "three" });
  journal.close();
  expect(checkJournal(path)).toMatchObject({ problem: null, lines: 3 });
});

test("the last line is found however long it is", () => {
  const path = fresh();
  write(path, "short", "x".repeat(100_000));
  expect(readLastEvent<Note>(path)?.text).toHaveLength(100_000);
  expect(write(path, "next")).toBe(checkJournal(path).head);
});

test("a line that the disk has no room for leaves nothing behind, and the journal goes on afterwards", () => {
  const path = fresh();
  const module = new URL("../../../dist/lib/journal/journal.js", import.meta.url).href;
  // Lines that get longer meet the largest size that a file may have; a short one fits again.
  const program = `
    import { Journal } from ${JSON.stringify(module)};
    const journal = Journal.open(${JSON.stringify(path)});
    journal.append({ type: "note", text: "fits" });
    let refusals = 0;
    for (let length = 1000; length > 0; length = Math.floor(length / 2)) {
      try {
        journal.append({ type: "note", text: "x".repeat(length) });
      } catch (error) {
        if (error.code !== "journal" || !error.message.includes("EFBIG")) throw error;
        refusals += 1;
      }
    }
    console.log(refusals);
  `;
  const limited = `trap "" XFSZ; ulimit -f 1; exec "$0" --input-type=module --eval "$1"`;
  const refusals = Number(execFileSync("sh", ["-c", limited, process.execPath, program], { encoding: "utf8" }));
  expect(refusals).toBeGreaterThan(0);
  const written = readJournal<Note>(path);
  expect(written.length).toBeGreaterThan(1);
  expect(readFileSync(path, "utf8").endsWith("\n")).toBe(true);
  expect(checkJournal(path)).toMatchObject({ problem: null, lines: written.length });
  write(path, "later");
  expect(checkJournal(path)).toMatchObject({ problem: null, lines: written.length + 1 });
});

test("a closed journal takes no more lines, so that they never end up in a file that was opened since", () => {
  const journal = Journal.open<Note>(fresh());
  journal.close();
  expect(() => journal.append({ type: "note", text: "late" })).toThrow("it is closed");
});
