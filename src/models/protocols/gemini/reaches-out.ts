import type { LooseRecord } from "../loose-json.ts";
import { membersSet, nestedRecords, recordsOf } from "../reaching-out.ts";

/** Functions, and a computer, are run by the client. Gemini takes names in both spellings. */
const clientTools = ["functionDeclarations", "function_declarations", "computerUse", "computer_use"];

/** See `RequestHeader.reachesOut`. Tools are the members of an object here. */
export function geminiReachesOut(request: LooseRecord): readonly string[] {
  const tools = recordsOf(request.tools).flatMap((tool) => membersSet(tool, Object.keys(tool)));
  const conversations = [request.contents, request.systemInstruction, request.system_instruction];
  const parts = nestedRecords(conversations.flat(), ["parts", "functionResponse", "function_response"]);
  const files = parts.flatMap((part) => membersSet(part, ["fileData", "file_data"]));
  return [...tools.filter((name) => !clientTools.includes(name)), ...files];
}
