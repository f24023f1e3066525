import { expect, test } from "vitest";
import { whatIsLeft } from "../../../src/runs/execution/what-is-left.ts";
import type { RunEnd, RunEvent } from "../../../src/runs/record/run-events.ts";

const sandbox = {
  sandbox: "local",
  isolation: "none",
  network: "none",
  limits: {},
  enforcement: {},
  notes: [],
} as const;
const opened: RunEvent = { type: "opened", attempt: 1, record: "", sandbox };
const interrupted: RunEvent = { type: "interrupted", attempt: 1, reason: "" };
const stopped = (end: RunEnd): RunEvent => ({ type: "stopped", end, reason: "", exitCode: 0, elapsedMs: 1 });
const sealed: RunEvent = { type: "sealed", submission: null, files: "", dropped: 0 };
const graded: RunEvent = { type: "graded", grade: "", valid: true, score: 1, medal: null };
const ended = (end: RunEnd): RunEvent => ({ type: "ended", end, reason: "" });

test.each<[string, RunEvent[], string, boolean?]>([
  ["nothing has happened", [], "act"],
  ["its agent was at work", [opened], "act"],
  ["its attempt was set aside", [opened, stopped("finished"), interrupted], "act"],
  ["its agent has stopped", [opened, stopped("finished")], "seal", false],
  ["it is sealed", [opened, stopped("limit"), sealed], "grade", false],
  ["it is graded", [opened, stopped("limit"), sealed, graded], "end", false],
  ["it was cancelled", [opened, stopped("cancelled"), sealed, ended("cancelled")], "act"],
  ["its sandbox failed", [stopped("infrastructure-error"), ended("infrastructure-error")], "act"],
  ["its agent failed and it was graded", [opened, stopped("agent-error"), sealed, graded, ended("agent-error")], "act"],
  ["it could not be sealed", [opened, stopped("finished"), ended("infrastructure-error")], "seal", true],
  ["it could not be graded", [opened, stopped("finished"), sealed, ended("ungraded")], "grade", true],
  ["grading was resumed", [opened, stopped("finished"), sealed, ended("ungraded"), { type: "resumed" }], "grade", true],
])("a run goes on with the right step when %s", (_, events, step, hasEnded) => {
  expect(whatIsLeft(events)).toMatchObject({ step, ...(hasEnded === undefined ? {} : { hasEnded }) });
});
