import { join } from "node:path";
import type { ModelAnswer, ModelMessage, ModelRequest } from "../../contracts/model.ts";
import type { JournalLine } from "../../lib/journal/journal.ts";
import { readJournal } from "../../lib/journal/read-journal.ts";
import type { CallRecord } from "../../models/ledger/call-record.ts";
import { Bodies } from "../../models/ledger/read-bodies.ts";
import { protocols } from "../../models/protocols/index.ts";
import { runFiles } from "../record/run-folder.ts";

/** What was said in an answer. */
export type Said = Pick<ModelAnswer, "text" | "toolCalls">;

/** One call of a run, in our own terms whatever its protocol. */
export interface ConversationCall {
  readonly record: JournalLine<CallRecord>;
  /** What the request adds to the requests and answers before it. */
  readonly messages: readonly ModelMessage[];
  /** Null when there is none, or it is not a text. */
  readonly answer: Said | null;
}

/** One call as the ledger has it: its request in our own terms, without what earlier ones have said already. */
export interface Exchange {
  readonly record: JournalLine<CallRecord>;
  /** Its messages are those that `list` adds to the list that it `continues`. */
  readonly request: Pick<ModelRequest, "messages" | "tools">;
  /** The names of both lists in the ledger; null when the request has no list of messages. */
  readonly list: string | null;
  readonly continues: string | null;
  readonly answer: Said | null;
}

/** Reads a run's calls one by one, in the order in which they ended, with what is new in each. */
export function* readExchanges(runFolder: string): Generator<Exchange> {
  const bodies = new Bodies(join(runFolder, runFiles.bodies));
  try {
    for (const record of readJournal<CallRecord>(join(runFolder, runFiles.calls))) {
      const list = listOf(record, bodies);
      const continues = list === null ? null : bodies.continuedBy(list);
      yield { record, request: requestOf(record, bodies), list, continues, answer: answerOf(record, bodies) };
    }
  } finally {
    bodies.close();
  }
}

/** Reads a run's calls one by one, without repeats of what was said before. */
export function* readConversation(runFolder: string): Generator<ConversationCall> {
  const heard = new Set<string>();
  const isNew = (message: ModelMessage): boolean => {
    const known = message.role === "assistant" || message.role === "system" ? saidKey(message) : null;
    if (known !== null && heard.has(known)) return false;
    if (known !== null) heard.add(known);
    return true;
  };
  for (const { record, request, answer } of readExchanges(runFolder)) {
    const messages = request.messages.filter(isNew);
    if (answer !== null) heard.add(saidKey({ role: "assistant", ...answer }));
    yield { record, messages, answer };
  }
}

/** The members of requests that hold the conversation, in one protocol or another. */
const listNames = ["messages", "input", "contents"];

function listOf({ request }: CallRecord, bodies: Bodies): string | null {
  return listNames.map((name) => bodies.listIn(request, name)).find((list) => list !== null) ?? null;
}

function requestOf({ protocol, request }: CallRecord, bodies: Bodies): Exchange["request"] {
  const body = bodies.getNew(request);
  if (protocol !== "in-process") return protocolOf(protocol)?.conversation?.readRequest(body) ?? { messages: [] };
  const { messages = [], tools = [] } = body as Partial<ModelRequest>;
  return { messages, tools };
}

function answerOf({ protocol, answer, failure }: CallRecord, bodies: Bodies): Said | null {
  if (answer === null || failure !== null) return null;
  const body = bodies.get(answer);
  if (protocol === "in-process") return body as ModelAnswer;
  const reader = protocolOf(protocol);
  return reader?.conversation ? reader.readAnswer(body) : null;
}

function protocolOf(name: string) {
  return protocols.find((protocol) => protocol.name === name);
}

/** What a message says. Providers and agents may give the calls in it other ids. */
export function saidKey(message: Extract<ModelMessage, { role: "assistant" | "system" | "user" }>): string {
  const calls = message.role === "assistant" ? message.toolCalls.map((call) => [call.name, call.arguments]) : [];
  return JSON.stringify([message.role, message.text.trim(), calls]);
}
