import { expect, test } from "vitest";
import { comparableRequest } from "../../../src/models/calls/comparable-request.ts";

const said = (text: string) => comparableRequest({ model: "m", messages: [{ role: "user", content: text }] });

test.each([
  ["msg_01a1e601-62e5-72e3-8e49-f4c2c2641b52", "msg_9b107730-bee9-5bda-bd78-542a153f2b0f"],
  ["Chunk ID: 17232b\nWall time: 0.0312 seconds", "Chunk ID: e0fdd5\nWall time: 12.1 seconds"],
  ["Process Group PGID: 54", "Process Group PGID: 1186"],
  ["<object at 0x7f3a9c0b1d30>", "<object at 0x7f12ab34cd10>"],
  ["Today's date: 2026-11-16", "Today's date: 2026-11-17"],
  ["Today is Monday, November 16, 2026.", "Today is Tuesday, November 17, 2026."],
  ["-rw-r--r-- 1 a a 4096 Nov 16 20:19 main.py", "-rw-r--r-- 1 a a 4096 Nov 16 21:03 main.py"],
  ["2026-11-16T20:19:00.123Z fit", "2026-11-17T08:01:12.9Z fit"],
  ["[20:19:00] epoch 1 took 3.2s", "[20:25:41] epoch 1 took 2.9s"],
  ["real 0m1.204s", "real 1m0.9s"],
])("%j and %j ask the same", (one, other) => {
  expect(said(one)).toEqual(said(other));
});

test.each([
  ["score 0.81", "score 0.82"],
  ["epoch 3", "epoch 4"],
  ["Decision 2", "Decision 3"],
  ["10 rows", "11 rows"],
  ["main.py", "train.py"],
  ["call_1", "call_2"],
])("%j and %j do not", (one, other) => {
  expect(said(one)).not.toEqual(said(other));
});

test("what says who asks is left out, and only at the top", () => {
  const request = { model: "m", metadata: { user_id: "a" }, prompt_cache_key: "b", client_metadata: {}, user: "c" };
  expect(comparableRequest(request)).toEqual({ model: "m" });
  expect(comparableRequest({ tools: [{ user: "c" }] })).toEqual({ tools: [{ user: "c" }] });
  expect(comparableRequest(Uint8Array.of(1))).toEqual(Uint8Array.of(1));
});
