import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import type { EventOf, SearchEvent } from "../../src/agents/search/events.ts";
import { answerWith, combiningSettings, groupMeans } from "../agents/search/scripted-search.ts";
import { hasBubblewrap } from "../support/bubblewrap.ts";
import { type GroupFolder, plant, runGround } from "../support/run-agents.ts";
import { runCli } from "../support/run-cli.ts";

const ground = await runGround(plant);

/** Looks for the answers of the rehearsal wherever they could be, and writes into the folders of other experiments. */
const cheat = `import { existsSync, readdirSync } from "node:fs";
import { readFileSync as read, writeFileSync as write } from "node:fs";
const rows = (file) => existsSync(file) ? read(file, "utf8").trim().split("\\n").slice(1).map((line) => line.split(",")[0]) : [];
const wanted = new Set(rows(process.env.DATA_DIR + "/test.csv"));
const known = readdirSync("/home").flatMap((name) => rows("/home/" + name + "/train.csv")).filter((id) => wanted.has(id));
console.log("answers within reach:", known.length);
const code = process.env.CODE_DIR;
for (const name of readdirSync(code).filter((each) => /^output_data_experiment_[12]$/.test(each)))
  for (const place of ["", "/rehearsal_0"]) write(code + "/" + name + place + "/final_submission.csv", "plant_id,flowers\\n1,1\\n");
write(process.env.SUBMISSION_DIR + "/submission.csv", "plant_id,flowers\\n1,1\\n");
`;

const script = {
  rules: [
    { when: { last: "means by window" }, text: answerWith("A look around.", groupMeans(["nothing"], cheat)) },
    { when: { last: "means by species" }, text: answerWith("The means by window.", groupMeans(["window"])) },
  ],
  otherwise: answerWith("The means by species.", groupMeans(["species"])),
};

describe.skipIf(!hasBubblewrap)("two searches at once, each with a program that cheats", () => {
  let group: GroupFolder;
  const seeds = [0, 1];
  const eventsOf = <Type extends SearchEvent["type"]>(seed: number, type: Type): EventOf<Type>[] =>
    group
      .run(`${plant}_seed-${seed}`)
      .events.flatMap((event) => (event.type === "agent" ? [event.event as unknown as SearchEvent] : []))
      .filter((event): event is EventOf<Type> => event.type === type);

  beforeAll(async () => {
    const folder = ground.fresh();
    const [model, given] = [join(folder, "script.json"), join(folder, "settings.json")];
    writeFileSync(model, JSON.stringify(script));
    writeFileSync(given, JSON.stringify(combiningSettings));
    const own = [
      "--agent",
      "search",
      "--model",
      `scripted/${model}`,
      "--settings",
      given,
      "--seeds",
      "2",
      "--jobs",
      "2",
    ];
    const ran = await ground.run(own);
    expect(ran.exitCode, ran.stderr).toBe(0);
    group = ran.group;
  });

  test.for(seeds)("seed %i: the answers of the rehearsal are out of its reach", (seed) => {
    const runs = eventsOf(seed, "ran").filter(({ experiment }) => experiment === "experiment_3");
    const found = runs.map(
      ({ run }) => [run.kind, Number(/answers within reach: (\d+)/.exec(run.excerpt)![1])] as const,
    );
    expect(found).toEqual(expect.arrayContaining([["rehearsal", 0]]));
    expect(found.find(([kind, count]) => kind === "rehearsal" && count > 0)).toBeUndefined();
  });

  test.for(seeds)("seed %i: predictions that it changed are not combined", (seed) => {
    expect(eventsOf(seed, "ensembled")[0]!.reason).toMatch(/experiment_1 is left out: its file has been changed/);
  });

  test.for(seeds)("seed %i: the best submission that was checked is graded", async (seed) => {
    const run = group.run(`${plant}_seed-${seed}`);
    expect(eventsOf(seed, "banked").at(-1)).toMatchObject({ experiment: "experiment_1" });
    expect(run.events).toContainEqual(expect.objectContaining({ type: "graded", valid: true }));
  });

  test("the record is whole", async () => {
    expect((await runCli(["verify", group.folder])).exitCode).toBe(0);
  });
});
