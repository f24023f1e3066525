import { expect, test } from "vitest";
import { Clock } from "../../../src/agents/react/clock.ts";

test("a command gets what it asks for, unless too little would be left to submit", () => {
  const clock = new Clock({ wallClockMs: 3_600_000 });
  expect(clock.commandMs(600_000)).toBe(600_000);
  expect(clock.commandMs(7_200_000)).toBeCloseTo(3_540_000, -4);
  expect(new Clock({ wallClockMs: 10 }).commandMs(5000)).toBe(1000);
});

test("waiting for a provider counts unless only working time does", () => {
  const [wall, working] = [false, true].map((workingTime) => new Clock({ wallClockMs: 1_000_000, workingTime }));
  for (const clock of [wall!, working!]) clock.waited(500_000);
  expect(wall!.leftMs).toBeLessThanOrEqual(1_000_000);
  expect(working!.leftMs).toBeGreaterThan(1_400_000);
});
