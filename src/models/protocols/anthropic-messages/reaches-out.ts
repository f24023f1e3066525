import { asRecord, type LooseRecord } from "../loose-json.ts";
import { foreignTypes, membersSet, nestedRecords } from "../reaching-out.ts";

/** Tools that the client runs, and the search among its own tools. */
const harmlessTools = /^(?:|custom|(?:bash|text_editor|computer|memory|tool_search_tool)_\w+)$/;

/** See `RequestHeader.reachesOut`. */
export function anthropicReachesOut(request: LooseRecord): readonly string[] {
  const parts = [request.system, request.messages].flatMap((value) => nestedRecords(value, ["content", "source"]));
  return [
    ...foreignTypes(request.tools, (type) => harmlessTools.test(type)),
    ...membersSet(request, ["mcp_servers", "container"]),
    ...(parts.some(({ source }) => asRecord(source).type === "url") ? ["content by its url"] : []),
  ];
}
