import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, expect, test } from "vitest";
import { z } from "zod";
import type { Agent, AgentEvent, AgentTask } from "../../../src/contracts/agent.ts";
import { readJournal } from "../../../src/lib/journal/read-journal.ts";
import type { CallRecord } from "../../../src/models/ledger/call-record.ts";
import type * as library from "../../../src/runs.ts";
import { prepareDemo } from "../../agents/act-in.ts";
import { hasBubblewrap } from "../../support/bubblewrap.ts";
import { groupFolder } from "../../support/run-agents.ts";
import { temporaryDirectory } from "../../support/temporary-directory.ts";

const libraryUrl = new URL("../../../dist/runs.js", import.meta.url).href;
const runs = (await import(libraryUrl)) as typeof library;
const place = temporaryDirectory();
const competitionId = "demo-plant-flowering";
beforeAll(async () => {
  await prepareDemo(competitionId, place("data"));
  writeFileSync(place("script.yaml"), "turns: [one, two, three]\n");
});

/** Asks three times and records each answer. With `killAt` its process is killed when that answer has arrived. */
function talker(zod: typeof z, killAt: number | null, onStart: (task: AgentTask) => void = () => undefined): Agent {
  const said = (event: AgentEvent) => event.text as string;
  return {
    name: "talker",
    continues: true,
    events: zod.looseObject({ type: zod.literal("said"), text: zod.string(), call: zod.number() }),
    needs: async () => ({}),
    act: async (task) => {
      onStart(task);
      const answers = (task.earlier ?? []).map(said);
      if (task.earlier) await task.sandbox.run(["/bin/sh", "-c", `echo " and more" >> "$CODE_DIR/notes.txt"`]);
      while (answers.length < 3) {
        const talk = answers.flatMap((text) => [
          { role: "assistant" as const, text, toolCalls: [] },
          { role: "user" as const, text: "And then?" },
        ]);
        const answer = await task.model!.call({ messages: [{ role: "user", text: "Begin." }, ...talk] });
        await task.sandbox.writeFile(`${task.sandbox.paths.submission}/submission.csv`, `id\n${answer.text}\n`);
        if (answers.length === 0) await task.sandbox.writeFile(`${task.sandbox.paths.code}/notes.txt`, "kept");
        await new Promise((resolve) => setTimeout(resolve, 1200));
        if (answers.length + 1 === killAt) process.kill(process.pid, "SIGKILL");
        task.record({ type: "said", text: answer.text, call: answer.call! });
        answers.push(answer.text);
      }
      return { exitCode: 0, timedOut: false, cancelled: false, exceeded: null };
    },
  };
}

const sandboxes = ["local", ...(hasBubblewrap ? ["bubblewrap"] : [])];

test.each(sandboxes)(
  "an agent that continues goes on in %s after its host was killed, and pays for no call twice",
  async (name) => {
    const request: library.GroupRequest = {
      edition: "v1",
      agent: runs.chooseAgent(talker(z, null), { settings: {} }),
      competitions: [competitionId],
      seeds: [0],
      limits: { wallClockMs: 60_000, maxCalls: 3 },
      sandbox: { name, network: "none" },
      models: { main: `scripted/${place("script.yaml")}`, roles: {}, settings: {}, allow: [], aliases: {} },
      dataDirectory: place("data"),
      retain: false,
    };
    const { folder } = await runs.planGroup(place(`runs-${name}`), request, { fresh: false });
    const program = `
    import { hostGroup } from ${JSON.stringify(libraryUrl)};
    import { z } from "zod";
    ${talker.toString()}
    await hostGroup(${JSON.stringify(folder)}, { jobs: 1, retries: 0 }, new AbortController().signal, talker(z, 2));
  `;
    const child = spawn(process.execPath, ["--input-type=module", "--eval", program], { stdio: "inherit" });
    expect(await once(child, "exit")).toEqual([null, "SIGKILL"]);

    let task: AgentTask | undefined;
    const agent = talker(z, null, (given) => {
      task = given;
    });
    await runs.hostGroup(folder, { jobs: 1, retries: 0 }, new AbortController().signal, agent);
    const run = groupFolder(folder).run();
    expect(task?.earlier).toEqual([{ type: "said", text: "one", call: 1 }]);
    expect(task?.limits.wallClockMs).toBeLessThan(60_000 - 1000);
    expect(run.end).toMatchObject({ end: "finished" });
    expect(readJournal<CallRecord>(run.place("calls.jsonl")).map(({ number }) => number)).toEqual([1, 2, 3]);
    const said = run.events.flatMap((line) => (line.type === "agent" ? [line.event.text] : []));
    expect(said).toEqual(["one", "two", "three"]);
    expect(run.events.filter(({ type }) => type === "opened" || type === "interrupted")).toHaveLength(1);
    expect(run.events.find(({ type }) => type === "continued")).toMatchObject({ attempt: 1 });
    const candidates = run.events.flatMap((line) => (line.type === "candidate" ? [line.file] : []));
    expect(candidates).toEqual(candidates.map((_, index) => join("candidates", `${index + 1}.csv`)));
    expect(readFileSync(run.place("code", "notes.txt"), "utf8")).toBe("kept and more\n");
    expect(await runs.verifyGroup(folder)).toMatchObject({ problems: [] });
  },
);
