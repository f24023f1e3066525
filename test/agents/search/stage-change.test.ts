import { expect, test } from "vitest";
import { temporaryDirectory } from "../../support/temporary-directory.ts";
import { prepareDemo } from "../act-in.ts";
import { program, searchScripted } from "./search-scripted.ts";

const publicData = await prepareDemo("demo-plant-flowering", temporaryDirectory()(""));
const told = 'console.log("stage", process.env.MLE_STAGE, process.env.MLE_SAMPLE_FRACTION);';

test("stages change what programs are told, which operators are used and what compares", async () => {
  const { of, requests } = await searchScripted({
    agent: "kapso",
    publicData,
    settings: { mode: "MINIMAL", steps: 5, node_expansion_limit: 1, mini_training_above_gb: 0 },
    code: [
      { when: "combines the solutions to be combined", text: program(0.6, told) },
      { when: "Programs train on all data", text: program(0.7, told) },
      { text: program(0.9, told) },
    ],
    otherwise: JSON.stringify({ ideas: [{ idea: "Something new." }] }),
  });
  const ran = of("ran").filter(({ run }) => run.kind === "full");
  expect(ran.map(({ run }) => /stage (.*)/.exec(run.excerpt)![1])).toEqual([
    "mini-training 0.1",
    "mini-training 0.1",
    "full-training 1",
    "full-training 1",
    "final-ensembling 1",
  ]);
  expect(of("stage").map(({ from, to }) => [from, to])).toEqual([
    [null, "mini-training"],
    ["mini-training", "full-training"],
    ["full-training", "final-ensembling"],
  ]);
  // Scores on a sample do not count once there are others, and an ensemble that is worse than its members is not submitted.
  expect(of("banked").map(({ experiment }) => experiment)).toEqual(["experiment_1", "experiment_3"]);
  const last = of("experiment").at(-1)!;
  expect(last).toMatchObject({ operator: "ensemble", parents: ["experiment_3", "experiment_4"] });
  const asked = requests.map(({ messages }) => messages.at(-1)!.text);
  expect(asked[0]).toContain("programs train on a sample for now");
  expect(asked.at(-1)).toContain("The search is near its end");
});
