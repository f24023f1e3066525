import { randomUUID } from "node:crypto";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { Connections } from "../../../src/models/calls/connections.ts";
import { RunDoor } from "../../../src/models/calls/run-door.ts";
import { Ledger } from "../../../src/models/ledger/ledger.ts";
import type { Protocol } from "../../../src/models/protocols/protocol.ts";
import { sessionKey } from "../../../src/models/proxy/session-key.ts";
import type { ScriptedReply } from "../../../src/models/scripted/scripted-reply.ts";
import { startRunProxy } from "../../../src/runs/models/start-run-proxy.ts";
import { sumCalls } from "../../../src/runs/state/call-totals.ts";
import { temporaryDirectory } from "../../support/temporary-directory.ts";
import { conversations, type Question } from "../conversations.ts";
import { withProxy } from "./with-proxy.ts";

const place = temporaryDirectory();

function doorOf(folder: string, isContinued: boolean) {
  mkdirSync(folder, { recursive: true });
  const rest = { allowances: [], connections: new Connections(4), priceOf: () => 1, onFailure: () => undefined };
  return new RunDoor({ ...rest, ledger: new Ledger(folder), ...(isContinued ? { taken: new Set<number>() } : {}) });
}

/** A host with the ledger of a folder, which another host may have begun, before a provider that numbers its answers. */
async function host(folder: string, isContinued: boolean, first = 1) {
  const reply = ({ number }: { number: number }): ScriptedReply => ({
    text: `Answer ${number + first}.`,
    toolCalls: [{ id: `call_${number + first}`, name: "bash", arguments: { command: "ls" } }],
    usage: { inputTokens: 100, outputTokens: 20 },
  });
  return await withProxy(reply, { door: doorOf(folder, isContinued) });
}

type Host = Awaited<ReturnType<typeof host>>;
type Conversation = (typeof conversations)[number];

const askAs = (its: Host, { path, body }: Question, session: string) =>
  its.ask({ path, body }, { headers: { authorization: `Bearer ${sessionKey(its.proxy.key, session)}` } });

/** Stands in for a coding agent: asks several times, each time with the answer before, and ids of its own. */
async function work(its: Host, { protocol, own, question }: Conversation, rounds: number, session = "experiment_1/v1") {
  const answers: string[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const text = `Round ${round}, session ${randomUUID()}, at ${new Date().toISOString()}: ${answers.at(-1) ?? ""}`;
    const asked = question({ model: own, text, stream: round % 2 === 0 });
    const body = { ...(asked.body as object), metadata: { user_id: randomUUID() } };
    const response = await askAs(its, { ...asked, body }, session);
    answers.push(textOf(protocol, Buffer.from(await response.arrayBuffer()), round % 2 === 0));
  }
  return answers;
}

function textOf(protocol: Protocol, bytes: Buffer, isStream: boolean): string {
  if (!isStream) return protocol.readAnswer(JSON.parse(bytes.toString())).text;
  const assembler = protocol.assemble();
  assembler.push(bytes);
  return protocol.readAnswer(assembler.end().body).text;
}

describe.each(conversations)("$protocol.name", (conversation) => {
  test("a session that starts over gets the answers that are paid for, and then goes on", async () => {
    const folder = place(`continued-${conversation.protocol.name}`);
    await using first = await host(folder, false);
    expect(await work(first, conversation, 3)).toEqual(["Answer 1.", "Answer 2.", "Answer 3."]);
    for (const rounds of [4, 5]) {
      await using next = await host(folder, true, rounds);
      const answers = Array.from({ length: rounds }, (_, index) => `Answer ${index + 1}.`);
      expect(await work(next, conversation, rounds)).toEqual(answers);
      expect(next.provider.calls).toHaveLength(1);
    }
    const calls = new Ledger(folder).earlier;
    expect(calls.map(({ repeats }) => repeats)).toEqual([
      ...[undefined, undefined, undefined],
      ...[1, 2, 3, undefined],
      ...[1, 2, 3, 7, undefined],
    ]);
    for (const { cost, repeats, session } of calls) {
      expect(session).toBe("experiment_1/v1");
      expect(cost).toBe(repeats === undefined ? 1 : 0);
    }
    expect(sumCalls(calls)).toMatchObject({ calls: 5, cost: 5, inputTokens: 500, outputTokens: 100 });
  });

  test("answers are not for other sessions, for programs outside of one, or for a run that starts from scratch", async () => {
    const folder = place(`others-${conversation.protocol.name}`);
    await using first = await host(folder, false);
    await work(first, conversation, 1);
    await using next = await host(folder, true, 2);
    expect(await work(next, conversation, 1, "experiment_2/v1")).toEqual(["Answer 2."]);
    const asked = conversation.question({ model: conversation.own, text: "Round 0", stream: false });
    await (await next.ask(asked)).text();
    expect(next.provider.calls).toHaveLength(2);
    expect(new Ledger(folder).earlier.map(({ session }) => session)).toEqual([
      ...["experiment_1/v1", "experiment_2/v1", undefined],
    ]);
    await using fresh = await host(folder, false, 4);
    expect(await work(fresh, conversation, 1)).toEqual(["Answer 4."]);
  });

  test("a request that differs is a call", async () => {
    const folder = place(`differs-${conversation.protocol.name}`);
    const ask = async (its: Host, text: string) => {
      const asked = conversation.question({ model: conversation.own, text, stream: true });
      const response = await askAs(its, asked, "experiment_1/v1");
      return textOf(conversation.protocol, Buffer.from(await response.arrayBuffer()), true);
    };
    await using first = await host(folder, false);
    for (const score of [0.81, 0.82]) await ask(first, `The score is ${score}.`);
    await using next = await host(folder, true, 3);
    expect(await ask(next, "The score is 0.83.")).toBe("Answer 3.");
    expect(await ask(next, "The score is 0.82.")).toBe("Answer 2.");
    expect(await ask(next, "The score is 0.82.")).toBe("Answer 4.");
  });
});

test("answers of a translated model are handed out again, too", async () => {
  const folder = place("translated");
  const script = place("words.yaml");
  const ask = async (isContinued: boolean): Promise<unknown> => {
    const door = doorOf(folder, isContinued);
    const options = { door, socket: join(folder, "model.sock"), listen: true, mayReachOut: false };
    const offer = { models: [`scripted/${script}`], aliases: {}, settings: {} };
    await using proxy = await startRunProxy(offer, { ...options, onFailure: () => undefined });
    const body = {
      model: "words",
      max_tokens: 100,
      messages: [{ role: "user", content: `At ${new Date().toISOString()}` }],
    };
    const headers = { "x-api-key": sessionKey(proxy.key, "experiment_1/v1") };
    const response = await fetch(`${proxy.url}/v1/messages`, { method: "POST", headers, body: JSON.stringify(body) });
    return ((await response.json()) as { content: { text: string }[] }).content[0]?.text;
  };
  writeFileSync(script, "otherwise: One.\n");
  expect(await ask(false)).toBe("One.");
  writeFileSync(script, "otherwise: Two.\n");
  expect(await ask(true)).toBe("One.");
  expect(new Ledger(folder).earlier.map(({ repeats }) => repeats)).toEqual([undefined, 1]);
  expect(await ask(false)).toBe("Two.");
});

test("a key that names a session is still the key of the run", async () => {
  await using its = await host(place("keys"), false);
  const asked = conversations[0]!.question({ model: "gpt-1", text: "Hi", stream: false });
  const answerTo = async (key: string) =>
    (await its.ask(asked, { headers: { authorization: `Bearer ${key}` } })).status;
  expect(await answerTo(sessionKey(its.proxy.key, "a/b"))).toBe(200);
  expect(await answerTo(sessionKey("mlebench-other", "a/b"))).toBe(401);
  expect(await answerTo(sessionKey(its.proxy.key, "a\tb"))).toBe(401);
});
