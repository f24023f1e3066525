import { writeFileSync } from "node:fs";
import { expect, test } from "vitest";
import type { ModelMessage } from "../../../src/contracts/model.ts";
import { Connections } from "../../../src/models/calls/connections.ts";
import { RunDoor } from "../../../src/models/calls/run-door.ts";
import { providerKind } from "../../../src/models/index.ts";
import { Ledger } from "../../../src/models/ledger/ledger.ts";
import { openModel } from "../../../src/models/open-model.ts";
import { temporaryDirectory } from "../../support/temporary-directory.ts";
import { conversations } from "../conversations.ts";

const place = temporaryDirectory();
const tools = [{ name: "bash", description: "Runs a command", parameters: { type: "object" } }];
const start: ModelMessage[] = [{ role: "user", text: "What is here?" }];

/** The door of a run whose ledger is in a folder. */
function doorOf(folder: string): RunDoor {
  const onFailure = (error: unknown): never => {
    throw error;
  };
  const rest = { priceOf: () => null, allowances: [], connections: new Connections(10), onFailure };
  return new RunDoor({ ledger: new Ledger(folder), ...rest });
}

const replay = () => providerKind("replay").open(place(), { environment: {}, settings: {} });

test("a recorded conversation is answered again, and nothing else", async () => {
  writeFileSync(place("script.yaml"), "turns: [{ text: Looking, tools: [{ bash: { command: ls } }] }, Done]");
  const names = { main: `scripted/${place("script.yaml")}`, roles: {}, settings: { maxOutputTokens: 100 } };
  const recorded = await openModel(names, { door: doorOf(place()), environment: {} });
  const first = await recorded.call({ messages: start, tools });
  // Agents may pass whole answers back.
  const next: ModelMessage[] = [
    ...start,
    { role: "assistant", ...first },
    { role: "tool", callId: first.toolCalls[0]!.id, text: "README.md" },
  ];
  await recorded.call({ messages: next, tools });

  const model = await replay();
  const again = { tools, maxOutputTokens: 100 };
  const pieces: string[] = [];
  const { call: _, cost: __, waitedMs: ___, ...answer } = first;
  expect(await model.call({ messages: start, ...again, onText: (piece) => pieces.push(piece) })).toEqual(answer);
  expect(pieces).toEqual(["Looking"]);
  const { text, toolCalls } = first;
  const rebuilt: ModelMessage[] = [start[0]!, { toolCalls, role: "assistant", text }, next[2]!];
  expect((await model.call({ messages: rebuilt, ...again })).text).toBe("Done");

  const other = model.call({ messages: [...start, { role: "user", text: "Something else" }], ...again });
  await expect(other).rejects.toMatchObject({ status: 400 });
  await expect(other).rejects.toThrow('no answer to this request of 2 messages, of which the last is "Something else"');
});

test.each(conversations)(
  "a call that a program made in $protocol.name is answered in our own terms",
  async ({ protocol, question }) => {
    const { body } = question({ model: "some", text: `Hello ${protocol.name}`, stream: false });
    const name = { provider: "openai", model: "some" };
    const open = await doorOf(place()).begin({ name, role: null, protocol: protocol.name, request: body });
    const usage = { inputTokens: 3, cacheReadTokens: 0, cacheWriteTokens: 0, outputTokens: 2, reasoningTokens: 0 };
    const said = { text: "Hi", toolCalls: [], finishReason: "stop", usage, answeredBy: "some" } as const;
    const written = protocol.conversation!.writeAnswer(said, { model: "some", request: body });
    open.finished({ body: written, usage, finishReason: "stop", answeredBy: "some" });
    expect(await (await replay()).call(protocol.conversation!.readRequest(body))).toMatchObject({ text: "Hi" });
  },
);

test("equal requests get their answers in order", async () => {
  for (const text of ["one", "two"]) {
    writeFileSync(place("script.yaml"), `turns: [${text}]`);
    const names = { main: `scripted/${place("script.yaml")}`, roles: {}, settings: {} };
    await (await openModel(names, { door: doorOf(place()), environment: {} })).call({ messages: start });
  }
  const model = await replay();
  const texts: string[] = [];
  for (let count = 0; count < 3; count += 1) texts.push((await model.call({ messages: start })).text);
  expect(texts).toEqual(["one", "two", "two"]);
});

test("a folder without calls is refused", async () => {
  const open = providerKind("replay").open(place("nowhere"), { environment: {}, settings: {} });
  await expect(open).rejects.toThrow("expected the folder of a run that called models");
});
