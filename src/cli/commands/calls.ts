import { resolve } from "node:path";
import { defaultRunDirectory, findRun } from "../../runs/state/find-runs.ts";
import { readConversation } from "../../runs/state/read-conversation.ts";
import { exitCodes } from "../exit-codes.ts";
import { callJson } from "../json/call-json.ts";
import { note, print, printJsonLine } from "../output.ts";
import { formatCall } from "../views/call-view.ts";
import type { CallsOptions } from "./calls.options.ts";

export function run(name: string, options: CallsOptions): number {
  const found = findRun(name, resolve(options.runDir ?? defaultRunDirectory()));
  let calls = 0;
  for (const call of readConversation(found.folder)) {
    calls += 1;
    if (options.json) printJsonLine(callJson(call));
    else print(formatCall(call));
  }
  if (calls === 0) note(`${name} has made no model calls.`);
  return exitCodes.done;
}
