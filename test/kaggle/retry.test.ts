import { describe, expect, test } from "vitest";
import { type DownloadProgress, ProgressMeter } from "../../src/kaggle/progress-meter.ts";
import { backoffMs, retryAfterMs } from "../../src/kaggle/retry.ts";

describe("waiting", () => {
  test("doubles up to a limit, with half of it left to chance", () => {
    const retry = { baseMs: 1000, maxMs: 60_000 };
    const most = [1, 2, 3, 6, 7, 20].map((failures) => backoffMs(failures, retry, () => 1));
    expect(most).toEqual([1000, 2000, 4000, 32_000, 60_000, 60_000]);
    expect(backoffMs(3, retry, () => 0)).toBe(2000);
  });

  test("follows Retry-After in seconds or as a date, and ignores nonsense", () => {
    const now = Date.parse("2024-01-01T00:00:00Z");
    expect(retryAfterMs("120", now)).toBe(120_000);
    expect(retryAfterMs("Mon, 01 Jan 2024 00:00:30 GMT", now)).toBe(30_000);
    expect(retryAfterMs("Sun, 31 Dec 2023 00:00:00 GMT", now)).toBe(0);
    expect([retryAfterMs(null), retryAfterMs(""), retryAfterMs("soon")]).toEqual([null, null, null]);
  });
});

test("speed is that of the last ten seconds, and does not count what was there before", () => {
  const seen: DownloadProgress[] = [];
  const meter = new ProgressMeter((progress) => seen.push(progress));
  meter.restart(1_000_000, 0);
  meter.update(1_000_100, 2_000_000, { now: 1000 });
  meter.update(1_000_150, 2_000_000, { now: 1100 });
  for (let second = 2; second <= 30; second++)
    meter.update(1_000_100 + second * 1000, 2_000_000, { now: second * 1000 });
  meter.update(2_000_000, 2_000_000, { now: 30_001, final: true });
  expect(seen[0]).toMatchObject({ bytes: 1_000_100, bytesPerSecond: 100, secondsLeft: 9999 });
  expect(seen.length).toBe(31);
  expect(seen[29]).toMatchObject({ bytesPerSecond: 1000 });
  expect(seen[30]!.secondsLeft).toBe(0);
});
