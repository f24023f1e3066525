import { asRecord, asRecords, asText, type LooseRecord } from "../loose-json.ts";
import { foreignTypes, linkedContent, membersSet } from "../reaching-out.ts";

/** Tools that the client runs, or that work within the model. */
const harmlessTools = [
  ...["function", "custom", "local_shell", "apply_patch", "computer", "computer_use_preview"],
  ...["tool_search", "image_generation"],
];

/** See `RequestHeader.reachesOut`. A stored prompt may have tools of its own. */
export function responsesReachOut(request: LooseRecord): readonly string[] {
  const further = asRecords(request.input).filter(({ type }) => type === "additional_tools");
  return [
    ...[request, ...further].flatMap(({ tools }) => foreignTools(tools)),
    ...membersSet(request, ["prompt"]),
    ...linkedContent(request.input),
  ];
}

function foreignTools(tools: unknown): readonly string[] {
  const inner = asRecords(tools).filter(({ type }) => type === "namespace");
  const isKnown = (type: string, tool: LooseRecord): boolean =>
    type === "namespace" || harmlessTools.includes(type) || (type === "shell" && isLocal(tool));
  return [...foreignTypes(tools, isKnown), ...inner.flatMap((space) => foreignTools(space.tools))];
}

/** Where a shell is that the client runs. */
const onClient = ["local", ""];

const isLocal = ({ environment }: LooseRecord): boolean => onClient.includes(asText(asRecord(environment).type));
