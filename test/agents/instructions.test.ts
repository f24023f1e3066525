import { expect, test } from "vitest";
import { type InstructionOptions, instructions } from "../../src/agents/instructions.ts";

const options: InstructionOptions = {
  competitionId: "spaceship-titanic",
  timeLimitSeconds: 5400,
  network: "none",
  validate: true,
  obfuscated: false,
};

test("they explain the layout, the submission, the time limit, the network and the rules", () => {
  const text = instructions(options);
  for (const word of [
    "spaceship-titanic",
    "Kaggle",
    "/home/data/description.md",
    "/home/submission/submission.csv",
    "/home/code",
    "/home/logs",
    'sh "$VALIDATE_SCRIPT"',
    "1 h 30 min",
    "TIME_LIMIT_SECONDS=5400",
    "DEADLINE",
    "WARNING_FILE",
    "SIGCONT",
    "SIGTERM",
    "SIGKILL",
    "no network",
    "by hand",
    "answers",
    "what others have submitted",
  ]) {
    expect(text).toContain(word);
  }
  expect(Math.max(...text.split("\n").map((line) => line.length))).toBeLessThan(140);
});

test("obfuscated, they name neither the competition nor Kaggle", () => {
  const text = instructions({ ...options, obfuscated: true });
  expect(text).not.toMatch(/kaggle|spaceship|titanic|competition/i);
  expect(text).toContain("/home/submission/submission.csv");
});

test("they mention validation and the network only if there is any", () => {
  const text = instructions({ ...options, validate: false, network: "open" });
  expect(text).not.toContain("VALIDATE_SCRIPT");
  expect(text).toContain("network is open");
  expect(instructions({ ...options, network: "internal" })).toContain("not the internet");
});

test("without isolation, they name the folders by their real paths", () => {
  const paths = { data: "/a/public", submission: "/b/submission", code: "/b/code", logs: "/b/logs" };
  const text = instructions({ ...options, paths });
  expect(text).toContain("/b/submission/submission.csv");
  expect(text).not.toContain("/home/");
});
