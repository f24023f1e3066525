import { existsSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { plant, runGround, submitSample, theGroup, until } from "../support/run-agents.ts";
import { runCli } from "../support/run-cli.ts";
import { startCli } from "../support/start-cli.ts";

const ground = await runGround(plant);

test("a run that cannot be sealed touches no other run, and its agent's work is sealed later", async () => {
  const runs = ground.fresh();
  const flag = join(ground.fresh(), "go");
  const script = `${submitSample}; echo "$SEED" > "$CODE_DIR/seed"; while ! [ -e ${flag} ]; do sleep 0.05; done`;
  const agent = ["--sandbox", "local", "--time-limit", "600", "--", "/bin/sh", "-c", script];
  const command = ["--run-dir", runs, "--seeds", "2", "--jobs", "2", "--retries", "0"];
  const parameters = ground.parameters([...command, ...agent]);
  const cli = startCli(parameters);
  const other = `${plant}_seed-1`;
  const isAtWork = (id?: string): boolean =>
    theGroup(runs)
      .run(id)
      .events.some(({ type }) => type === "candidate");
  await until("both agents work", () => isAtWork() && isAtWork(other));
  const group = theGroup(runs);
  // Where the folder of a link for upstream's tools has to be.
  const obstacle = group.run().place("submission");
  writeFileSync(obstacle, "");
  writeFileSync(flag, "");
  const { end, stderr } = await cli.ended;
  expect(end, stderr).toBe(3);
  expect(group.run(other).end).toMatchObject({ end: "finished" });
  expect(group.run().end).toMatchObject({
    end: "infrastructure-error",
    reason: expect.stringContaining("Sealing failed"),
  });

  rmSync(obstacle);
  const again = await runCli(parameters);
  expect(again.exitCode, again.stderr).toBe(0);
  const types = group.run().events.map(({ type }) => type);
  expect(types.filter((type) => type === "opened")).toHaveLength(1);
  expect(types.slice(-5)).toEqual(["ended", "resumed", "sealed", "graded", "ended"]);
  expect(group.run().read("code", "seed")).toBe("0\n");
  const verified = await runCli(["verify", group.folder]);
  expect(verified.exitCode, verified.stdout).toBe(0);
});

test("a stop does not wait until everything is sealed; the agent's work is sealed later", async () => {
  const runs = ground.fresh();
  // Holes are quickly written, but take minutes to read.
  const script = `${submitSample}; truncate -s 60G "$LOGS_DIR/holes"`;
  const limits = ["--time-limit", "600", "--file-size", "unlimited", "--sandbox", "local"];
  const parameters = ground.parameters(["--run-dir", runs, ...limits, "--", "/bin/sh", "-c", script]);
  const cli = startCli(parameters);
  await until("the run is being sealed", () => existsSync(theGroup(runs).run().place("logs", "holes")));
  const group = theGroup(runs);
  const stopped = await runCli(["stop", group.folder]);
  expect(stopped.exitCode, stopped.stderr).toBe(0);
  await cli.ended;
  expect(group.run().end).toMatchObject({
    end: "infrastructure-error",
    reason: "It was stopped before its files were sealed. Continuing the group seals them.",
  });

  rmSync(group.run().place("logs", "holes"));
  const again = await runCli(parameters);
  expect(again.exitCode, again.stderr).toBe(0);
  const types = group.run().events.map(({ type }) => type);
  expect(types.filter((type) => type === "opened")).toHaveLength(1);
  expect(types.slice(-5)).toEqual(["ended", "resumed", "sealed", "graded", "ended"]);
  const verified = await runCli(["verify", group.folder]);
  expect(verified.exitCode, verified.stdout).toBe(0);
});
