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

/** Reads a run's calls one by one, in the order in which they ended. Reads only what is new in each. */
export function* readConversation(runFolder: string): Generator<ConversationCall> {
  const bodies = new Bodies(join(runFolder, runFiles.bodies));
  const heard = new Set<string>();
  const isNew = (message: ModelMessage): boolean => {
    const known = message.role === "assistant" || message.role === "system" ? keyOf(message) : null;
    if (known !== null && heard.has(known)) return false;
    if (known !== null) heard.add(known);
    return true;
  };
  try {
    for (const record of readJournal<CallRecord>(join(runFolder, runFiles.calls))) {
      const messages = messagesOf(record, bodies).filter(isNew);
      const answer = answerOf(record, bodies);
      if (answer !== null) heard.add(keyOf({ role: "assistant", ...answer }));
      yield { record, messages, answer };
    }
  } finally {
    bodies.close();
  }
}

function messagesOf({ protocol, request }: CallRecord, bodies: Bodies): readonly ModelMessage[] {
  const body = bodies.getNew(request);
  if (protocol === "in-process") return (body as ModelRequest).messages ?? [];
  return protocolOf(protocol)?.conversation?.readRequest(body).messages ?? [];
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

/** Providers and agents may give the calls in a message other ids. */
function keyOf(message: Extract<ModelMessage, { role: "assistant" | "system" | "user" }>): string {
  const calls = message.role === "assistant" ? message.toolCalls.map((call) => [call.name, call.arguments]) : [];
  return JSON.stringify([message.role, message.text.trim(), calls]);
}
