import { expect, test } from "vitest";
import type { JournalLine } from "../../../src/lib/journal/journal.ts";
import { interruptedWork } from "../../../src/runs/execution/interrupted-work.ts";
import type { RunEvent } from "../../../src/runs/record/run-events.ts";

test("an agent that continues has used the scores that it got since its attempt began", () => {
  const rehearsal = (score: number | null) => ({ type: "rehearsal", elapsedMs: 1, score, answer: "", bytes: 9 });
  const opened = { type: "opened", attempt: 2, record: "", sandbox: {} };
  const events = [rehearsal(0.1), opened, rehearsal(0.2), rehearsal(null), rehearsal(0.3)];
  const time = "2026-01-01T00:00:00.000Z";
  const lines = events.map((event) => ({ ...event, time })) as unknown as JournalLine<RunEvent>[];
  expect(interruptedWork(lines)?.scores.map(({ score }) => score)).toEqual([0.2, 0.3]);
});
