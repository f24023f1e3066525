import { mkdirSync, writeFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { bubblewrapSandboxes } from "../../../src/sandboxes/bubblewrap/bubblewrap.ts";
import { hasBubblewrap } from "../../support/bubblewrap.ts";
import { temporaryDirectory } from "../../support/temporary-directory.ts";
import { answers, oneByOne, program, searchIn, stage, testAgent } from "./core-ground.ts";

const place = temporaryDirectory();
const publicData = place("public");
mkdirSync(publicData);
writeFileSync(place("public", "description.md"), "# Flowers\n");

const shell = (score: number, script: string): string =>
  program(
    score,
    `import { execFileSync } from "node:child_process";
if (process.argv[2] !== "--debug") execFileSync("/bin/sh", ["-c", ${JSON.stringify(script)}], { stdio: "inherit" });`,
  );

describe.skipIf(!hasBubblewrap)("a search goes on after a program that", () => {
  test.for([
    ["fills the disk with its outputs", 'head -c 100M /dev/zero > "$OUTPUT_DIR/large"; sleep 5', { diskMb: 50 }],
    [
      "fills the disk beside its outputs",
      'mkdir -p "$CODE_DIR/x"; head -c 100M /dev/zero > "$CODE_DIR/x/large"; sleep 5',
      { diskMb: 50 },
    ],
    ["fills the disk with temporary files", "head -c 100M /dev/zero > /tmp/large; sleep 5", { diskMb: 50 }],
    ["fills the memory", "head -c 600M /dev/zero | tail", { memoryMb: 300 }],
    ["starts too many processes", "for i in $(seq 400); do sleep 60 & done; wait", { processes: 60 }],
  ] as const)("%s", async ([, script, limits]) => {
    const model = answers((title) =>
      title.includes("_2 ") ? shell(0.1, script) : program(title.includes("_1 ") ? 0.5 : 0.25),
    );
    const agent = testAgent(oneByOne(3), { debugTries: 0, stageAt: () => ({ ...stage, runSeconds: 20 }) });
    const { of, submission } = await searchIn(publicData, {
      agent,
      model,
      sandboxes: bubblewrapSandboxes(),
      settings: { limits },
    });
    expect(
      of("ended").map(({ state }) => state),
      JSON.stringify(of("ended")),
    ).toEqual(["good", "failed", "good"]);
    expect(submission).toBe("id,score\n1,0.5\n");
  });
});
